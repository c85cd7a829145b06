"""How many deals are worth what, counted by ranks instead of deal by deal.

Each set of ranks is scored once by the code under test; how many deals it
stands for, and how many of them have a flush or nobs, is counted here.
"""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations_with_replacement
from math import comb, prod

from scoring.cards import JACK, SUITS, Card
from scoring.combination import total
from scoring.show import score_show


def rank_sets(size: int) -> Iterator[tuple[tuple[Card, ...], Card]]:
    """One hand with starter for every set of hand ranks and starter rank."""
    for ranks in combinations_with_replacement(range(1, 14), size):
        copies = Counter(ranks)
        if max(copies.values()) > 4:
            continue
        hand = tuple(Card(rank, suit) for rank in copies for suit in SUITS[: copies[rank]])
        for rank in range(1, 14):
            if copies[rank] < 4:
                yield hand, Card(rank, SUITS[copies[rank]])


def census(size: int, *, is_crib: bool = False) -> Counter[int]:
    """Number of deals by points, for hands of ``size`` cards."""
    deals: Counter[int] = Counter()
    for hand, starter in rank_sets(size):
        shown = score_show(hand, starter, is_crib=is_crib)
        points = total(each for each in shown if each.kind not in ("flush", "nobs"))
        deals.update(_with_suits(hand, starter, points, is_crib=is_crib))
    return deals


def _with_suits(
    hand: tuple[Card, ...], starter: Card, points: int, *, is_crib: bool
) -> Counter[int]:
    copies = Counter(card.rank for card in hand)
    deals = prod(comb(4, times) for times in copies.values()) * (4 - copies[starter.rank])
    # A jack as starter leaves only jacks of other suits to hold.
    nobs = 0 if starter.rank == JACK else deals * copies[JACK] // 4
    can_flush = len(copies) == len(hand)
    five_alike = 4 if can_flush and starter.rank not in copies else 0
    hand_alike = 12 if can_flush else 0
    nobs_alike = five_alike if copies[JACK] else 0
    counted: Counter[int] = Counter()
    counted[points + len(hand) + 1 + bool(nobs_alike)] += five_alike
    counted[points if is_crib else points + len(hand)] += hand_alike
    counted[points + 1] += nobs - nobs_alike
    counted[points] += deals - five_alike - hand_alike - (nobs - nobs_alike)
    return counted
