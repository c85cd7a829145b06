"""B5: a Swiss round after five rounds, against networkx on the graph of everybody.

The peer has the same bars and the plain weights of its own workload: the score
difference squared first, then the distance in rank. It needs most of a minute for
1,000 players, so the short form compares fields of 300, under a name and with a
target of their own.
"""

import gc
import time
from collections.abc import Callable
from statistics import median
from typing import Any

import networkx as nx

from tests.benchmarks import NEAR
from tests.tournaments.pairing.swiss_field import Field, gaps, met_pairs
from tournaments.pairing.charts import Pair
from tournaments.pairing.swiss import pair_round

ROUNDS = 5
SEED = 11
REPEATS = 5
# Players, and how many times our processor time must fit into the peer's.
LONG = (1_000, 100.0)
SHORT = (300, 40.0)
GROWTH = (10_000, 1_000, 13.0)

Couples = list[tuple[int, int]]


def run(*, short: bool = False) -> list[dict[str, Any]]:
    """Measure and return the lines for ``build/bench.json``."""
    return [*_against_peer(*(SHORT if short else LONG), once=not short), _growth()]


def _against_peer(players: int, target: float, *, once: bool) -> list[dict[str, Any]]:
    inputs = _Inputs(players)
    ours = [_timed(_ours, inputs) for _ in range(REPEATS + 1)][1:]
    # The peer's minute drowns every jitter, a second or two does not.
    peer = [_timed(_peer, inputs) for _ in range(1 if once else 3)]
    value, baseline = median(one for one, _ in ours), median(one for one, _ in peer)
    couples, full = ours[0][1], peer[0][1]
    repeats = len({Pair(couple) for couple in couples} & met_pairs(inputs.history))
    differ = sum(
        abs(one - other)
        for one, other in zip(gaps(inputs.score, couples), gaps(inputs.score, full), strict=True)
    )
    ratio = baseline / value
    rows = [
        _row(f"pairing.{players}_players", value, baseline, ratio, target, ok=ratio >= target),
        _count(f"pairing.{players}_players.repeats", repeats),
        _count(f"pairing.{players}_players.score_difference_sums", differ),
        _count(f"pairing.{players}_players.pairs_lost", len(full) - len(couples)),
    ]
    rows[0]["near"] = ratio >= target / NEAR
    return rows


def _growth() -> dict[str, Any]:
    many, few, target = GROWTH
    fields = [_Inputs(n) for n in (few, many)]
    # Both take turns, so that a busy machine slows both alike.
    turns = [[_timed(_ours, inputs)[0] for inputs in fields] for _ in range(4)][1:]
    less, more = (median(column) for column in zip(*turns, strict=True))
    ratio = median(large / small for small, large in turns)
    name = f"pairing.{many}_players_against_{few}"
    row = _row(name, more, less, ratio, target, ok=ratio <= target)
    row["near"] = ratio <= target * NEAR
    return row


class _Inputs:
    """What a round is drawn from, made before the clock runs."""

    def __init__(self, players: int) -> None:
        field = Field(players, ROUNDS, SEED)
        self.entries, self.history = field.order, field.history
        self.situation, self.score, self.met = field.situation(), field.score, field.met


def _ours(inputs: _Inputs) -> Couples:
    drawn = pair_round(inputs.entries, inputs.history, inputs.situation, pattern="adjacent")
    return [table.sides for table in drawn.drawn.tables]


def _peer(inputs: _Inputs) -> Couples:
    graph: nx.Graph[int] = nx.Graph()
    order, score = inputs.entries, inputs.score
    graph.add_weighted_edges_from(
        (one, other, 10**9 - 1000 * (score[one] - score[other]) ** 2 - min(gap, 900))
        for at, one in enumerate(order)
        for gap, other in enumerate(order[at + 1 :], start=1)
        if other not in inputs.met[one]
    )
    return list(nx.max_weight_matching(graph, maxcardinality=True))


def _timed(work: Callable[[_Inputs], Couples], inputs: _Inputs) -> tuple[float, Couples]:
    gc.collect()
    begun = time.process_time()
    couples = work(inputs)
    return time.process_time() - begun, couples


def _row(
    name: str, value: float, baseline: float, ratio: float, target: float, *, ok: bool
) -> dict[str, Any]:
    return {
        "name": name,
        "value": round(value, 4),
        "unit": "s CPU",
        "baseline": round(baseline, 4),
        "ratio": round(ratio, 2),
        "target": target,
        "ok": ok,
    }


def _count(name: str, value: int) -> dict[str, Any]:
    return {
        "name": name,
        "value": value,
        "unit": "must be 0",
        "baseline": None,
        "ratio": None,
        "target": 0,
        "ok": value == 0,
    }
