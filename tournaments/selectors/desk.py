"""What the desk reads beside the night itself: its nights, its people, its record."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.contrib.auth import get_user_model
from django.db.models import Count, Q, QuerySet

from clubs import access
from clubs.access import Viewer
from clubs.models import Club, ClubRole, Player
from clubs.numbers import member_no_key
from common.errors import NotFound
from common.models import Audit
from tournaments.models import Event, Match, Registration, ResultClaim, SeasonScore, Stage
from tournaments.selectors.matches import with_sides

MOST_NIGHTS = 8
MOST_LINES = 300
MOST_NAMES = 1_000


@dataclass(frozen=True, slots=True)
class RecordLine:
    """One line of the audit with the name of who did it."""

    at: datetime
    who: str
    action: str
    about: str
    after: object
    reason: str


def desk_events(viewer: Viewer) -> QuerySet[Event]:
    """Return the events somebody may open on the desk, with occasion, club and season.

    Args:
        viewer: a user or an actor.
    """
    events = Event.objects.select_related("tournament__club", "season")
    return access.staffed(viewer, events, club="tournament__club")


def desk_event(viewer: Viewer, event_id: UUID) -> Event:
    """Return an event for its console.

    Args:
        viewer: a user or an actor.
        event_id: public id.

    Raises:
        NotFound: there is none, or he does not work for its club.
    """
    event = desk_events(viewer).filter(public_id=event_id).first()
    if event is None:
        raise NotFound("There is no such night.")
    return event


def recent_nights(viewer: Viewer) -> Sequence[Event]:
    """List the newest events of the clubs somebody works for, with counts of people.

    Args:
        viewer: a user or an actor.

    Returns:
        The newest first, each with ``registered`` and ``checked_in``; one query.
    """
    people = "tournament__registrations"
    staying = ~Q(**{f"{people}__status": Registration.Status.WITHDRAWN})
    there = Q(**{f"{people}__status": Registration.Status.CHECKED_IN})
    counted = desk_events(viewer).annotate(
        registered=Count(people, filter=staying), checked_in=Count(people, filter=there)
    )
    return list(counted.order_by("-tournament__starts_at", "-pk")[:MOST_NIGHTS])


def night_under_way(nights: Sequence[Event]) -> Event | None:
    """Choose the night that the desk goes on with.

    Args:
        nights: as ``recent_nights`` lists them.

    Returns:
        The newest that is checked in, played or waits to be published; else the
        next that is being prepared.
    """
    busy = (Event.State.CHECKIN, Event.State.RUNNING, Event.State.REVIEW)
    early = (Event.State.DRAFT, Event.State.OPEN)
    prepared = (one for one in reversed(nights) if one.state in early)
    return next((one for one in nights if one.state in busy), next(prepared, None))


def night_to_copy(nights: Sequence[Event]) -> Event | None:
    """Choose the night that tonight is made from: the last one that was played.

    Args:
        nights: as ``recent_nights`` lists them.
    """
    played = (Event.State.FINAL, Event.State.REVIEW, Event.State.RUNNING)
    last = (one for one in nights if one.state in played)
    return next(last, nights[0] if nights else None)


def directed_clubs(viewer: Viewer) -> QuerySet[Club]:
    """Return the clubs whose nights somebody may set up.

    Args:
        viewer: a user or an actor.
    """
    clubs = access.staffed(viewer, Club.objects.order_by("name"), club="")
    user_id = getattr(viewer, "pk", None)
    if getattr(viewer, "is_superuser", False) or user_id is None:
        return clubs
    directing = ClubRole.objects.filter(user_id=user_id, role__in=("owner", "director"))
    return clubs.filter(pk__in=directing.values("club_id"))


def players_to_add(event: Event) -> Sequence[Player]:
    """List the players of the club who are not on the roster of an occasion.

    Args:
        event: of the occasion.

    Returns:
        The active ones by name; one query.
    """
    here = Registration.objects.filter(tournament_id=event.tournament_id)
    staying = here.exclude(status=Registration.Status.WITHDRAWN)
    players = Player.objects.filter(
        club_id=event.tournament.club_id, is_active=True, merged_into=None
    ).exclude(pk__in=staying.values("player_id"))
    return list(players.order_by("sort_name", "pk")[:MOST_NAMES])


def players_meant(club: Club, text: str) -> Sequence[Player]:
    """List the players of a club that a typed name or number means exactly.

    Args:
        club: whose players.
        text: a whole name, a member number, or "name (number)".
    """
    text = text.strip()
    name, _, number = text.removesuffix(")").rpartition(" (")
    players = Player.objects.filter(club=club, is_active=True, merged_into=None)
    wanted = Q(display_name__iexact=text) | Q(sort_name__iexact=text)
    if member_no_key(text):
        wanted |= Q(member_no_key=member_no_key(text))
    if name:
        wanted |= Q(display_name__iexact=name.strip(), member_no=number)
    return list(players.filter(wanted).order_by("sort_name", "pk"))


def accepted_games(stage: Stage) -> dict[int, Sequence[dict[str, object]]]:
    """Return the games of every accepted result of a stage, by key of the match.

    Args:
        stage: any.
    """
    accepted = ResultClaim.objects.filter(
        match__stage=stage, state=ResultClaim.State.ACCEPTED
    ).values_list("match_id", "payload")
    return {match: payload["games"] for match, payload in accepted}


def scores_of(event: Event) -> Sequence[SeasonScore]:
    """List the season points written for an event, the most first.

    Args:
        event: any state.
    """
    scores = SeasonScore.objects.filter(event=event).select_related("player", "season")
    return sorted(scores, key=lambda one: (-(one.points or 0), one.player.sort_name))


def record_of(event: Event) -> Sequence[RecordLine]:
    """List what was done to an event and its occasion, the newest first.

    Args:
        event: with its tournament.

    Returns:
        At most 300 lines, with names of who did it and whom it was about; the
        same few queries at any size.
    """
    roots = Q(root_kind="event", root_id=event.public_id) | Q(
        root_kind="tournament", root_id=event.tournament.public_id
    )
    rows = list(Audit.objects.filter(roots).order_by("-at", "-pk")[:MOST_LINES])
    keys = {row.actor_key.removeprefix("user:") for row in rows if row.actor_key[:5] == "user:"}
    users = get_user_model().objects.filter(pk__in=[key for key in keys if key.isdigit()])
    names = {f"user:{user.pk}": user.get_username() for user in users}
    called = _called(event)
    return [
        RecordLine(
            at=row.at,
            who=names.get(row.actor_key, _who(row)),
            action=row.action,
            about=called.get(row.target, ""),
            after=row.after,
            reason=row.reason,
        )
        for row in rows
    ]


def _who(row: Audit) -> str:
    return "the site itself" if row.actor_key.startswith("system:") else row.actor_label


def _called(event: Event) -> dict[str, str]:
    """Name what lines are about: matches by round, table and sides, people by name."""
    people = Registration.objects.filter(tournament_id=event.tournament_id)
    called = {
        f"registration:{public_id}": name
        for public_id, name in people.values_list("public_id", "player__display_name")
    }
    for match in with_sides(Match.objects.filter(stage__event=event)):
        names = " – ".join(side.entry.display for side in match.sides.all() if side.entry)
        table = f", table {match.table}" if match.table else ""
        called[f"match:{match.public_id}"] = f"{match.round.name}{table}: {names}"
    return called
