"""The rest of a night drawn again, when somebody comes late or leaves.

Each round is one matching of greatest weight on everybody present, with one
place to sit out when they are odd. What a round gives up, in this order: first
a printed table, then a second sit-out, at last a repeat, always as few as can
be. A field below 18 can paint itself into a corner, so there the whole rest is
drawn several times from the seed, and the best is taken.

Rule: docs/rules.md#late-and-leaving
"""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Literal, NamedTuple

import networkx as nx

from tournaments.chance import mixed
from tournaments.errors import PairingImpossible, SameEntryTwice
from tournaments.pairing.byes import sit_outs_of
from tournaments.pairing.charts import REST, ChartRound, Pair, is_printed, pairs_of
from tournaments.pairing.seating import seated_rounds

NEVER_STUCK_FROM = 18
MOST_TRIES = 40


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
    anchors: frozenset[int] = frozenset()
    relaxed: list[Relaxation] = field(default_factory=list)

    def weight(self, pair: Pair) -> int:
        """Count meetings; two who do not move would have to, as if they had met."""
        return self.met[pair] + all(entry in self.anchors for entry in pair)

    def add(self, number: int, pairs: Sequence[Pair]) -> None:
        for pair in pairs:
            entries = tuple(sorted(pair - {REST}))
            if REST in pair:
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
    anchors: Collection[int] = (),
) -> Redraw:
    """Draw the rest of a night for those who are there.

    Args:
        played: the rounds already played, as they were played.
        present: who plays from now on, in the order of their seats.
        rounds: how many rounds are still to come.
        chart: the rounds that were printed for them; a table of two who are
            there and have not met is kept wherever it costs nobody anything.
        rng_seed: the recorded seed.
        anchors: who keeps the seat of the chart at every table.

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
    past = _Past(
        Counter(table.pair for round_ in played for table in round_.tables),
        sit_outs_of(played),
        frozenset(anchors),
    )
    best = min(_tries(past, present, numbers, printed, rng_seed), key=lambda one: one.cost)
    done = seated_rounds(played, numbers, best.rounds, printed, anchors)
    return Redraw(done, best.relaxed, _kept(done, printed))


def _tries(
    before: _Past,
    present: Sequence[int],
    numbers: range,
    printed: Mapping[int, ChartRound],
    rng_seed: int,
) -> Iterator[_Try]:
    least = _fewest_repeats(present, before.met, len(numbers))
    evenest = _evenest_rests(present, before.rests, len(numbers))
    for attempt in range(MOST_TRIES):
        past = _Past(before.met.copy(), before.rests.copy(), before.anchors)
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
            not is_printed(pair, printed.get(number))
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
    nodes = [*present, REST] if len(present) % 2 else list(present)
    step = 2 * len(nodes)
    jitter, later, keep = 64, 64 * step, 64 * step**2
    rest = keep * step
    repeat = rest * step * (1 + max(past.rests.values(), default=0)) ** 2
    now = printed.get(number)
    to_come = {pair for at, round_ in printed.items() if at > number for pair in pairs_of(round_)}
    edges = []
    for one, other in combinations(nodes, 2):
        pair = Pair((one, other))
        weight = mixed(salt, number, one, other) % jitter if attempt else 0
        weight -= later * (pair in to_come)
        weight += keep * (attempt % 2 == 0 and is_printed(pair, now))
        weight -= rest * past.rests[one] ** 2 if other == REST else repeat * past.weight(pair) ** 2
        edges.append((one, other, weight))
    return edges


def _matching(edges: Sequence[tuple[int, int, int]]) -> tuple[Pair, ...]:
    graph: nx.Graph[int] = nx.Graph()
    graph.add_weighted_edges_from(edges)
    found = nx.max_weight_matching(graph, maxcardinality=True)
    order = {node: at for at, node in enumerate(graph)}
    return tuple(sorted(map(Pair, found), key=lambda pair: min(order[node] for node in pair)))


def _kept(rounds: Sequence[ChartRound], printed: Mapping[int, ChartRound]) -> int:
    return sum(
        is_printed(table.pair, printed.get(round_.number))
        for round_ in rounds
        for table in round_.tables
    )
