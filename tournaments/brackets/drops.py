"""Where the losers of the upper bracket drop into the lower one.

If they always dropped straight down, two who have met would soon meet again. So
the losers of each upper round are reordered. Which reorderings put off the first
possible rematch longest, and then make rematches rarest, was found by trying
every combination (``tests/golden/formats/double_elim-drops.txt``).

====== ====================================
word   losers of matches 1 2 3 4 drop into
====== ====================================
``N``  1 2 3 4, natural
``R``  4 3 2 1, reverse
``H``  3 4 1 2, shifted by half
``RH`` 2 1 4 3, each half reversed
``P``  2 1 4 3, neighbours swapped
====== ====================================

Rule: docs/rules.md#double-elimination
"""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Literal

Reorder = Literal["N", "R", "H", "RH", "P"]
REORDERS: tuple[Reorder, ...] = ("N", "R", "H", "RH", "P")

DROP_ORDERS: Mapping[int, tuple[Reorder, ...]] = MappingProxyType(
    {
        8: ("R",),
        16: ("R", "N"),
        32: ("RH", "R", "N"),
        64: ("R", "H", "RH", "R"),
        128: ("RH", "R", "H", "N", "R"),
        256: ("R", "H", "RH", "P", "R", "N"),
        512: ("RH", "R", "H", "P", "RH", "R", "N"),
    }
)
"""By size of the bracket: how upper round 2, 3 and so on are reordered."""


def reordered(how: Reorder, matches: int) -> tuple[int, ...]:
    """List where the losers of a round drop.

    Args:
        how: the reordering.
        matches: how many the round has, a power of two.

    Returns:
        Place by place, counted from 0: the loser of match i drops into match
        ``result[i]``.
    """
    every = list(range(matches))
    half = matches // 2
    match how:
        case _ if matches == 1:
            return (0,)
        case "N":
            return tuple(every)
        case "R":
            return tuple(every[::-1])
        case "H":
            return tuple(every[half:] + every[:half])
        case "RH":
            return tuple(every[:half][::-1] + every[half:][::-1])
        case "P":
            return tuple(at ^ 1 for at in every)


def drop_orders(size: int) -> Sequence[Reorder]:
    """Choose how the upper rounds of a bracket drop.

    Args:
        size: of the bracket, a power of two.

    Returns:
        One reordering for each upper round from the second on; the last round
        has one match. Beyond the sizes that were searched the orders of the
        greatest of them are repeated.
    """
    rounds = size.bit_length() - 1
    known = DROP_ORDERS.get(size) or DROP_ORDERS[max(DROP_ORDERS)]
    every = [known[at % len(known)] for at in range(max(0, rounds - 2))]
    return (*every, "N")[: max(0, rounds - 1)]
