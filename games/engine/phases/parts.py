"""Points of one act by kind."""

from collections.abc import Collection, Iterable, Sequence
from functools import lru_cache

from games.engine.events import Parts
from scoring.cards import JACK, PACK, Card
from scoring.combination import Combination
from scoring.pegging import peg_points
from scoring.show import score_show, show_points

_SUITED = ("flush", "nobs")
_REACHED: dict[int, Parts] = {15: (("fifteen", 2),), 31: (("thirty_one", 2),)}


def parts_of(combinations: Iterable[Combination]) -> Parts:
    """Add up combinations by kind.

    Args:
        combinations: as ``scoring`` lists them.

    Returns:
        Kind and points of each kind that is there, in counting order.

    Rule: docs/rules.md#show-order
    """
    points: dict[str, int] = {}
    for combination in combinations:
        points[combination.kind] = points.get(combination.kind, 0) + combination.points
    return tuple(points.items())


def parts_of_pile(pile: Sequence[Card], count: int) -> Parts:
    """Split by kind what the last card of a pile scores.

    Equal to ``parts_of(peg_combinations(pile))``: beside fifteen or thirty-one a
    card scores either with its like, or in a run.

    Args:
        pile: the cards since the count was zero.
        count: what they add up to.

    Returns:
        Kind and points of each kind that is there.

    Rule: docs/rules.md#pegging
    """
    points = peg_points(pile)
    if not points:
        return ()
    reached = _REACHED.get(count, ())
    rest = points - (2 if reached else 0)
    if not rest:
        return reached
    return (*reached, ("pair" if pile[-1].rank == pile[-2].rank else "run", rest))


def parts_of_show(hand: Collection[Card], starter: Card, *, is_crib: bool) -> Parts:
    """Split a hand's points at the show by kind.

    Equal to ``parts_of(score_show(...))``. Listing every combination is half of
    the work of a whole deal, and most of it depends on the ranks alone.

    Args:
        hand: the cards kept, or the crib.
        starter: the card cut.
        is_crib: a crib's flush needs the starter too.

    Returns:
        Kind and points of each kind that is there; they add up to the total.

    Rule: docs/rules.md#show-order
    """
    points = show_points(hand, starter, is_crib=is_crib)
    if not points:
        return ()
    parts = _parts_of_ranks(tuple(sorted([starter.rank, *(card.rank for card in hand)])))
    suited = points - sum(part for _kind, part in parts)
    if not suited:
        return parts
    nobs = int(any(card.rank == JACK and card.suit == starter.suit for card in hand))
    rest = (("flush", suited - nobs), ("nobs", nobs))
    return (*parts, *(part for part in rest if part[1]))


@lru_cache(maxsize=8192)  # there are 6,175 sets of five ranks and 1,820 of four
def _parts_of_ranks(ranks: tuple[int, ...]) -> Parts:
    seen: dict[int, int] = {}
    shown = []
    for rank in ranks:
        shown.append(PACK[4 * (rank - 1) + seen.get(rank, 0)])
        seen[rank] = seen.get(rank, 0) + 1
    listed = score_show(shown[:-1], shown[-1])
    return parts_of(each for each in listed if each.kind not in _SUITED)
