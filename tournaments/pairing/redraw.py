"""The rest of a night drawn again, when somebody comes late or leaves.

Each round is one matching of greatest weight on everybody present, with one
place to sit out when they are odd. What a round gives up, in this order: first
a printed table, then a second sit-out, at last a repeat, always as few as can
be. A field below 18 can paint itself into a corner, so there the whole rest is
drawn several times from the seed, and the best is taken.

Rule: docs/rules.md#late-and-leaving
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Literal, NamedTuple

import networkx as nx

from tournaments.chance import mixed
from tournaments.errors import PairingImpossible, SameEntryTwice
from tournaments.pairing.byes import sit_outs_of
from tournaments.pairing.charts import ChartRound, Table
from tournaments.pairing.first_deal import balanced_dealers, first_dealers

NEVER_STUCK_FROM = 18
MOST_TRIES = 40
LARGEST_GAP = 2

_REST = -1
"""The place to sit out, as a node: entries are keys, and never negative."""

Pair = frozenset[int]


class Relaxation(NamedTuple):
    """What a round could not avoid, and for whom."""

    round: int
    what: Literal["repeat", "second_sit_out"]
    entries: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Redraw:
    """The rounds to come, and what they had to give up.

    ``kept`` counts the tables that stand as they were printed.
    """

    rounds: tuple[ChartRound, ...]
    relaxations: tuple[Relaxation, ...]
    kept: int


@dataclass(slots=True)
class _Past:
    """Who has met whom and who has rested, as a draw goes on."""

    met: Counter[Pair]
    rests: Counter[int]
    relaxed: list[Relaxation] = field(default_factory=list)

    def add(self, number: int, pairs: Sequence[Pair]) -> None:
        for pair in pairs:
            entries = tuple(sorted(pair - {_REST}))
            if _REST in pair:
                self.rests[entries[0]] += 1
                if self.rests[entries[0]] > 1:
                    self.relaxed.append(Relaxation(number, "second_sit_out", entries))
                continue
            self.met[pair] += 1
            if self.met[pair] > 1:
                self.relaxed.append(Relaxation(number, "repeat", entries))


class _Try(NamedTuple):
    """One draw of the whole rest."""

    rounds: tuple[tuple[Pair, ...], ...]
    relaxed: tuple[Relaxation, ...]
    cost: tuple[int, int, int]


def redraw(
    played: Sequence[ChartRound],
    present: Sequence[int],
    *,
    rounds: int,
    chart: Sequence[ChartRound] = (),
    rng_seed: int = 0,
) -> Redraw:
    """Draw the rest of a night for those who are there.

    Args:
        played: the rounds already played, as they were played.
        present: who plays from now on, in the order of their seats.
        rounds: how many rounds are still to come.
        chart: the rounds that were printed for them; a table of two who are
            there and have not met is kept wherever it costs nobody anything.
        rng_seed: the recorded seed.

    Returns:
        The rounds, numbered on from the last one played, with every repeat
        and second sit-out labelled.

    Raises:
        PairingImpossible: fewer than two are there.
        SameEntryTwice: somebody is named twice.

    Rule: docs/rules.md#late-and-leaving
    """
    if len(set(present)) != len(present):
        raise SameEntryTwice("An entry is named twice. Name everybody once.")
    if len(present) < 2:
        raise PairingImpossible(
            "A round needs two who are there. Check somebody in, or end the night.",
            entries=len(present),
        )
    first = max((round_.number for round_ in played), default=0) + 1
    printed = {round_.number: round_ for round_ in chart}
    numbers = range(first, first + rounds)
    best = min(_tries(played, present, numbers, printed, rng_seed), key=lambda one: one.cost)
    done = _finished(played, numbers, best.rounds, printed)
    return Redraw(done, best.relaxed, _kept(done, printed))


def _tries(
    played: Sequence[ChartRound],
    present: Sequence[int],
    numbers: range,
    printed: Mapping[int, ChartRound],
    rng_seed: int,
) -> Iterator[_Try]:
    met = Counter(table.pair for round_ in played for table in round_.tables)
    rests = sit_outs_of(played)
    least = _fewest_repeats(present, met, len(numbers))
    evenest = _evenest_rests(present, rests, len(numbers))
    for attempt in range(MOST_TRIES):
        past = _Past(met.copy(), rests.copy())
        drawn = []
        for number in numbers:
            salt = mixed(rng_seed, attempt)
            weights = _weights(present, past, printed, number, salt=salt, attempt=attempt)
            pairs = _matching(weights)
            past.add(number, pairs)
            drawn.append(pairs)
        repeats = sum(one.what == "repeat" for one in past.relaxed)
        rested = sum(past.rests[entry] ** 2 for entry in present)
        fresh = sum(
            not _is_printed(pair, printed.get(number))
            for number, pairs in zip(numbers, drawn, strict=True)
            for pair in pairs
        )
        yield _Try(tuple(drawn), tuple(past.relaxed), (repeats, rested, fresh))
        if repeats <= least and (rested <= evenest or len(present) >= NEVER_STUCK_FROM):
            return


def _fewest_repeats(present: Sequence[int], met: Counter[Pair], rounds: int) -> int:
    """A bound from below: games that are left beyond those one has not met."""
    games = rounds + -rounds // len(present) if len(present) % 2 else rounds
    short = 0
    for entry in present:
        unmet = sum(not met[Pair((entry, other))] for other in present if other != entry)
        short += max(0, games - unmet)
    return -(-short // 2)


def _evenest_rests(present: Sequence[int], rests: Counter[int], rounds: int) -> int:
    """A bound from below: squares of the sit-outs when the fewest come next."""
    counts = [rests[entry] for entry in present]
    for _ in range(rounds if len(present) % 2 else 0):
        counts[counts.index(min(counts))] += 1
    return sum(count**2 for count in counts)


def _weights(
    present: Sequence[int],
    past: _Past,
    printed: Mapping[int, ChartRound],
    number: int,
    *,
    salt: int,
    attempt: int,
) -> list[tuple[int, int, int]]:
    """Weigh every edge in mixed radix, so that no lesser wish outweighs a greater."""
    nodes = [*present, _REST] if len(present) % 2 else list(present)
    step = 2 * len(nodes)
    jitter, later, keep = 64, 64 * step, 64 * step**2
    rest = keep * step
    repeat = rest * step * (1 + max(past.rests.values(), default=0)) ** 2
    now = printed.get(number)
    to_come = {pair for at, round_ in printed.items() if at > number for pair in _pairs(round_)}
    edges = []
    for one, other in combinations(nodes, 2):
        pair = Pair((one, other))
        weight = mixed(salt, number, one, other) % jitter if attempt else 0
        weight -= later * (pair in to_come)
        weight += keep * (attempt % 2 == 0 and _is_printed(pair, now))
        weight -= rest * past.rests[one] ** 2 if other == _REST else repeat * past.met[pair] ** 2
        edges.append((one, other, weight))
    return edges


def _matching(edges: Sequence[tuple[int, int, int]]) -> tuple[Pair, ...]:
    graph: nx.Graph[int] = nx.Graph()
    graph.add_weighted_edges_from(edges)
    found = nx.max_weight_matching(graph, maxcardinality=True)
    order = {node: at for at, node in enumerate(graph)}
    return tuple(sorted(map(Pair, found), key=lambda pair: min(order[node] for node in pair)))


def _pairs(round_: ChartRound) -> set[Pair]:
    tables = {table.pair for table in round_.tables}
    return tables | {Pair((entry, _REST)) for entry in round_.sit_outs}


def _is_printed(pair: Pair, round_: ChartRound | None) -> bool:
    return round_ is not None and pair in _pairs(round_)


def _kept(rounds: Sequence[ChartRound], printed: Mapping[int, ChartRound]) -> int:
    return sum(
        _is_printed(table.pair, printed.get(round_.number))
        for round_ in rounds
        for table in round_.tables
    )


def _finished(
    played: Sequence[ChartRound],
    numbers: range,
    drawn: Sequence[Sequence[Pair]],
    printed: Mapping[int, ChartRound],
) -> tuple[ChartRound, ...]:
    """Give tables, seats, first deals and meetings to the pairs of each round."""
    rounds = [
        _seated(number, pairs, printed.get(number))
        for number, pairs in zip(numbers, drawn, strict=True)
    ]
    dealers = iter(_dealers(played, rounds, printed))
    met = Counter(table.pair for round_ in played for table in round_.tables)
    done = []
    for round_ in rounds:
        met.update(table.pair for table in round_.tables)
        tables = tuple(
            table._replace(first_dealer=next(dealers), meeting=met[table.pair])
            for table in round_.tables
        )
        done.append(ChartRound(round_.number, tables, round_.sit_outs))
    return tuple(done)


def _seated(number: int, pairs: Sequence[Pair], printed: ChartRound | None) -> ChartRound:
    was = {table.pair: table for table in printed.tables} if printed else {}
    playing = [pair for pair in pairs if _REST not in pair]
    kept = [was[pair] for pair in playing if pair in was]
    free = _free_tables(list(was.values()), kept)
    fresh = []
    for pair in playing:
        if pair not in was:
            table, seats = next(free)
            one, other = sorted(pair)
            fresh.append(Table(table, (one, other), seats, one))
    rests = tuple(entry for pair in pairs if _REST in pair for entry in pair - {_REST})
    return ChartRound(number, tuple(sorted([*kept, *fresh])), rests)


def _free_tables(
    was: Sequence[Table], kept: Sequence[Table]
) -> Iterator[tuple[int, tuple[int, int]]]:
    """Tables that lost their pair, then further ones with seats of their own."""
    taken = {table.number for table in kept}
    yield from ((table.number, table.seats) for table in was if table.number not in taken)
    table = max((table.number for table in was), default=0)
    seat = max((max(table.seats) for table in was), default=0)
    while True:
        table, seat = table + 1, seat + 2
        yield table, (seat - 1, seat)


def _dealers(
    played: Sequence[ChartRound],
    rounds: Sequence[ChartRound],
    printed: Mapping[int, ChartRound],
) -> tuple[int, ...]:
    """First deals: printed ones stay, unless somebody would be off by more than two."""
    before: Counter[int] = Counter()
    for table in (table for round_ in played for table in round_.tables):
        for entry in table.sides:
            before[entry] += 1 if entry == table.first_dealer else -1
    tables = [table for round_ in rounds for table in round_.tables]
    fresh = [
        not _is_printed(table.pair, printed.get(round_.number))
        for round_ in rounds
        for table in round_.tables
    ]
    drawn = iter(first_dealers([t.sides for t, new in zip(tables, fresh, strict=True) if new]))
    given = [
        next(drawn) if new else table.first_dealer for table, new in zip(tables, fresh, strict=True)
    ]
    pairs = [table.sides for table in tables]
    dealers = balanced_dealers(pairs, given, fresh, before=before)
    if _gap(pairs, dealers, before) <= LARGEST_GAP:
        return dealers
    return balanced_dealers(pairs, dealers, [True] * len(pairs), before=before)


def _gap(
    pairs: Sequence[tuple[int, int]], dealers: Sequence[int], before: Mapping[int, int]
) -> int:
    balance = Counter(before)
    for pair, dealer in zip(pairs, dealers, strict=True):
        for entry in pair:
            balance[entry] += 1 if entry == dealer else -1
    return max((abs(balance[entry]) for pair in pairs for entry in pair), default=0)
