"""The table of a league: ties of teams, added up.

A tie counts when all its boards have results or somebody did not come to it; a
postponed one is open and counts for nobody. A team that left before half the
season takes all its ties with it; one that left later keeps its first half.

=====================  ================================================
key                    measures
=====================  ================================================
``points``             of the league, deductions taken off
``ties_won``           ties won
``legs_won``           legs won
``leg_difference``     legs won less legs lost
``boards_won``         boards won
``head_to_head``       ties won among the tied, if all of them met
``play_off_game``      as in every table
=====================  ================================================

Rule: docs/rules.md#league
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple, get_args

from tournaments.standings.table import CardLine, Row
from tournaments.standings.tiebreaks import (
    TIE_BREAKS,
    EqualPlace,
    Evidence,
    Measure,
    PlayOffGame,
    TieReason,
    check_chain,
    rank,
)
from tournaments.ties import TieVerdict

Leaving = Literal["half_season", "void_all", "keep_played"]

LEAVINGS: tuple[Leaving, ...] = get_args(Leaving)
LEAGUE_CHAIN = ("points", "legs_won", "boards_won", "head_to_head", "play_off_game")


class PlayedTie(NamedTuple):
    """A fixture and what it counts; an open or postponed one has no verdict."""

    round: int
    home: int
    away: int
    verdict: TieVerdict | None = None


class Deduction(NamedTuple):
    """Points taken off a team, in parts of a point, and why."""

    entry: int
    points: int
    reason: str


class LeagueRow(NamedTuple):
    """One team's line; ``points`` have the ``deducted`` taken off, in parts."""

    place: int
    entry: int
    played: int = 0
    won: int = 0
    drawn: int = 0
    lost: int = 0
    boards_for: int = 0
    boards_against: int = 0
    legs_for: int = 0
    legs_against: int = 0
    deducted: int = 0
    points: int = 0


@dataclass(frozen=True, slots=True)
class LeagueTable:
    """Rows best first, what separated them, and who shares a place."""

    rows: tuple[LeagueRow, ...]
    ties: tuple[TieReason, ...]
    equal: tuple[EqualPlace, ...]


_COLUMNS: Mapping[str, Callable[[LeagueRow], int]] = {
    "points": lambda row: row.points,
    "ties_won": lambda row: row.won,
    "legs_won": lambda row: row.legs_for,
    "leg_difference": lambda row: row.legs_for - row.legs_against,
    "boards_won": lambda row: row.boards_for,
}


def check_league_chain(chain: Sequence[str]) -> tuple[str, ...]:
    """Check a chain of tie-breaks of a league.

    Args:
        chain: keys, the strongest first.

    Returns:
        The chain as a tuple.

    Raises:
        ConfigInvalid: empty, an unknown key, or a key twice.
    """
    return check_chain(chain, _measures({}))


def ties_that_count(
    ties: Iterable[PlayedTie],
    left: Mapping[int, int],
    *,
    rounds: int,
    leaving: Leaving = "half_season",
) -> tuple[PlayedTie, ...]:
    """Leave out what a team that withdrew takes with it.

    Args:
        ties: of the season.
        left: for each team that withdrew, the first round it no longer plays.
        rounds: of the whole season.
        leaving: ``half_season`` voids all ties of a team that left in the first
            half, and those of the second half of one that left later;
            ``void_all`` and ``keep_played`` do what they say.

    Returns:
        The ties that stand, for both of their teams.

    Rule: docs/rules.md#league
    """
    half = (rounds + 1) // 2
    last = {
        entry: {
            "half_season": half if first_missed > half else 0,
            "void_all": 0,
            "keep_played": first_missed - 1,
        }[leaving]
        for entry, first_missed in left.items()
    }
    return tuple(
        tie
        for tie in ties
        if all(tie.round <= last.get(team, rounds) for team in (tie.home, tie.away))
    )


def league_table(
    entries: Sequence[int],
    ties: Sequence[PlayedTie],
    chain: Sequence[str] = LEAGUE_CHAIN,
    *,
    deductions: Sequence[Deduction] = (),
    play_offs: Sequence[PlayOffGame] = (),
) -> LeagueTable:
    """Add up the ties of a league and give places.

    Args:
        entries: every team, also one that has not played.
        ties: those that count; open ones count for nobody.
        chain: keys of this module, the strongest first.
        deductions: points taken off.
        play_offs: play-off games between tied teams, if any were played.

    Returns:
        The table; teams that the chain cannot separate share a place.

    Raises:
        ConfigInvalid: as ``check_league_chain``.
        KeyError: a tie or a deduction of a team that is no entry.

    Rule: docs/rules.md#league
    """
    rows = {entry: LeagueRow(0, entry) for entry in entries}
    meetings: dict[int, list[CardLine]] = {entry: [] for entry in entries}
    for tie in ties:
        if tie.verdict is not None:
            for slot, (mine, theirs) in enumerate(((tie.home, tie.away), (tie.away, tie.home))):
                rows[mine] = _with(rows[mine], tie.verdict, slot)
                won = tie.verdict.winner == slot + 1
                meetings[mine].append(CardLine(mine, theirs, won, None, None, "none"))
    for entry, points, _ in deductions:
        row = rows[entry]
        rows[entry] = row._replace(deducted=row.deducted + points, points=row.points - points)
    ranking = rank(
        [Row(0, entry) for entry in entries],
        chain,
        meetings=meetings,
        play_offs=play_offs,
        measures=_measures(rows),
    )
    placed = tuple(rows[row.entry]._replace(place=row.place) for row in ranking.rows)
    return LeagueTable(placed, ranking.ties, ranking.equal)


def _with(row: LeagueRow, verdict: TieVerdict, slot: int) -> LeagueRow:
    outcome, other = verdict.outcomes[slot], 1 - slot
    return row._replace(
        played=row.played + 1,
        won=row.won + (outcome == "won"),
        drawn=row.drawn + (outcome == "drawn"),
        lost=row.lost + (outcome == "lost"),
        boards_for=row.boards_for + verdict.boards[slot],
        boards_against=row.boards_against + verdict.boards[other],
        legs_for=row.legs_for + verdict.legs[slot],
        legs_against=row.legs_against + verdict.legs[other],
        points=row.points + verdict.points[slot],
    )


def _measures(rows: Mapping[int, LeagueRow]) -> Mapping[str, Measure]:
    kept = {key: TIE_BREAKS[key] for key in ("head_to_head", "play_off_game")}
    return {key: _column(rows, value) for key, value in _COLUMNS.items()} | kept


def _column(rows: Mapping[int, LeagueRow], value: Callable[[LeagueRow], int]) -> Measure:
    def measure(tied: Sequence[Row], _: Evidence) -> Sequence[int]:
        return [value(rows[row.entry]) for row in tied]

    return measure
