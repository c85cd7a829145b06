"""Clubs and nights for tests, made the way the desk makes them: by the services.

Nothing here writes a row that a service would not write, so a test never meets a
state that the rules cannot reach. Names are evidently made up.
"""

from collections.abc import Sequence
from datetime import UTC, datetime
from itertools import count
from typing import Any

from django.contrib.auth import get_user_model

from clubs.models import Club, Player
from clubs.services.clubs import create_club, grant_role
from clubs.services.players import create_player
from common.actor import Actor
from tournaments.models import Entry, Event, Registration, Round, Stage
from tournaments.roster import RosterFile, RosterRow
from tournaments.services.draw import generate_rounds, publish_rounds
from tournaments.services.imports import import_roster
from tournaments.services.lifecycle import open_check_in
from tournaments.services.nights import create_night
from tournaments.services.rosters import check_in

SYSTEM = Actor.system(agent="cli")
A_DAY = datetime(2026, 10, 6, 18, 0, tzinfo=UTC)
A_SEED = 15_2
_counter = count(1)


def a_club(**values: Any) -> Club:
    """Make a club of its own name; any value of ``create_club`` may be given."""
    number = next(_counter)
    return create_club(
        actor=SYSTEM, **{"name": f"Pegtown {number}", "slug": f"pegtown-{number}", **values}
    )


def a_user(**values: Any) -> Any:
    """Make a login without any role."""
    return get_user_model().objects.create_user(username=f"user-{next(_counter)}", **values)


def someone(club: Club, role: str) -> Actor:
    """Make a person with one role in a club, acting from the admin."""
    user = a_user()
    grant_role(club_id=club.public_id, user_id=user.pk, role=role, actor=SYSTEM)
    return Actor.person(user.pk, agent="admin")


def an_organiser(club: Club) -> Actor:
    """Make a person who directs a club."""
    return someone(club, "director")


def a_stranger() -> Actor:
    """Make a person who has nothing to do with any club."""
    return Actor.person(a_user().pk, agent="admin")


def a_token(club: Club, *scopes: str) -> Actor:
    """Make an app with scopes, whose maker directs the club."""
    maker = an_organiser(club)
    return Actor(
        kind="token",
        agent="api",
        label="app",
        user_id=maker.user_id,
        token_id=next(_counter),
        club_id=club.pk,
        scopes=frozenset(scopes),
    )


def a_player(club: Club, name: str = "", **values: Any) -> Player:
    """Make a member of a club."""
    name = name or f"Pat Player{next(_counter)}"
    return create_player(
        club_id=club.public_id, values={"display_name": name, **values}, actor=SYSTEM
    )


def a_night(
    club: Club | None = None,
    *,
    players: int | Sequence[str] = 0,
    actor: Actor = SYSTEM,
    **values: Any,
) -> Event:
    """Make a night, a draft, with so many (or these) people on its roster."""
    club = club or a_club()
    event = create_night(
        club_id=club.public_id, actor=actor, **{"name": "Tuesday", "starts_at": A_DAY, **values}
    )
    if players:
        import_roster(event_id=event.public_id, actor=actor, rows=a_roster_file(players))
    return event


def a_roster_file(players: int | Sequence[str]) -> RosterFile:
    """Make a roster file of so many people (or of these names), without numbers."""
    numbered = isinstance(players, int)
    names = [f"Player {n:02}" for n in range(1, players + 1)] if numbered else players
    return RosterFile(tuple(RosterRow(line, name) for line, name in enumerate(names, start=2)))


def a_checked_in_night(club: Club | None = None, *, players: int = 8, **values: Any) -> Event:
    """Make a night with open check-in, where everybody is there."""
    event = a_night(club, players=players, **values)
    open_check_in(event_id=event.public_id, actor=SYSTEM)
    for one in roster(event):
        check_in(registration_id=one.public_id, actor=SYSTEM)
    return Event.objects.get(pk=event.pk)


def a_drafted_night(
    club: Club | None = None, *, players: int = 8, rng_seed: int = A_SEED, **values: Any
) -> Event:
    """Make a night whose seating is drafted and not published."""
    event = a_checked_in_night(club, players=players, **values)
    generate_rounds(stage_id=first_stage(event).public_id, actor=SYSTEM, rng_seed=rng_seed)
    return event


def a_published_night(
    club: Club | None = None, *, players: int = 8, rng_seed: int = A_SEED, **values: Any
) -> Event:
    """Make a night whose games can be played."""
    event = a_drafted_night(club, players=players, rng_seed=rng_seed, **values)
    publish_rounds(stage_id=first_stage(event).public_id, actor=SYSTEM)
    return Event.objects.get(pk=event.pk)


def first_stage(event: Event) -> Stage:
    """Return the stage of the games."""
    return Stage.objects.get(event=event, number=1)


def play_off_stage(event: Event) -> Stage:
    """Return the stage of the play-offs."""
    return Stage.objects.get(event=event, number=2)


def roster(event: Event) -> list[Registration]:
    """List the registrations of a night by number."""
    return list(
        Registration.objects.select_related("player")
        .filter(tournament_id=event.tournament_id)
        .order_by("number")
    )


def entries_of(event: Event) -> list[Entry]:
    """List the entries of an event by number."""
    return list(Entry.objects.filter(event=event).order_by("number"))


def rounds_of(event: Event) -> list[Round]:
    """List the rounds of the first stage by number."""
    return list(Round.objects.filter(stage__event=event, stage__number=1).order_by("number"))
