"""From the order of a pack to hands, crib and starter.

The order is the service's secret. It comes in as an argument and nothing of it
but the cards dealt or cut goes on.
"""

from collections.abc import Sequence

from games.engine.commands import Cut
from games.engine.rules import Rules
from games.engine.state import State
from games.engine.variants.base import Variant
from scoring.cards import Card

PACK_SIZE = 52


def deal_out(
    numbers: Variant, dealer: int, order: Sequence[Card]
) -> tuple[tuple[tuple[Card, ...], ...], tuple[Card, ...]]:
    """Deal a pack: one card at a time from the dealer's left, then the crib's.

    Args:
        numbers: the variant played.
        dealer: the seat that deals.
        order: the pack, first card first.

    Returns:
        The cards of each seat in the order received, and those dealt straight
        to the crib. The dealer's extra cards come last of all.

    Rule: docs/rules.md#deal
    """
    seats = numbers.seats
    round_end = seats * numbers.dealt
    crib_end = round_end + numbers.to_crib
    hands: list[tuple[Card, ...]] = [()] * seats
    for step in range(seats):
        hands[(dealer + 1 + step) % seats] = tuple(order[step:round_end:seats])
    hands[dealer] += tuple(order[crib_end : crib_end + numbers.dealer_extra])
    return tuple(hands), tuple(order[round_end:crib_end])


def cards_dealt(numbers: Variant) -> int:
    """Count the cards that leave the pack in one deal."""
    return numbers.seats * numbers.dealt + numbers.to_crib + numbers.dealer_extra


def starter_cuts(rules: Rules) -> range:
    """List how many cards may be lifted off the undealt pack for the starter.

    Args:
        rules: the rules; ``min_cut`` cards stay on each side of the cut.

    Returns:
        The lawful values of ``Cut.index``.

    Rule: docs/rules.md#starter
    """
    undealt = PACK_SIZE - cards_dealt(rules.numbers)
    return range(rules.min_cut, undealt - rules.min_cut + 1)


def resolve_cut(state: State, cut: Cut, order: Sequence[Card]) -> Cut:
    """Add the card under a cut, for the service that keeps the order.

    Args:
        state: the game; in its cut for deal the pack lies spread, otherwise
            the cards dealt are off the pack.
        cut: a seat's command.
        order: the pack committed to, first card first.

    Returns:
        The command with its card; unchanged when there is no such place, which
        ``decide`` then refuses.

    Rule: docs/rules.md#starter
    """
    first = 0 if state.phase == "cut_for_deal" else cards_dealt(state.rules.numbers)
    if not 0 <= cut.index < len(order) - first:
        return cut
    return Cut(cut.seat, cut.index, order[first + cut.index])
