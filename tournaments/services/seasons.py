"""Seasons: a run of nights whose points add up."""

from collections.abc import Mapping
from datetime import date
from uuid import UUID

from django.db import IntegrityError, transaction

from clubs.models import Club
from common import audit, changes
from common.actor import Actor
from common.errors import NotFound, ValidationFailed
from common.text import clean_name
from tournaments.models import Season
from tournaments.services.rights import may_direct


def create_season(
    *,
    club_id: UUID,
    actor: Actor,
    name: str,
    starts_on: date,
    ends_on: date,
    schedule: str = "club_points",
    counting: Mapping[str, object] | None = None,
) -> Season:
    """Begin a season of a club.

    Args:
        club_id: public id of the club.
        actor: directs the club.
        name: unique in the club.
        starts_on: first day.
        ends_on: last day, not before the first.
        schedule: key of the table that gives the points.
        counting: how a season table counts, such as the best nights.

    Returns:
        The season.

    Raises:
        NotFound: no such club, or not to be seen.
        ValidationFailed: the name is taken or empty, or the days are the wrong way round.
    """
    name = clean_name(name)
    if ends_on < starts_on:
        raise ValidationFailed("The season ends before it starts.", field="ends_on")
    with transaction.atomic():
        club = club_to_direct(club_id, actor)
        season = Season(
            club=club,
            name=name,
            starts_on=starts_on,
            ends_on=ends_on,
            schedule=schedule,
            counting=dict(counting or {}),
        )
        try:
            with transaction.atomic():
                season.save(force_insert=True)
        except IntegrityError as error:
            raise ValidationFailed(
                f"The club has a season {name} already. Choose another name.", field="name"
            ) from error
        _note(season, actor)
    return season


def club_to_direct(club_id: UUID, actor: Actor) -> Club:
    """Lock a club that somebody directs: its audit and its feed have one writer.

    Args:
        club_id: public id.
        actor: who acts.

    Returns:
        The club, locked.

    Raises:
        NotFound: there is none, or it may not be seen.
        PermissionDenied: it may be seen, but not directed.
    """
    club = Club.objects.select_for_update().filter(public_id=club_id).first()
    if club is None:
        raise NotFound("There is no such club.")
    may_direct(actor, club)
    return club


def season_of(club: Club, season_id: UUID | None) -> Season | None:
    """Return a season of a club by its public id.

    Args:
        club: whose season it must be.
        season_id: as chosen; None for no season.

    Raises:
        ValidationFailed: the club has no such season; the field is ``season``.
    """
    if season_id is None:
        return None
    season = Season.objects.filter(club=club, public_id=season_id).first()
    if season is None:
        raise ValidationFailed(
            "The club has no such season. Choose one of its own.", field="season"
        )
    return season


def _note(season: Season, actor: Actor) -> None:
    """A season hangs on its club, which has an audit and a feed of its own."""
    root_id = season.club.public_id
    audit.record(
        root_kind="club",
        root_id=root_id,
        actor=actor,
        action="season.created",
        target=f"season:{season.public_id}",
        after={
            "name": season.name,
            "starts_on": season.starts_on,
            "ends_on": season.ends_on,
            "schedule": season.schedule,
        },
    )
    changes.publish(
        kind="club",
        root_id=root_id,
        type="season.created",
        payload={"season": season.public_id},
    )
