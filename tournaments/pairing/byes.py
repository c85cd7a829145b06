"""Sit-outs, counted: whoever was absent did not sit out.

Rule: docs/rules.md#sit-outs
"""

from collections import Counter
from collections.abc import Iterable

from tournaments.pairing.charts import ChartRound


def sit_outs_of(rounds: Iterable[ChartRound]) -> Counter[int]:
    """Count the sit-outs of every entry.

    Args:
        rounds: what was played; an entry that was absent did not sit out.

    Returns:
        The counts; an entry that never sat out counts 0.
    """
    return Counter(entry for round_ in rounds for entry in round_.sit_outs)
