"""Fixtures of a league: every two teams meet once or twice, at home and away.

The first half is a circle: team n stays, the others turn, and tables next to
each other in the circle play at home in turn. So of an even number of teams each
plays twice running at home or away once at most, and of an odd number none does;
the team that would meet nobody is free. The second half has the other venues and
begins at that round of the first which keeps runs shortest.

Rule: docs/rules.md#league
"""

from collections.abc import Sequence
from typing import NamedTuple

from tournaments.errors import PairingImpossible, SameEntryTwice

FEWEST_TEAMS = 2


class Fixture(NamedTuple):
    """One match of two teams; ``meeting`` is 2 in the second half."""

    home: int
    away: int
    meeting: int = 1


class FixtureRound(NamedTuple):
    """One matchday, and the team that is free where their number is odd."""

    number: int
    fixtures: tuple[Fixture, ...]
    free: tuple[int, ...] = ()


def fixture_rounds(teams: Sequence[int], *, double: bool = True) -> tuple[FixtureRound, ...]:
    """List the fixtures of a season.

    Args:
        teams: in the order of their draw numbers.
        double: every two meet at both venues, else once.

    Returns:
        The matchdays. Of an even number of teams in a single season home and
        away matches of a team differ by one, else not at all; nobody plays
        three times running at one venue.

    Raises:
        PairingImpossible: fewer than two teams.
        SameEntryTwice: a team is named twice.

    Rule: docs/rules.md#league
    """
    if len(teams) < FEWEST_TEAMS:
        raise PairingImpossible(
            f"A league needs {FEWEST_TEAMS} teams, and there are {len(teams)}.",
            entries=len(teams),
        )
    if len(set(teams)) != len(teams):
        raise SameEntryTwice("A team is named twice. Name every team once.")
    first = _first_half(teams)
    second = min(_second_halves(first), key=lambda half: longest_run([*first, *half]))
    days = [*first, *second] if double else first
    return tuple(day._replace(number=number) for number, day in enumerate(days, start=1))


def longest_run(rounds: Sequence[FixtureRound]) -> int:
    """Count how often somebody plays at one venue without a change, at most.

    Args:
        rounds: in order; a free round neither lengthens a run nor ends it.

    Returns:
        The length of the longest run.
    """
    runs: dict[int, tuple[bool, int]] = {}
    longest = 0
    for round_ in rounds:
        for home, away, _ in round_.fixtures:
            for team, is_home in ((home, True), (away, False)):
                was_home, length = runs.get(team, (is_home, 0))
                runs[team] = (is_home, length + 1 if was_home == is_home else 1)
                longest = max(longest, runs[team][1])
    return longest


def _first_half(teams: Sequence[int]) -> list[FixtureRound]:
    turning = len(teams) - 1 + len(teams) % 2
    return [_day(teams, turning, number) for number in range(turning)]


def _day(teams: Sequence[int], turning: int, number: int) -> FixtureRound:
    """Of a circle of so many places: place ``number`` meets whoever stays."""
    fixtures = []
    free: tuple[int, ...] = ()
    facing = teams[number]
    if turning < len(teams):
        stays = teams[turning]
        fixtures.append(Fixture(stays, facing) if number % 2 else Fixture(facing, stays))
    else:
        free = (facing,)
    for apart in range(1, turning // 2 + 1):
        one, other = teams[(number + apart) % turning], teams[(number - apart) % turning]
        fixtures.append(Fixture(one, other) if apart % 2 else Fixture(other, one))
    return FixtureRound(number + 1, tuple(fixtures), free)


def _second_halves(first: Sequence[FixtureRound]) -> list[list[FixtureRound]]:
    swapped = [
        day._replace(fixtures=tuple(Fixture(away, home, 2) for home, away, _ in day.fixtures))
        for day in first
    ]
    return [[*swapped[start:], *swapped[:start]] for start in range(len(swapped))]
