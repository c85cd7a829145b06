"""The play: what the card just laid scores.

A pile is the cards since the count was zero, the last one just laid. Who laid
them is nothing to this module, and so are the points for go and last card:
they depend on what the others can still play, which the engine knows.

Rule: docs/rules.md#pegging
"""

from collections.abc import Iterator, Sequence
from typing import Final, NoReturn

from scoring.cards import PACK, Card
from scoring.combination import Combination
from scoring.errors import CountTooHigh, DuplicateCard, WrongCardCount

_SET_NAMES: Final = {2: "pair", 3: "pair royal", 4: "double pair royal"}
_SET_POINTS: Final = {2: 2, 3: 6, 4: 12}
_LONGEST_RUN: Final = 7  # ace to seven add up to 28, eight cards to 36
_TOO_WIDE: Final = 255
_MOST_CARDS: Final = 13  # four aces, twos and threes and one four add up to 28
_CARDS: Final = 8  # bits below: room for what 13 cards add up to
_COUNT: Final = (1 << _CARDS) - 1


def peg_combinations(pile: Sequence[Card]) -> tuple[Combination, ...]:
    """List what the last card of a pile scores.

    Args:
        pile: the cards since the count was zero, in the order they were laid.

    Returns:
        Combinations in the order of the call (fifteen or thirty-one, pair,
        run); empty when the card scores nothing. Go and last card are not in.

    Raises:
        WrongCardCount: the pile is empty.
        CountTooHigh: the cards add up to more than 31.
        DuplicateCard: a card is there twice.

    Rule: docs/rules.md#pegging
    """
    count = sum(card.value for card in pile)
    if not pile or count > 31 or len(set(pile)) != len(pile):
        _refuse(pile)
    return (*_reached(pile, count), *_set(pile), *_run(pile))


def peg_points(pile: Sequence[Card]) -> int:
    """Count what the last card of a pile scores, fast.

    Args:
        pile: the cards since the count was zero, in the order they were laid.

    Returns:
        Points; the total of ``peg_combinations``. Go and last card are not in.

    Raises:
        WrongCardCount: the pile is empty.
        CountTooHigh: the cards add up to more than 31.
        DuplicateCard: a card is there twice.

    Rule: docs/rules.md#pegging
    """
    size = len(pile)
    if size < 2:
        return 0 if size else _refuse(pile)
    before, last = pile[0], pile[1]
    if size == 2 and before is not last:
        return 2 if before.rank == last.rank or before.value + last.value == 15 else 0
    laid = 0
    third = before
    for card in pile:
        laid += _LAID[card]
        third, before, last = before, last, card
    count = laid & _COUNT
    if count > 31 or size > _MOST_CARDS or (laid >> _CARDS).bit_count() != size:
        _refuse(pile)
    points = 2 if count == 15 or count == 31 else 0  # noqa: PLR1714 - a tuple costs a tenth more
    rank = last.rank
    gap = rank - before.rank
    if not gap:  # two alike at the end: no run can end here
        return points + _set_points(pile)
    if -_LONGEST_RUN < gap < _LONGEST_RUN:
        gap = rank - third.rank
        if gap and -_LONGEST_RUN < gap < _LONGEST_RUN:
            return points + _run_points(pile)
    return points


def _set_points(pile: Sequence[Card]) -> int:
    rank = pile[-1].rank
    if pile[-3].rank != rank:
        return 2
    return 6 if len(pile) == 3 or pile[-4].rank != rank else 12


def _run_points(pile: Sequence[Card]) -> int:
    """Walk back from the last card until a rank repeats or the ranks lie too far apart."""
    ranks = _RANK_BIT[pile[-1]] | _RANK_BIT[pile[-2]]
    longest = 0
    for place in range(-3, -len(pile) - 1, -1):
        rank = _RANK_BIT[pile[place]]
        if ranks & rank:
            break
        ranks |= rank
        length = _RUN_LENGTH[ranks]
        if length == _TOO_WIDE:
            break
        longest = length or longest
    return longest


def _run_length(ranks: int) -> int:
    """What a set of ranks (as bits) is as a run: its length, 0, or too wide to become one."""
    span = ranks.bit_length() - (ranks & -ranks).bit_length() + 1
    if span > _LONGEST_RUN:
        return _TOO_WIDE
    return span if span == ranks.bit_count() and span >= 3 else 0


_RANK_BIT: Final = tuple(1 << (card.rank - 1) for card in PACK)
_RUN_LENGTH: Final = bytes(_run_length(ranks) for ranks in range(1 << 13))
_LAID: Final = tuple(card.value | 1 << (_CARDS + card.code) for card in PACK)
"""Value and card in one int: added up, a card that is there twice carries."""


def _reached(pile: Sequence[Card], count: int) -> Iterator[Combination]:
    if count == 15:
        yield Combination("fifteen", "fifteen", tuple(pile), 2)
    if count == 31:
        yield Combination("thirty_one", "thirty-one", tuple(pile), 2)


def _set(pile: Sequence[Card]) -> Iterator[Combination]:
    size = 1
    while size < len(pile) and pile[-size - 1].rank == pile[-1].rank:
        size += 1
    if size >= 2:
        yield Combination("pair", _SET_NAMES[size], tuple(pile[-size:]), _SET_POINTS[size])


def _run(pile: Sequence[Card]) -> Iterator[Combination]:
    for size in range(min(len(pile), _LONGEST_RUN), 2, -1):
        ranks = sorted(card.rank for card in pile[-size:])
        if ranks == list(range(ranks[0], ranks[0] + size)):
            yield Combination("run", "run", tuple(pile[-size:]), size)
            return


def _refuse(pile: Sequence[Card]) -> NoReturn:
    if not pile:
        raise WrongCardCount("a pile has at least the card just laid", count=0)
    count = sum(card.value for card in pile)
    if count > 31:
        raise CountTooHigh(f"the count may not pass 31, these cards make {count}", count=count)
    twice = sorted({card.text for card in pile if list(pile).count(card) > 1})
    raise DuplicateCard(f"there is only one {twice[0]} in the pack", cards=twice)
