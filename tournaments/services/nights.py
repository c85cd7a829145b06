"""A club night in one step: from a preset, or from last week."""

from datetime import datetime
from typing import Unpack
from uuid import UUID

from django.db import transaction

from common.actor import Actor
from common.errors import NotFound
from common.text import clean_text
from tournaments.models import Event, Registration, Season, Stage, StageFeed, Tournament
from tournaments.services.documents import checked_preset
from tournaments.services.enrolment import enrol
from tournaments.services.entries import members_of_a_side
from tournaments.services.events import LONGEST_PLACE, Options, create_event, create_tournament
from tournaments.services.night_stages import Shape, add_night_stages
from tournaments.services.records import bump, note
from tournaments.services.rights import may_direct
from tournaments.services.stages import add_feed, add_stage


def create_night(
    *,
    club_id: UUID,
    actor: Actor,
    name: str,
    starts_at: datetime,
    place: str = "",
    preset: str = "casual",
    season_id: UUID | None = None,
    fee: str = "",
    public_level: str = "full",
    options: Options | None = None,
    **shape: Unpack[Shape],
) -> Event:
    """Set up a club night from a preset: games or a bracket, and what follows them.

    Args:
        club_id: public id of the club.
        actor: directs the club.
        name: what the night is called.
        starts_at: aware instant.
        place: where; may be empty.
        preset: key of the preset.
        season_id: public id of the season its points go to; None for none.
        fee: in words; may be empty.
        public_level: how much strangers see.
        options: changes to the preset, under ``rules`` and ``ruleset``.
        shape: which stages; left out, games on a chart, then the play-offs.

    Returns:
        The event, a draft with its stages.

    Raises:
        NotFound, PermissionDenied: no such club, or not to be directed.
        ValidationFailed: a value cannot be.
    """
    chosen = checked_preset(preset)
    with transaction.atomic():
        occasion = create_tournament(
            club_id=club_id, actor=actor, name=name, starts_at=starts_at, place=place, is_night=True
        )
        event = create_event(
            tournament_id=occasion.public_id,
            actor=actor,
            name=name,
            preset=preset,
            season_id=season_id,
            fee=fee,
            public_level=public_level,
            options=options,
        )
        add_night_stages(event, chosen, shape, actor=actor)
    return event


def copy_night(
    *,
    event_id: UUID,
    actor: Actor,
    name: str,
    starts_at: datetime,
    with_roster: bool = True,
    place: str | None = None,
) -> Event:
    """Set up tonight as last week: rules, stages and, if wanted, the people.

    Args:
        event_id: public id of the event to copy.
        actor: directs the club.
        name: of the new night.
        starts_at: of the new night.
        with_roster: register everybody who was not withdrawn and still plays
            at the club, in the order of their numbers.
        place: of the new night; left out, the same.

    Returns:
        The new event, a draft; nobody is checked in.

    Raises:
        NotFound, PermissionDenied: no such event, or not to be directed.
        ValidationFailed: a value cannot be.
    """
    with transaction.atomic():
        old = _event_to_copy(event_id, actor)
        occasion = create_tournament(
            club_id=old.tournament.club.public_id,
            actor=actor,
            name=name,
            starts_at=starts_at,
            place=old.tournament.place
            if place is None
            else clean_text(place, field="place", longest=LONGEST_PLACE),
            is_night=True,
        )
        event = create_event(
            tournament_id=occasion.public_id,
            actor=actor,
            name=name,
            preset=old.preset,
            season_id=_season_on(old.season, starts_at),
            fee=old.fee,
            public_level=old.public_level,
            cloned_from=old,
        )
        event.planned_minutes, event.boards_needed = old.planned_minutes, old.boards_needed
        bump(event, "planned_minutes", "boards_needed")
        _copy_stages(old, event, actor)
        if with_roster:
            _copy_roster(old.tournament, event, actor)
    return event


def _event_to_copy(event_id: UUID, actor: Actor) -> Event:
    events = Event.objects.select_related("tournament__club", "season")
    event = events.filter(public_id=event_id).first()
    if event is None:
        raise NotFound("There is no such event.")
    may_direct(actor, event.tournament.club)
    checked_preset(event.preset)
    return event


def _season_on(season: Season | None, starts_at: datetime) -> UUID | None:
    if season is None or not season.starts_on <= starts_at.date() <= season.ends_on:
        return None
    return season.public_id


def _copy_stages(old: Event, event: Event, actor: Actor) -> None:
    copies: dict[int, Stage] = {}
    for stage in Stage.objects.filter(event=old).order_by("number"):
        copies[stage.pk] = add_stage(
            event_id=event.public_id,
            actor=actor,
            kind=stage.kind,
            # An anchor is an entry of the old night.
            config={name: stage.config[name] for name in stage.config if name != "anchor"},
            name=stage.name,
        )
    for feed in StageFeed.objects.filter(stage__event=old).order_by("pk"):
        add_feed(
            stage_id=copies[feed.stage_id].public_id,
            actor=actor,
            source_id=copies[feed.source_id].public_id,
            rule=feed.rule,
            params=feed.params,
        )


def _copy_roster(old: Tournament, event: Event, actor: Actor) -> None:
    known = Registration.objects.select_related("player").filter(
        tournament=old, player__is_active=True, player__merged_into=None
    )
    staying = known.exclude(status=Registration.Status.WITHDRAWN).order_by("number")
    made = enrol(
        event.tournament,
        event if members_of_a_side(event) == 1 else None,
        [(one.player, one.is_guest) for one in staying],
    )
    note(
        event.tournament,
        actor=actor,
        action="roster.copied",
        target=event.tournament,
        after={"from": old.public_id, "registrations": len(made)},
        payload={"registrations": len(made)},
    )
