"""The values of this package: a chart is rounds of tables.

A ``seat`` is numbered for the whole room, a table holds two of them; ``sides``
are the entries on the seats, in the same order. ``meeting`` counts how often
the two will have met with this game. Entries are opaque numbers.
"""

from dataclasses import dataclass
from typing import NamedTuple


class Table(NamedTuple):
    """One game of a round."""

    number: int
    sides: tuple[int, int]
    seats: tuple[int, int]
    first_dealer: int
    meeting: int = 1

    @property
    def pair(self) -> frozenset[int]:
        """The two who meet, in no order."""
        return frozenset(self.sides)


@dataclass(frozen=True, slots=True)
class ChartRound:
    """One round: its tables, and who sits out."""

    number: int
    tables: tuple[Table, ...]
    sit_outs: tuple[int, ...] = ()

    @property
    def present(self) -> frozenset[int]:
        """Everybody the round has a table or a rest for."""
        seated = (entry for table in self.tables for entry in table.sides)
        return frozenset((*seated, *self.sit_outs))
