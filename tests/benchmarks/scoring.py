"""B1, B3 and B4: counting a show, a card in the play, and all discards of a hand.

Processor time, one warm-up, the median of five, and the peer in the same run:
only ratios are judged, because machines differ and are never quiet.
"""

import json
import random
import statistics
import sys
import time
from collections.abc import Callable, Sequence
from typing import Any

from cribbage_scorer import cribbage_scorer as peer

from scoring.cards import PACK, Card
from scoring.discards import rank_discards
from scoring.pegging import peg_points
from scoring.show import show_points
from tests.benchmarks import NEAR

CALLS = 20_000
HANDS = 200
PARTS = 10

Work = Callable[[int], object]
"""Does one of ``PARTS`` equal parts of the calls."""


def run() -> list[dict[str, Any]]:
    return [bench_show(), bench_pegging(), bench_discards()]


def bench_show() -> dict[str, Any]:
    deals = _deals()
    for_peer = [(_peer_card(starter), _peer_cards(hand)) for hand, starter in deals]
    _same(
        "show",
        [show_points(hand, starter) for hand, starter in deals],
        [peer.show_calc_score(*deal)[0] for deal in for_peer],
    )
    value, baseline = _nanoseconds(
        lambda part: [show_points(hand, starter) for hand, starter in deals[part::PARTS]],
        lambda part: [peer.show_calc_score(*deal) for deal in for_peer[part::PARTS]],
    )
    return _row("B1 show_points, times as fast as cribbage-scorer", value, baseline, target=50)


def bench_pegging() -> dict[str, Any]:
    piles = _piles()
    for_peer = [_peer_cards(pile) for pile in piles]
    _same(
        "pegging",
        [peg_points(pile) for pile in piles],
        [peer.play_score_ongoing(pile)[1] for pile in for_peer],
    )
    value, baseline = _nanoseconds(
        lambda part: [peg_points(pile) for pile in piles[part::PARTS]],
        lambda part: [peer.play_score_ongoing(pile) for pile in for_peer[part::PARTS]],
    )
    return _row("B3 peg_points, times as fast as cribbage-scorer", value, baseline, target=12)


def bench_discards() -> dict[str, Any]:
    """No peer does this in useful time: what may be spent is 6,000 shows, under 2 ms."""
    chance, deals = random.Random(5), _deals()
    dealt = [tuple(chance.sample(PACK, 6)) for _ in range(HANDS)]
    show, value = _nanoseconds(
        lambda part: [show_points(hand, starter) for hand, starter in deals[part::PARTS]],
        lambda part: [rank_discards(hand, is_dealer=True) for hand in dealt[part::PARTS]],
    )
    value *= CALLS / HANDS
    ratio = value / show
    return {
        "name": "B4 rank_discards, shows counted in the same time (at most)",
        "value": round(value / 1e6, 3),
        "unit": "ms",
        "baseline": round(show / 1e6, 6),
        "ratio": round(ratio, 1),
        "target": 6000,
        "ok": ratio <= 6000,
    }


def _row(name: str, value: float, baseline: float, *, target: float) -> dict[str, Any]:
    ratio = baseline / value
    return {
        "name": name,
        "value": round(value, 1),
        "unit": "ns",
        "baseline": round(baseline, 1),
        "ratio": round(ratio, 1),
        "target": target,
        "ok": ratio >= target,
        "near": ratio >= target / NEAR,
    }


def _nanoseconds(quick: Work, slow: Work) -> tuple[float, float]:
    """Time a call of each, part by part in turn, so that a busy machine slows both alike.

    The quick one does each part ten times: one time is over too soon to be fair.
    """
    turns = [_turn(quick, slow) for _ in range(6)][1:]  # the first warms up
    return (
        statistics.median(taken for taken, _ in turns) / CALLS * 1e9,
        statistics.median(taken for _, taken in turns) / CALLS * 1e9,
    )


def _turn(quick: Work, slow: Work) -> tuple[float, float]:
    quick_taken = slow_taken = 0.0
    for part in range(PARTS):
        quick_taken += _seconds(quick, part, times=10)
        slow_taken += _seconds(slow, part, times=1)
    return quick_taken, slow_taken


def _seconds(work: Work, part: int, *, times: int) -> float:
    started = time.process_time()
    for _ in range(times):
        work(part)
    return (time.process_time() - started) / times


def _same(what: str, ours: list[int], theirs: list[int]) -> None:
    differing = sum(mine != other for mine, other in zip(ours, theirs, strict=True))
    if differing:
        raise ValueError(f"{what}: {differing} totals differ from the peer's")


def _deals() -> list[tuple[tuple[Card, ...], Card]]:
    chance = random.Random(20240601)
    shown = [[PACK[code] for code in chance.sample(range(52), 5)] for _ in range(CALLS)]
    return [(tuple(hand), starter) for *hand, starter in shown]


def _piles() -> list[tuple[Card, ...]]:
    """Piles met in random play of random hands for two, each play once."""
    chance = random.Random(7)
    piles: list[tuple[Card, ...]] = []
    while len(piles) < CALLS:
        dealt = chance.sample(PACK, 8)
        piles.extend(_played(chance, [dealt[:4], dealt[4:]]))
    return piles[:CALLS]


def _played(chance: random.Random, hands: list[list[Card]]) -> list[tuple[Card, ...]]:
    piles: list[tuple[Card, ...]] = []
    pile: list[Card] = []
    seat = stuck = 0
    while any(hands):
        count = sum(card.value for card in pile)
        fitting = [card for card in hands[seat] if count + card.value <= 31]
        if fitting:
            stuck = 0
            pile.append(chance.choice(fitting))
            hands[seat].remove(pile[-1])
            piles.append(tuple(pile))
        else:
            stuck += 1
        if stuck == 2:
            stuck = 0
            pile.clear()
        seat = 1 - seat
    return piles


def _peer_card(card: Card) -> tuple[int, str]:
    return card.rank, card.suit


def _peer_cards(cards: Sequence[Card]) -> list[tuple[int, str]]:
    return [_peer_card(card) for card in cards]


if __name__ == "__main__":
    results = run()
    json.dump(results, sys.stdout, indent=1)
    sys.stdout.write("\n")
    sys.exit(not all(result["ok"] for result in results))
