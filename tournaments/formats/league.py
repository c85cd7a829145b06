"""League: teams meet at home and away in ties of several boards.

Settings: ``double`` (true: every two at both venues), ``boards`` (three pairs),
``points``, ``decided_by`` (legs), ``walkover``, ``leaving`` (half_season),
``tie_break`` and ``calendar`` (a date a matchday; none). Those of a match (five
legs, all played) hold for every board that says nothing else.

Rule: docs/rules.md#league
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from tournaments.errors import ConfigInvalid, PairingImpossible
from tournaments.formats.base import (
    EntrySide,
    Plan,
    PlannedBoard,
    PlannedMatch,
    PlannedRound,
    PlanRequest,
    Progress,
)
from tournaments.formats.charts import checks_of
from tournaments.formats.league_settings import (
    ALL_FIVE_LEGS,
    SETTINGS,
    league_settings,
    tie_rules,
)
from tournaments.formats.settings import match_settings, refuse_unknown
from tournaments.pairing.checks import Checks
from tournaments.pairing.fixtures import FixtureRound, fixture_rounds

title = "League"
label = "League"
about = "Teams play one another at home and away over a season."
fewest = 2
most_sides = 2
needs_results = False
takes_latecomers = False
is_knockout = False


def check_config(config: Mapping[str, object]) -> dict[str, object]:
    """Check the settings of a league and fill in what is left out.

    Args:
        config: as this module says.

    Returns:
        All settings, as plain values.

    Raises:
        ConfigInvalid: an unknown setting, or one that cannot be.
    """
    refuse_unknown(config, *SETTINGS)
    match = match_settings(config, ALL_FIVE_LEGS)
    return {**league_settings({**config, **match}), **match}


def plan(request: PlanRequest) -> Plan:
    """Plan the fixtures of a season, or those that are left of one.

    Args:
        request: teams in the order of their draw numbers. Once a ``chart`` or
            ``history`` exists the fixtures stay as they are: where a team has
            left, its opponents are free.

    Returns:
        One round a matchday, each tie with its boards, the home team first.

    Raises:
        PairingImpossible: fewer than two teams; a team joins during a season.
        SameEntryTwice: a team is named twice.
        ConfigInvalid: as ``check_config``; fewer dates than matchdays.
    """
    config = check_config(request.config)
    boards = boards_of(config)
    if request.history or request.chart:
        rounds = _what_is_left(request)
    else:
        fixtures = fixture_rounds(request.entries, double=config["double"] is True)
        rounds = tuple(_planned(day, boards) for day in fixtures)
    rounds = _dated(rounds, config["calendar"])
    return Plan(rounds, "league:circle", _checks([*request.history, *rounds]))


def is_over(progress: Progress) -> bool:
    """Say whether every tie has its result.

    Args:
        progress: rounds and results so far; a void tie counts as settled, a
            postponed one does not.

    Returns:
        True when no tie is left to play.
    """
    return progress.is_all_settled


def boards_of(config: Mapping[str, object]) -> tuple[PlannedBoard, ...]:
    """List the boards of every tie of a league, in the order of play.

    Args:
        config: the settings of a stage.

    Raises:
        ConfigInvalid: as ``check_config``.
    """
    return tuple(_boards(config))


def _boards(config: Mapping[str, object]) -> Iterator[PlannedBoard]:
    for number, board in enumerate(tie_rules(config).boards, start=1):
        legs = board.legs
        yield PlannedBoard(number, board.members, legs.best_of, legs.counting, board.variant)


def _planned(day: FixtureRound, boards: tuple[PlannedBoard, ...]) -> PlannedRound:
    return PlannedRound(
        day.number,
        f"Matchday {day.number}",
        tuple(
            PlannedMatch(
                number=number,
                sides=(EntrySide(fixture.home), EntrySide(fixture.away)),
                kind="tie",
                meeting=fixture.meeting,
                boards=boards,
            )
            for number, fixture in enumerate(day.fixtures, start=1)
        ),
        day.free,
    )


def _what_is_left(request: PlanRequest) -> tuple[PlannedRound, ...]:
    teams = set(request.entries)
    known = {
        entry
        for round_ in (*request.history, *request.chart)
        for entry in (*round_.sit_outs, *(e for match in round_.matches for e in match.entries))
    }
    if not teams <= known:
        raise PairingImpossible(
            "A team joins a league between two seasons. Enter it in the next one.",
            entries=len(teams - known),
        )
    return tuple(_without(round_, teams) for round_ in request.chart)


def _without(round_: PlannedRound, teams: set[int]) -> PlannedRound:
    stays = [match for match in round_.matches if teams.issuperset(match.entries)]
    playing = {entry for match in stays for entry in match.entries}
    free = (*round_.sit_outs, *(entry for match in round_.matches for entry in match.entries))
    return replace(
        round_,
        matches=tuple(stays),
        sit_outs=tuple(entry for entry in free if entry in teams - playing),
    )


def _dated(rounds: Sequence[PlannedRound], calendar: object) -> tuple[PlannedRound, ...]:
    dates = calendar if isinstance(calendar, list) else []
    if not dates:
        return tuple(rounds)
    last = max((round_.number for round_ in rounds), default=0)
    if len(dates) < last:
        raise ConfigInvalid(
            f"There are {last} matchdays and {len(dates)} dates. Add dates, or leave all out.",
            field="config.calendar",
        )
    return tuple(replace(round_, held_on=dates[round_.number - 1]) for round_ in rounds)


def _checks(rounds: Iterable[PlannedRound]) -> Checks:
    """Count without first deals and repeats: both belong to a league."""
    counted = checks_of(list(rounds))
    return replace(counted, repeats=0, repeat_list=(), first_deals={}, first_deal_gap=0)
