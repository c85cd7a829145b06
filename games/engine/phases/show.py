"""The show: from the dealer's left round to the dealer, then the crib.

Where the engine counts, nothing is asked of a seat: hands are laid open and
pegged one after the other until the deal or the game ends. Where counts are
declared, each waits for its owner, and the next one until nobody may claim on it
any more; whoever counts next accepts by doing so.

Rule: docs/rules.md#show-order
"""

from games.engine import errors
from games.engine.commands import Command, Count
from games.engine.draft import Draft
from games.engine.events import CribShown, DealEnded, HandShown, Parts, WindowClosed
from games.engine.phases import claims
from games.engine.phases.parts import parts_of_show
from games.engine.state import DealState, Window, in_order
from scoring.cards import Card


def judge(draft: Draft, command: Command) -> None:
    """Take a count."""
    if not isinstance(command, Count):
        raise errors.WrongPhase("hands are being counted")
    raised = claims.raised_by(draft.state, command.seat)
    if raised is None:
        _count(draft, command)
    else:
        _raise(draft, command, raised)


def go_on(draft: Draft) -> bool:
    """Lay open, and where the engine counts peg, the next hand; the crib after the hands."""
    deal = draft.state.dealing
    is_declared = draft.state.rules.is_declared
    done = len(deal.declared) if is_declared else deal.shown
    if deal.windows or (is_declared and deal.shown > done):
        return False
    if done > len(deal.held):
        draft.add(DealEnded())
        return True
    seat, cards = _lay_open(draft)
    if not is_declared:
        assert deal.starter is not None
        is_crib = done == len(deal.held)
        parts = parts_of_show(cards, deal.starter, is_crib=is_crib)
        points = sum(part for _kind, part in parts)
        draft.peg(seat, points, "crib" if is_crib else "hand", parts)
    return True


def counted(deal: DealState, place: int) -> tuple[int, str, Parts]:
    """Count the hand, or crib, that is at a place in the order of the show.

    Args:
        deal: a deal whose play is over.
        place: 0 for the dealer's left; the number of seats for the crib.

    Returns:
        Whose it is, ``hand`` or ``crib``, and its points by kind.

    Rule: docs/rules.md#show-order
    """
    assert deal.starter is not None
    if place == len(deal.held):
        return deal.dealer, "crib", parts_of_show(deal.crib, deal.starter, is_crib=True)
    seat = (deal.dealer + 1 + place) % len(deal.held)
    return seat, "hand", parts_of_show(deal.hand_of(seat), deal.starter, is_crib=False)


def _lay_open(draft: Draft) -> tuple[int, tuple[Card, ...]]:
    deal = draft.state.dealing
    if deal.shown == len(deal.held):
        seat, cards = deal.dealer, deal.crib
        draft.add(CribShown(seat, cards))
    else:
        seat = (deal.dealer + 1 + deal.shown) % len(deal.held)
        cards = in_order(deal.hand_of(seat))
        draft.add(HandShown(seat, cards))
    return seat, cards


def _count(draft: Draft, command: Count) -> None:
    deal = draft.state.dealing
    if command.seat != deal.next_counter or len(deal.declared) > len(deal.held):
        if any(window.seat == command.seat for window in deal.windows):
            raise errors.AlreadyDeclared("the count is final")
        raise errors.NotYourTurn("another seat is to count", turn=deal.next_counter)
    claims.check_answered(draft.state, command.seat)
    if deal.windows and deal.windows[0].what in ("hand", "crib"):
        draft.add(WindowClosed(deal.windows[0].stage, "next_count"))
    if deal.shown == len(deal.declared):
        _lay_open(draft)
    seat, what, parts = counted(deal, len(deal.declared))
    claims.declare(draft, seat, what, command.points, parts)


def _raise(draft: Draft, command: Count, raised: Window) -> None:
    if command.points <= raised.points:
        raise errors.RaiseTooLow("raise the count to more than it is", least=raised.points + 1)
    place = len(draft.state.dealing.declared) - 1
    seat, what, parts = counted(draft.state.dealing, place)
    claims.declare(draft, seat, what, command.points, parts)
