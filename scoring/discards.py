"""What each discard is worth on average: the hand kept and the crib given.

Exact, not sampled. The hand is counted with each starter that can come. The
crib is counted with every set of cards that can join it, under one assumption
that is stated wherever the numbers are shown: *what the others lay away, and
the starter, are any of the unseen cards with equal chance*. Real players choose
better than that, so a crib is worth a little less to its dealer than said.

Fifteens, pairs and runs of a crib depend on ranks only, so sets of unseen cards
are grouped by rank: 455 sets of three (1,820 of four), the same for all
discards. Flush and nobs are closed forms.

Two for heels is left out: no discard changes the chance of it by its choice.

Rule: docs/rules.md#show
"""

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, combinations_with_replacement
from math import comb, prod
from operator import itemgetter, mul
from typing import Final

from scoring.cards import JACK, PACK, SUITS, Card
from scoring.errors import DuplicateCard, WrongCardCount
from scoring.show import show_points
from scoring.tables import FIVE, WEIGHT

_KEPT: Final = 4


@dataclass(frozen=True, slots=True)
class DiscardChoice:
    """One way to lay away cards, and what to expect of it.

    Args:
        discard: the cards to the crib, sorted.
        kept: the hand, sorted.
        hand_mean: points of the hand at the show, over all starters.
        hand_min: the same with the worst starter.
        hand_max: the same with the best starter.
        crib_mean: points of the crib, over all cards that may join it.
        total: hand and crib for the dealer, hand less crib for the others.
    """

    discard: tuple[Card, ...]
    kept: tuple[Card, ...]
    hand_mean: float
    hand_min: int
    hand_max: int
    crib_mean: float
    total: float


def rank_discards(dealt: Collection[Card], *, is_dealer: bool) -> tuple[DiscardChoice, ...]:
    """Rank every way to lay away cards to the crib, best first.

    Args:
        dealt: the cards of one seat before the discard: 6 (two are laid away)
            or 5 (one is, with three or four players). Four are kept.
        is_dealer: the crib is this seat's, or its partner's.

    Returns:
        All 15 (or 5) choices by ``total``; equal totals by the mean of the
        hand, then by the discard.

    Raises:
        WrongCardCount: neither 5 nor 6 cards.
        DuplicateCard: a card is there twice.

    Rule: docs/rules.md#show
    """
    held = _checked(dealt)
    unseen = [card for card in PACK if card not in held]
    joining = _Joining(unseen, 5 - (len(held) - _KEPT))
    choices = [
        _choice(held, discard, unseen, joining, is_dealer)
        for discard in combinations(held, len(held) - _KEPT)
    ]
    return tuple(sorted(choices, key=_best_first))


def _best_first(choice: DiscardChoice) -> tuple[float, float]:
    # Equal sums must compare equal, whatever the last bits of the floats say.
    return -round(choice.total, 9), -round(choice.hand_mean, 9)


def _checked(dealt: Collection[Card]) -> tuple[Card, ...]:
    if len(dealt) not in (5, 6):
        raise WrongCardCount(f"5 or 6 cards are dealt, not {len(dealt)}", count=len(dealt))
    held = tuple(sorted(dealt))
    if len(set(held)) != len(held):
        raise DuplicateCard("a card is there twice", cards=[card.text for card in held])
    return held


def _choice(
    held: tuple[Card, ...],
    discard: tuple[Card, ...],
    unseen: Sequence[Card],
    joining: "_Joining",
    is_dealer: bool,
) -> DiscardChoice:
    kept = tuple(card for card in held if card not in discard)
    points = [show_points(kept, starter) for starter in unseen]
    hand_mean = sum(points) / len(points)
    crib_mean = joining.crib_mean(discard)
    return DiscardChoice(
        discard=discard,
        kept=kept,
        hand_mean=hand_mean,
        hand_min=min(points),
        hand_max=max(points),
        crib_mean=crib_mean,
        total=hand_mean + crib_mean if is_dealer else hand_mean - crib_mean,
    )


class _Joining:
    """The unseen cards that join a discard in the crib, the starter among them."""

    def __init__(self, unseen: Sequence[Card], size: int) -> None:
        self._size = size
        self._unseen = len(unseen)
        self._by_suit = Counter(card.suit for card in unseen)
        self._jacks = {card.suit for card in unseen if card.rank == JACK}
        by_rank = Counter(card.rank for card in unseen)
        ways = [[comb(by_rank[rank], copies) for copies in range(5)] for rank in range(14)]
        self._ways = [
            prod([ways[rank][copies] for rank, copies in ranks]) for ranks in _RANK_SETS[size]
        ]

    def crib_mean(self, discard: tuple[Card, ...]) -> float:
        return self._ranks(discard) + self._flush(discard) + self._nobs(discard)

    def _ranks(self, discard: tuple[Card, ...]) -> float:
        place = sum(WEIGHT[card.rank] for card in discard)
        points = _READERS[self._size](FIVE[place:])
        weighted: int = sum(map(mul, self._ways, points))
        return weighted / comb(self._unseen, self._size)

    def _flush(self, discard: tuple[Card, ...]) -> float:
        suits = {card.suit for card in discard}
        if len(suits) > 1:
            return 0.0
        alike = comb(self._by_suit[discard[0].suit], self._size)
        return 5 * alike / comb(self._unseen, self._size)

    def _nobs(self, discard: tuple[Card, ...]) -> float:
        own = sum(self._by_suit[card.suit] for card in discard if card.rank == JACK)
        others = sum(self._by_suit[suit] - 1 for suit in SUITS if suit in self._jacks)
        laid = self._size - 1  # by the others: all that join but the starter
        return own / self._unseen + others * laid / (self._unseen * (self._unseen - 1))


def _rank_sets(size: int) -> Iterator[tuple[tuple[int, int], ...]]:
    for ranks in combinations_with_replacement(range(1, 14), size):
        yield tuple(Counter(ranks).items())


_RANK_SETS: Final = {size: tuple(_rank_sets(size)) for size in (3, 4)}
_READERS: Final = {
    size: itemgetter(*(sum(WEIGHT[rank] * copies for rank, copies in ranks) for ranks in sets))
    for size, sets in _RANK_SETS.items()
}
