"""Extra games for those who sat out: after the last round they meet one another.

Rule: docs/rules.md#finishable
"""

from collections.abc import Sequence

from tournaments.pairing.charts import ChartRound
from tournaments.pairing.finishable import short_of
from tournaments.pairing.redraw import Relaxation, redraw


def with_extra_games(
    rounds: Sequence[ChartRound],
    present: Sequence[int],
    *,
    games: int,
    played: int,
    rng_seed: int = 0,
) -> tuple[tuple[ChartRound, ...], tuple[Relaxation, ...]]:
    """Draw a further round of those who are short, until nobody is or one is left over.

    Args:
        rounds: of the whole night.
        present: who plays on.
        games: of the night, each.
        played: how many of the rounds are over.
        rng_seed: the recorded seed.

    Returns:
        The further rounds, numbered on, and what they could not avoid. An odd
        number of those who are short is left as it is: somebody would be over.
    """
    extra: list[ChartRound] = []
    relaxed: list[Relaxation] = []
    for _ in range(games):
        whole = [*rounds, *extra]
        short = [one.entry for one in short_of(whole, present, games=games, played=played)]
        if len(short) < 2 or len(short) % 2:
            break
        drawn = redraw(whole, short, rounds=1, rng_seed=rng_seed)
        extra += drawn.rounds
        relaxed += drawn.relaxations
    return tuple(extra), tuple(relaxed)
