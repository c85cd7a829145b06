"""What a chart is like: repeats, sit-outs, first deals, games each.

The preview, the console and the integrity check all read this one count.
"""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from tournaments.errors import EntryPairedTwice, SameEntryTwice
from tournaments.pairing.charts import ChartRound, Table


class Repeat(NamedTuple):
    """Two entries that meet more than once, and in which rounds."""

    entries: tuple[int, int]
    rounds: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Checks:
    """The counts of a chart.

    ``repeats`` counts games beyond the first meeting; ``first_deal_gap`` is
    the greatest difference of first and second deals of one entry.
    """

    repeats: int = 0
    repeat_list: tuple[Repeat, ...] = ()
    sit_outs: Mapping[int, int] = field(default_factory=dict)
    games: Mapping[int, int] = field(default_factory=dict)
    first_deals: Mapping[int, int] = field(default_factory=dict)
    first_deal_gap: int = 0


def chart_checks(rounds: Sequence[ChartRound]) -> Checks:
    """Count what a chart does to everybody on it.

    Args:
        rounds: the whole chart, or what was played of it and what is to come.

    Returns:
        The counts; every entry of the chart is a key of each mapping.

    Raises:
        SameEntryTwice: a table has one entry on both seats.
        EntryPairedTwice: an entry has two places in one round.
    """
    met: defaultdict[tuple[int, int], list[int]] = defaultdict(list)
    games: Counter[int] = Counter()
    rests: Counter[int] = Counter()
    first: Counter[int] = Counter()
    for round_ in rounds:
        _check_round(round_)
        rests.update(round_.sit_outs)
        for table in round_.tables:
            games.update(table.sides)
            first[table.first_dealer] += 1
            met[_ordered(table)].append(round_.number)
    everybody = sorted({*games, *rests})
    return Checks(
        repeats=sum(len(numbers) - 1 for numbers in met.values()),
        repeat_list=tuple(
            Repeat(pair, tuple(numbers)) for pair, numbers in sorted(met.items()) if numbers[1:]
        ),
        sit_outs={entry: rests[entry] for entry in everybody},
        games={entry: games[entry] for entry in everybody},
        first_deals={entry: first[entry] for entry in everybody},
        first_deal_gap=max(
            (abs(2 * first[entry] - games[entry]) for entry in everybody), default=0
        ),
    )


def _ordered(table: Table) -> tuple[int, int]:
    one, other = table.sides
    return (one, other) if one < other else (other, one)


def _check_round(round_: ChartRound) -> None:
    seen: set[int] = set()
    for table in round_.tables:
        if table.sides[0] == table.sides[1]:
            raise SameEntryTwice(
                f"Both seats of table {table.number} have the same entry.", entry=table.sides[0]
            )
    seated = [entry for table in round_.tables for entry in table.sides]
    for entry in (*seated, *round_.sit_outs):
        if entry in seen:
            raise EntryPairedTwice(
                f"An entry has two places in round {round_.number}.", entry=entry
            )
        seen.add(entry)
