"""Every mutation of the desk as one line: how to make the night, and the step to take.

Shared by the tests of rights, of the audit and of the change feed.
"""

from collections.abc import Callable
from datetime import date, timedelta
from typing import Any, NamedTuple

from common.tabular import read_table
from tests.factories import (
    A_DAY,
    SYSTEM,
    a_checked_in_night,
    a_drafted_night,
    a_night,
    a_player,
    a_published_night,
    a_roster_file,
    entries_of,
    first_stage,
    play_off_stage,
    roster,
    rounds_of,
)
from tests.tournaments.pairs import a_night_for_pairs
from tournaments.models import Match
from tournaments.services.added_matches import add_match
from tournaments.services.chart_imports import import_chart
from tournaments.services.corrections import void_match
from tournaments.services.draw import discard_draft, generate_rounds, publish_rounds
from tournaments.services.entries import keep_seat, withdraw_entry
from tournaments.services.events import create_event, create_tournament, edit_event
from tournaments.services.imports import import_roster
from tournaments.services.lifecycle import cancel_event, open_check_in, open_event
from tournaments.services.nights import copy_night, create_night
from tournaments.services.pairs import draw_partners, split_pair
from tournaments.services.redraws import redraw_rounds
from tournaments.services.rosters import (
    add_walk_in,
    check_in,
    register_player,
    undo_check_in,
    withdraw_registration,
)
from tournaments.services.seasons import create_season
from tournaments.services.stages import add_stage, edit_stage, remove_stage
from tournaments.services.swaps import swap_players
from tournaments.services.tables import move_table

DIRECTORS = frozenset({"owner", "director"})
SCORERS = DIRECTORS | {"scorer"}
DESK = SCORERS | {"treasurer"}


class Mutation(NamedTuple):
    """A step on a night, who may take it, and what it is called in audit and feed."""

    action: str
    root: str
    roles: frozenset[str]
    scope: str
    make: Callable[..., Any]
    step: Callable[..., Any]


def _event(service, **values):
    return lambda event, actor: service(event_id=event.public_id, actor=actor, **values)


def _first(service, **values):
    return lambda event, actor: service(
        stage_id=first_stage(event).public_id, actor=actor, **values
    )


def _person(service, **values):
    return lambda event, actor: service(
        registration_id=roster(event)[0].public_id, actor=actor, **values
    )


def _club(service, **values):
    return lambda event, actor: service(
        club_id=event.tournament.club.public_id, actor=actor, **values
    )


def _weekend(event, actor):
    occasion = create_tournament(
        club_id=event.tournament.club.public_id, actor=actor, name="Weekend", starts_at=A_DAY
    )
    return create_event(tournament_id=occasion.public_id, actor=actor, name="Main")


def _register(event, actor):
    return register_player(
        tournament_id=event.tournament.public_id,
        actor=actor,
        player_id=a_player(event.tournament.club).public_id,
    )


def _withdraw_entry(event, actor):
    entry = entries_of(event)[0]
    return withdraw_entry(event_id=event.public_id, actor=actor, entry_id=entry.public_id)


def _move(event, actor):
    match = Match.objects.filter(round=rounds_of(event)[0], kind="pairing")[0]
    return move_table(match_id=match.public_id, actor=actor, table=7)


def _redrafted(*args, **values):
    event = a_published_night(*args, **values)
    add_walk_in(event_id=event.public_id, actor=SYSTEM, name="Robin Late")
    redraw_rounds(stage_id=first_stage(event).public_id, actor=SYSTEM)
    return event


def _four(*args, **values):
    return a_checked_in_night(*args, **{**values, "players": 4, "games": 1})


def _import(event, actor):
    table = read_table(b"round,table,a,b\n1,1,1,2\n1,2,3,4\n", "chart.csv")
    return import_chart(stage_id=first_stage(event).public_id, actor=actor, table=table)


def _a_pair(*args, **values):
    event = a_night_for_pairs(*args, **values)
    draw_partners(event_id=event.public_id, actor=SYSTEM)
    return event


def _part(event, actor):
    return split_pair(entry_id=entries_of(event)[0].public_id, actor=actor)


def _tables(event):
    return Match.objects.filter(round=rounds_of(event)[0], kind="pairing").order_by("number")[:2]


def _first_sides(event):
    return [match.sides.get(slot=1).entry.public_id for match in _tables(event)]


def _swap(event, actor):
    one, other = _first_sides(event)
    return swap_players(round_id=rounds_of(event)[0].public_id, actor=actor, one=one, other=other)


def _two_void(*args, **values):
    event = a_published_night(*args, **values)
    for match in _tables(event):
        void_match(match_id=match.public_id, actor=SYSTEM, reason="no board")
    return event


def _add(event, actor):
    return add_match(
        round_id=rounds_of(event)[0].public_id, actor=actor, entries=_first_sides(event)
    )


def _keep_seat(event, actor):
    return keep_seat(entry_id=entries_of(event)[0].public_id, actor=actor, keeps_seat=True)


def _remove(event, actor):
    return remove_stage(stage_id=play_off_stage(event).public_id, actor=actor)


_SEASON = {"name": "2026/27", "starts_on": date(2026, 9, 1), "ends_on": date(2027, 5, 31)}
_TONIGHT = {"name": "Tonight", "starts_at": A_DAY + timedelta(days=7)}
_NEW = {"name": "New", "starts_at": A_DAY}

MUTATIONS = (
    Mutation(
        "season.created", "club", DIRECTORS, "direct", a_night, _club(create_season, **_SEASON)
    ),
    Mutation("tournament.created", "new", DIRECTORS, "direct", a_night, _weekend),
    Mutation("event.created", "new", DIRECTORS, "direct", a_night, _club(create_night, **_NEW)),
    Mutation("roster.copied", "new", DIRECTORS, "direct", a_night, _event(copy_night, **_TONIGHT)),
    Mutation("event.edited", "event", DIRECTORS, "direct", a_night, _event(edit_event, fee="1")),
    Mutation("event.opened", "event", DIRECTORS, "direct", a_night, _event(open_event)),
    Mutation("event.checkin_opened", "event", DIRECTORS, "direct", a_night, _event(open_check_in)),
    Mutation(
        "event.cancelled",
        "event",
        DIRECTORS,
        "direct",
        a_night,
        _event(cancel_event, reason="snow"),
    ),
    Mutation(
        "stage.added", "event", DIRECTORS, "direct", a_night, _event(add_stage, kind="rotation")
    ),
    Mutation(
        "stage.edited",
        "event",
        DIRECTORS,
        "direct",
        a_night,
        _first(edit_stage, config={"games": 7}),
    ),
    Mutation("stage.removed", "event", DIRECTORS, "direct", a_night, _remove),
    Mutation("registration.added", "tournament", DESK, "direct", a_night, _register),
    Mutation(
        "roster.imported",
        "tournament",
        SCORERS,
        "direct",
        a_night,
        _event(import_roster, rows=a_roster_file(["Cy New"])),
    ),
    Mutation(
        "registration.walked_in",
        "tournament",
        SCORERS,
        "direct",
        a_checked_in_night,
        _event(add_walk_in, name="Robin Late"),
    ),
    Mutation(
        "registration.checked_in",
        "tournament",
        DESK,
        "direct",
        a_checked_in_night,
        _person(check_in, fee_paid=True),
    ),
    Mutation(
        "registration.check_in_undone",
        "tournament",
        DESK,
        "direct",
        a_checked_in_night,
        _person(undo_check_in),
    ),
    Mutation(
        "registration.withdrawn",
        "tournament",
        DESK,
        "direct",
        a_checked_in_night,
        _person(withdraw_registration),
    ),
    Mutation("entry.withdrawn", "event", DESK, "direct", a_checked_in_night, _withdraw_entry),
    Mutation(
        "round.drafted", "event", DIRECTORS, "direct", a_checked_in_night, _first(generate_rounds)
    ),
    Mutation(
        "round.discarded", "event", DIRECTORS, "direct", a_drafted_night, _first(discard_draft)
    ),
    Mutation(
        "round.published", "event", DIRECTORS, "direct", a_drafted_night, _first(publish_rounds)
    ),
    Mutation("round.redrawn", "event", DIRECTORS, "direct", _redrafted, _first(publish_rounds)),
    Mutation("round.swapped", "event", DIRECTORS, "direct", a_published_night, _swap),
    Mutation("round.imported", "event", DIRECTORS, "direct", _four, _import),
    Mutation("match.added", "event", DIRECTORS, "direct", _two_void, _add),
    Mutation("entry.seat_kept", "event", DESK, "direct", a_night, _keep_seat),
    Mutation("partners.drawn", "event", DESK, "direct", a_night_for_pairs, _event(draw_partners)),
    Mutation("pair.parted", "event", DESK, "direct", _a_pair, _part),
    Mutation("match.moved", "event", SCORERS, "score", a_published_night, _move),
)
