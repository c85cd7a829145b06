"""Chairs: who sits where when a side is more than one person.

A chart numbers the places of sides, whoever they are. A side of two has two
chairs opposite each other, one of three has every second chair, and the chairs
of a place share its number: 5a and 5b.

Rule: docs/rules.md#partnerships
"""

from collections.abc import Sequence
from typing import NamedTuple

from tournaments.errors import PairingImpossible

MOST_CHAIRS = 6
LETTERS = "abc"


class Chair(NamedTuple):
    """One chair of a table: ``at`` in playing order from 0, as seats of a game are.

    ``slot`` is the side, ``member`` which of its people, both from 1.
    """

    at: int
    slot: int
    member: int
    label: str


def chairs_of(seats: Sequence[int], members: int = 1) -> tuple[Chair, ...]:
    """Seat the sides of a table.

    Args:
        seats: the chart's numbers of the sides' places, in slot order.
        members: people in each side.

    Returns:
        The chairs in playing order: two sides of two sit at 0 and 2 against 1
        and 3. A side of one has its place's number as label, else a letter
        follows it.

    Raises:
        PairingImpossible: fewer than two sides, nobody in a side, or more than
            six at the table.

    Rule: docs/rules.md#partnerships
    """
    sides = len(seats)
    if sides < 2 or members < 1 or sides * members > MOST_CHAIRS or members > len(LETTERS):
        raise PairingImpossible(
            f"{sides} sides of {members} do not fit a table. Seat two to six.", sides=sides
        )
    return tuple(
        Chair(
            at=at,
            slot=at % sides + 1,
            member=at // sides + 1,
            label=f"{seats[at % sides]}{LETTERS[at // sides] if members > 1 else ''}",
        )
        for at in range(sides * members)
    )
