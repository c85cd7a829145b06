"""What a chart is like: repeats, sit-outs, first deals, games each.

The preview, the console and the integrity check all read this one count.
"""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import NamedTuple, Protocol

from tournaments.errors import EntryPairedTwice, SameEntryTwice


class Seated(Protocol):
    """A table, of a chart or of pods: two entries or more, one deals first."""

    @property
    def number(self) -> int:
        """Of the table."""
        ...

    @property
    def sides(self) -> Sequence[int]:
        """The entries that sit there."""
        ...

    @property
    def first_dealer(self) -> int:
        """The entry that deals first."""
        ...


class SeatedRound(Protocol):
    """A round, of a chart or of pods."""

    @property
    def number(self) -> int:
        """Of the round."""
        ...

    @property
    def tables(self) -> Sequence[Seated]:
        """Its tables."""
        ...

    @property
    def sit_outs(self) -> Sequence[int]:
        """Who has no table."""
        ...


class Repeat(NamedTuple):
    """Two entries that meet more than once, and in which rounds."""

    entries: tuple[int, int]
    rounds: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Checks:
    """The counts of a chart.

    ``repeats`` counts meetings of two beyond the first; ``first_deal_gap`` is
    the greatest difference of first and later deals of one entry, a first deal
    counted once for each other entry of the table.
    """

    repeats: int = 0
    repeat_list: tuple[Repeat, ...] = ()
    sit_outs: Mapping[int, int] = field(default_factory=dict)
    games: Mapping[int, int] = field(default_factory=dict)
    first_deals: Mapping[int, int] = field(default_factory=dict)
    first_deal_gap: int = 0


def chart_checks(rounds: Sequence[SeatedRound]) -> Checks:
    """Count what a chart does to everybody on it.

    Args:
        rounds: the whole chart, or what was played of it and what is to come.

    Returns:
        The counts; every entry of the chart is a key of each mapping.

    Raises:
        SameEntryTwice: a table has one entry on two seats.
        EntryPairedTwice: an entry has two places in one round.
    """
    met: defaultdict[tuple[int, int], list[int]] = defaultdict(list)
    games: Counter[int] = Counter()
    rests: Counter[int] = Counter()
    first: Counter[int] = Counter()
    balance: Counter[int] = Counter()
    for round_ in rounds:
        _check_round(round_)
        rests.update(round_.sit_outs)
        for table in round_.tables:
            games.update(table.sides)
            first[table.first_dealer] += 1
            balance.subtract(table.sides)
            balance[table.first_dealer] += len(table.sides)
            for one, other in combinations(sorted(table.sides), 2):
                met[(one, other)].append(round_.number)
    everybody = sorted({*games, *rests})
    return Checks(
        repeats=sum(len(numbers) - 1 for numbers in met.values()),
        repeat_list=tuple(
            Repeat(pair, tuple(numbers)) for pair, numbers in sorted(met.items()) if numbers[1:]
        ),
        sit_outs={entry: rests[entry] for entry in everybody},
        games={entry: games[entry] for entry in everybody},
        first_deals={entry: first[entry] for entry in everybody},
        first_deal_gap=max(map(abs, balance.values()), default=0),
    )


def _check_round(round_: SeatedRound) -> None:
    seen: set[int] = set()
    for table in round_.tables:
        if len(set(table.sides)) < len(table.sides):
            raise SameEntryTwice(
                f"Two seats of table {table.number} have the same entry.", entry=table.sides[0]
            )
    seated = [entry for table in round_.tables for entry in table.sides]
    for entry in (*seated, *round_.sit_outs):
        if entry in seen:
            raise EntryPairedTwice(
                f"An entry has two places in round {round_.number}.", entry=entry
            )
        seen.add(entry)
