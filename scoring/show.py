"""The show: a hand or the crib, counted with the starter.

``score_show`` lists every combination, ``show_points`` gives the total of the
same list about fifty times as fast. Neither calls the other: the tests compare
them on every set of ranks.

Rule: docs/rules.md#show
"""

from collections import Counter
from collections.abc import Collection, Iterator
from itertools import combinations, pairwise, product
from typing import Final, NoReturn

from scoring.cards import JACK, PACK, Card
from scoring.combination import Combination
from scoring.errors import DuplicateCard, WrongCardCount
from scoring.tables import CARDS, FIVE, FOUR, FOUR_ALIKE, PACKED, PLACE

_PAIR_NAMES: Final = {2: "pair", 3: "pair royal", 4: "double pair royal"}
_RUN_NAMES: Final = {1: "run", 2: "double run", 3: "triple run", 4: "double-double run"}
_SUITED: Final = tuple(
    FOUR_ALIKE | 1 << (CARDS + Card(JACK, starter.suit).code) for starter in PACK
)
"""By starter, what in a packed hand can score by suit: four alike, the jack for nobs."""


def score_show(
    hand: Collection[Card], starter: Card, *, is_crib: bool = False
) -> tuple[Combination, ...]:
    """List every combination of a hand at the show.

    Args:
        hand: the cards kept, without the starter; 4 cards, or 3 in the
            five-card game.
        starter: the card cut; counts as one more card of the hand.
        is_crib: a crib has 4 cards, and its flush needs the starter too.

    Returns:
        Combinations in counting order (fifteens, pairs, runs, flush, nobs);
        empty for a nineteen. ``sum(c.points for c in result)`` is the total.

    Raises:
        WrongCardCount: ``hand`` has neither 3 nor 4 cards, a crib not 4.
        DuplicateCard: a card is there twice, the starter included.

    Rule: docs/rules.md#show
    """
    if not _is_possible(hand, starter, is_crib):
        _refuse(hand, starter, is_crib)
    shown = tuple(sorted((*hand, starter)))
    return (
        *_fifteens(shown),
        *_pairs(shown),
        *_runs(shown),
        *_flush(tuple(sorted(hand)), starter, is_crib),
        *_nobs(hand, starter),
    )


def show_points(hand: Collection[Card], starter: Card, *, is_crib: bool = False) -> int:
    """Count a hand at the show: the total of ``score_show``, fast.

    Args:
        hand: the cards kept, without the starter; 4 cards, or 3 in the
            five-card game.
        starter: the card cut; counts as one more card of the hand.
        is_crib: a crib has 4 cards, and its flush needs the starter too.

    Returns:
        Points; 0 for a nineteen.

    Raises:
        WrongCardCount: ``hand`` has neither 3 nor 4 cards, a crib not 4.
        DuplicateCard: a card is there twice, the starter included.

    Rule: docs/rules.md#show
    """
    if len(hand) != 4:
        return _three_card_points(hand, starter, is_crib)
    first, second, third, fourth = hand
    held = PACKED[first] + PACKED[second] + PACKED[third] + PACKED[fourth]
    shown = held + PACKED[starter]
    if (shown >> CARDS).bit_count() != 5:
        _refuse(hand, starter, is_crib)
    points = FIVE[shown & PLACE]
    suited = held & _SUITED[starter]
    if suited:
        if suited > FOUR_ALIKE:  # the jack's bit is above all counters
            points += 1
        if suited & FOUR_ALIKE and (first.suit == starter.suit or not is_crib):
            points += 5 if first.suit == starter.suit else 4
    return points


def _three_card_points(hand: Collection[Card], starter: Card, is_crib: bool) -> int:
    if not _is_possible(hand, starter, is_crib):
        _refuse(hand, starter, is_crib)
    first, second, third = hand
    held = PACKED[first] + PACKED[second] + PACKED[third]
    points = FOUR[(held + PACKED[starter]) & PLACE]
    if held & _SUITED[starter] > FOUR_ALIKE:
        points += 1
    if first.suit == second.suit == third.suit:
        points += 4 if first.suit == starter.suit else 3
    return points


def _is_possible(hand: Collection[Card], starter: Card, is_crib: bool) -> bool:
    return _is_full(hand, is_crib) and len({*hand, starter}) == len(hand) + 1


def _is_full(hand: Collection[Card], is_crib: bool) -> bool:
    return len(hand) == 4 or (len(hand) == 3 and not is_crib)


def _refuse(hand: Collection[Card], starter: Card, is_crib: bool) -> NoReturn:
    if not _is_full(hand, is_crib):
        rule = "a crib has 4 cards" if is_crib else "a hand has 3 or 4 cards"
        raise WrongCardCount(f"{rule} at the show, not {len(hand)}", count=len(hand))
    twice = sorted(card.text for card, times in Counter([*hand, starter]).items() if times > 1)
    raise DuplicateCard(f"there is only one {twice[0]} in the pack", cards=twice)


def _fifteens(shown: tuple[Card, ...]) -> Iterator[Combination]:
    values = [card.value for card in shown]
    for size in range(2, len(shown) + 1):
        for counted, group in zip(
            combinations(values, size), combinations(shown, size), strict=True
        ):
            if sum(counted) == 15:
                yield Combination("fifteen", "fifteen", group, 2)


def _pairs(shown: tuple[Card, ...]) -> Iterator[Combination]:
    alike = Counter(card.rank for card in shown)
    for first, second in combinations(shown, 2):
        if first.rank == second.rank:
            yield Combination("pair", _PAIR_NAMES[alike[first.rank]], (first, second), 2)


def _runs(shown: tuple[Card, ...]) -> Iterator[Combination]:
    by_rank = _longest_run(shown)
    runs = list(product(*by_rank)) if len(by_rank) >= 3 else []
    for run in runs:
        yield Combination("run", _RUN_NAMES[len(runs)], run, len(run))


def _longest_run(shown: tuple[Card, ...]) -> list[list[Card]]:
    """The cards of the longest row of neighbouring ranks, rank by rank."""
    ranks = sorted({card.rank for card in shown})
    rows = [[ranks[0]]]
    for lower, higher in pairwise(ranks):
        if higher == lower + 1:
            rows[-1].append(higher)
        else:
            rows.append([higher])
    # Five cards hold one row of three or more at most, so ties do not matter.
    return [[card for card in shown if card.rank == rank] for rank in max(rows, key=len)]


def _flush(hand: tuple[Card, ...], starter: Card, is_crib: bool) -> Iterator[Combination]:
    if len({card.suit for card in hand}) > 1:
        return
    if starter.suit == hand[0].suit:
        yield Combination("flush", "flush", (*hand, starter), len(hand) + 1)
    elif not is_crib:
        yield Combination("flush", "flush", hand, len(hand))


def _nobs(hand: Collection[Card], starter: Card) -> Iterator[Combination]:
    jack = Card(JACK, starter.suit)
    if jack in hand:
        yield Combination("nobs", "nobs", (jack,), 1)
