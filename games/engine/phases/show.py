"""The show: from the dealer's left round to the dealer, then the crib.

Where the engine counts, nothing is asked of a seat: hands are laid open and
pegged one after the other until the deal or the game ends.

Rule: docs/rules.md#show-order
"""

from games.engine import errors
from games.engine.commands import Command
from games.engine.draft import Draft
from games.engine.events import CribShown, DealEnded, HandShown
from games.engine.phases.parts import parts_of_show
from games.engine.state import in_order
from scoring.cards import Card


def judge(_draft: Draft, _command: Command) -> None:
    """Refuse: the engine counts by itself."""
    raise errors.WrongPhase("hands are being counted")


def go_on(draft: Draft) -> bool:
    """Lay open and count the next hand, the crib after the hands."""
    state = draft.state
    deal = state.dealing
    seats = len(deal.held)
    if deal.shown < seats:
        seat = (deal.dealer + 1 + deal.shown) % seats
        hand = in_order(deal.hand_of(seat))
        draft.add(HandShown(seat, hand))
        _count(draft, seat, hand, is_crib=False)
    elif deal.shown == seats:
        crib = deal.crib
        draft.add(CribShown(deal.dealer, crib))
        _count(draft, deal.dealer, crib, is_crib=True)
    else:
        draft.add(DealEnded())
    return True


def _count(draft: Draft, seat: int, hand: tuple[Card, ...], *, is_crib: bool) -> None:
    starter = draft.state.dealing.starter
    assert starter is not None
    parts = parts_of_show(hand, starter, is_crib=is_crib)
    points = sum(part for _kind, part in parts)
    draft.peg(seat, points, "crib" if is_crib else "hand", parts)
