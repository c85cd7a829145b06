"""The values of this package: a chart is rounds of tables.

A ``seat`` is numbered for the whole room, a table holds two of them; ``sides``
are the entries on the seats, in the same order. ``meeting`` counts how often
the two will have met with this game. Entries are opaque numbers.
"""

from dataclasses import dataclass
from typing import NamedTuple

Pair = frozenset[int]
"""Two who meet, or one entry and ``REST``."""

REST = -1
"""The place to sit out, as one half of a pair: entries are keys, and never negative."""


class Meeting(NamedTuple):
    """Two at a table, before anybody knows who deals."""

    number: int
    sides: tuple[int, int]
    seats: tuple[int, int]


class Layout(NamedTuple):
    """Per round the tables, and who sits out."""

    rounds: tuple[tuple[Meeting, ...], ...]
    sit_outs: tuple[tuple[int, ...], ...]


class Table(NamedTuple):
    """One game of a round."""

    number: int
    sides: tuple[int, int]
    seats: tuple[int, int]
    first_dealer: int
    meeting: int = 1

    @property
    def pair(self) -> Pair:
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


def pairs_of(round_: ChartRound) -> set[Pair]:
    """List who meets in a round, and who rests.

    Args:
        round_: of a chart.

    Returns:
        The pairs, a sit-out as a pair with ``REST``.
    """
    return {table.pair for table in round_.tables} | {
        Pair((entry, REST)) for entry in round_.sit_outs
    }


def is_printed(pair: Pair, round_: ChartRound | None) -> bool:
    """Say whether a pair stands in a printed round.

    Args:
        pair: as ``pairs_of`` lists them.
        round_: of the chart; ``None`` when there was none.

    Returns:
        True when the pair stands there.
    """
    return round_ is not None and pair in pairs_of(round_)
