"""Whether everybody reaches the games of the night: proved before anything is published.

Who joins late owes the games from then on; the ones before are *missed*, and worth
nothing. Who sits out is *short* of a game, and one of three ways makes up for it:

================  ==========================================================
way               a sit-out
================  ==========================================================
``scored``        is worth what the event's rules say
``house_player``  does not happen: a house player fills the odd seat
``extra_game``    is played after the last round by those who sat out
================  ==========================================================

An odd field cannot play an odd number of games each: n times g is odd, and every
game has two players. Then an extra game leaves one of them short.

Rule: docs/rules.md#finishable
"""

from collections.abc import Sequence
from typing import Literal, NamedTuple, get_args

from tournaments.errors import NotFinishable
from tournaments.pairing.charts import ChartRound
from tournaments.pairing.checks import chart_checks

WayOut = Literal["scored", "house_player", "extra_game"]
WAYS_OUT: tuple[WayOut, ...] = get_args(WayOut)


class Tally(NamedTuple):
    """What a chart gives one entry: games, sit-outs, and rounds without either."""

    entry: int
    games: int
    sit_outs: int
    missed: int


def tallies(rounds: Sequence[ChartRound], present: Sequence[int]) -> tuple[Tally, ...]:
    """Count what a whole night gives everybody who is there.

    Args:
        rounds: what was played, and what is to come.
        present: who plays on, in any order.

    Returns:
        One each, in the order given; whoever has left is not asked about.
    """
    checks = chart_checks(rounds)
    there = [round_.present for round_ in rounds]
    return tuple(
        Tally(
            entry,
            checks.games.get(entry, 0),
            checks.sit_outs.get(entry, 0),
            sum(entry not in present_then for present_then in there),
        )
        for entry in present
    )


def short_of(
    rounds: Sequence[ChartRound], present: Sequence[int], *, games: int, played: int = 0
) -> tuple[Tally, ...]:
    """List who would not reach the games of the night.

    Args:
        rounds: what was played, and what is to come.
        present: who plays on.
        games: of the night, each.
        played: how many of the rounds are over; a game missed there was lost by
            coming late, and is not owed.

    Returns:
        Those who play fewer, the fewest first as they are given.
    """
    late = {one.entry: one.missed for one in tallies(rounds[:played], present)}
    return tuple(
        one for one in tallies(rounds, present) if one.games + late.get(one.entry, 0) < games
    )


def require_finishable(
    rounds: Sequence[ChartRound],
    present: Sequence[int],
    *,
    games: int,
    played: int = 0,
    way: WayOut = "scored",
) -> tuple[Tally, ...]:
    """Prove that everybody reaches the games of the night, or is made up for it.

    Args:
        rounds: what was played, and what is to come.
        present: who plays on.
        games: of the night, each.
        played: how many of the rounds are over.
        way: what makes up for a sit-out.

    Returns:
        Who plays fewer games and is made up for each of them by the score.

    Raises:
        NotFinishable: somebody is short of a game that nothing makes up for;
            ``short`` lists them with their games, ``ways_out`` the three ways.

    Rule: docs/rules.md#finishable
    """
    short = short_of(rounds, present, games=games, played=played)
    late = {one.entry: one.missed for one in tallies(rounds[:played], present)}
    owed = [
        one
        for one in short
        if way != "scored" or one.games + one.sit_outs + late.get(one.entry, 0) < games
    ]
    if owed:
        is_odd = len(present) * games % 2 == 1
        raise NotFinishable(
            f"{len(owed)} of {len(present)} would play fewer than {games} games"
            f"{', and so many cannot all play an odd number' if is_odd else ''}. "
            "Let a sit-out score by the rules of the event, seat a house player, "
            "or play an extra game.",
            short=[{"entry": one.entry, "games": one.games, "of": games} for one in owed],
            ways_out=list(WAYS_OUT),
            odd_by_odd=is_odd,
        )
    return short
