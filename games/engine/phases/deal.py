"""A deal: its pack is committed to, offered for the cut, dealt.

Rule: docs/rules.md#deal
"""

import re

from games.engine import errors
from games.engine.commands import Command, DealCards, Nonce, StartDeal
from games.engine.dealing import PACK_SIZE, deal_out
from games.engine.draft import Draft
from games.engine.events import CardsDealt, DealStarted, NonceGiven

_NONCE = re.compile(r"[0-9a-fA-F]{16,64}", re.ASCII)


def judge_between(draft: Draft, command: Command) -> None:
    """Start the next deal."""
    if not isinstance(command, StartDeal):
        raise errors.WrongPhase("the next deal has not started yet")
    state = draft.state
    number = 1 if state.deal is None else state.deal.number + 1
    draft.add(DealStarted(number, state.next_dealer, command.commitment))


def judge(draft: Draft, command: Command) -> None:
    """Take the nonce of a seat, or deal."""
    match command:
        case Nonce():
            _give(draft, command)
        case DealCards(order) if draft.state.awaits.what == "cards":
            if len(order) != PACK_SIZE or len(set(order)) != PACK_SIZE:
                raise ValueError("a pack has 52 different cards")
            state = draft.state
            draft.add(CardsDealt(*deal_out(state.rules.numbers, state.dealing.dealer, order)))
        case _:
            raise errors.WrongPhase("the cards are not dealt yet")


def _give(draft: Draft, command: Nonce) -> None:
    if command.seat not in draft.state.awaits.seats:
        if draft.state.dealing.nonces[command.seat] is not None:
            raise errors.AlreadyGiven("the seat has cut the pack already")
        raise errors.NotYourTurn("the seat at the dealer's right cuts the pack")
    if not _NONCE.fullmatch(command.value):
        raise errors.NonceInvalid("a nonce is 16 to 64 hex digits")
    draft.add(NonceGiven(command.seat, command.value))
