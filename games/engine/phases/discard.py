"""Every seat lays cards away into the crib, in any order, unseen.

Rule: docs/rules.md#discard
"""

from games.engine import errors
from games.engine.commands import Command, Discard
from games.engine.draft import Draft
from games.engine.events import CardsLaidAway
from scoring.errors import DuplicateCard, WrongCardCount


def judge(draft: Draft, command: Command) -> None:
    """Put a seat's cards into the crib."""
    if not isinstance(command, Discard):
        raise errors.WrongPhase("cards are being laid away")
    seat, cards = command.seat, command.cards
    deal = draft.state.dealing
    if deal.discards[seat] is not None:
        raise errors.AlreadyDiscarded("the seat has laid away already")
    asked = draft.state.rules.numbers.discards_of(seat, deal.dealer)
    if len(cards) != asked:
        raise WrongCardCount(f"lay away {asked} cards", asked=asked, given=len(cards))
    if len(set(cards)) != len(cards):
        raise DuplicateCard("the same card cannot be laid away twice")
    if not deal.held[seat].issuperset(cards):
        raise errors.CardNotInHand("lay away cards of your own hand")
    draft.add(CardsLaidAway(seat, cards))
