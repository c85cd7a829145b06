"""Sit-outs: nobody rests twice before everybody has rested once.

Rule: docs/rules.md#sit-outs
"""

from collections import Counter
from collections.abc import Iterable, Sequence

from tournaments.pairing.charts import ChartRound


def sit_outs_of(rounds: Iterable[ChartRound]) -> Counter[int]:
    """Count the sit-outs of every entry.

    Args:
        rounds: what was played; an entry that was absent did not sit out.

    Returns:
        The counts; an entry that never sat out counts 0.
    """
    return Counter(entry for round_ in rounds for entry in round_.sit_outs)


def next_to_sit_out(present: Sequence[int], rests: Counter[int]) -> tuple[int, ...]:
    """Name those whose turn it is to sit out.

    Args:
        present: who could play.
        rests: sit-outs so far.

    Returns:
        Those with the fewest, in the order given.
    """
    fewest = min((rests[entry] for entry in present), default=0)
    return tuple(entry for entry in present if rests[entry] == fewest)
