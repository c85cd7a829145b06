"""Refusals of the engine: what ``raise`` says when a command is not allowed.

Kinds and their meaning are those of :mod:`scoring.errors`. ``context`` holds
nothing that the seat addressed does not see already: own cards, public facts.
"""

from typing import ClassVar

from scoring.errors import CribbageError, Kind


class RuleViolation(CribbageError):
    """Base of what the engine refuses."""

    kind: ClassVar[Kind] = "rules"


class GameOver(RuleViolation):
    """The game has ended; no command is taken any more."""

    kind = "state"


class NotInRuleset(RuleViolation):
    """The rules of this game do not have the thing asked for."""


class RulesInvalid(RuleViolation):
    """These rules cannot be made; the message says which option and why."""


class RulesDigestMismatch(RuleViolation):
    """The seat accepts other rules than those of the game."""


class WrongPhase(RuleViolation):
    """The command belongs to another phase of the game."""

    kind = "state"


class SeatTaken(RuleViolation):
    """Somebody sits there already."""

    kind = "state"


class NoSuchSeat(RuleViolation):
    """The game has no seat of that number."""


class NotDealer(RuleViolation):
    """Only the dealer may do this."""

    kind = "forbidden"


class NotOpponent(RuleViolation):
    """Only the other side may do this."""

    kind = "forbidden"


class NotYourTurn(RuleViolation):
    """Another seat is to act."""

    kind = "state"


class AlreadyCut(RuleViolation):
    """The seat has cut already."""

    kind = "state"


class CardTaken(RuleViolation):
    """Another seat has taken this card of the spread pack."""

    kind = "state"


class CutOutOfRange(RuleViolation):
    """The pack cannot be cut there."""


class AlreadyDiscarded(RuleViolation):
    """The seat has laid away already."""

    kind = "state"


class AlreadyGiven(RuleViolation):
    """The seat has given its nonce for this deal already."""

    kind = "state"


class NonceInvalid(RuleViolation):
    """The value is not what a nonce looks like."""

    kind = "invalid"


class CardNotInHand(RuleViolation):
    """The seat does not hold this card."""


class Exceeds31(RuleViolation):
    """The card would take the count past 31."""


class MustPlay(RuleViolation):
    """The seat holds a card that fits, so it may not say go."""


class ClaimWindowOpen(RuleViolation):
    """Another seat may still claim; wait for it."""

    kind = "state"


class ClaimWindowClosed(RuleViolation):
    """The time to claim is over."""

    kind = "state"


class AlreadyClaimed(RuleViolation):
    """The claim has been made already."""

    kind = "state"


class AlreadyDeclared(RuleViolation):
    """The count is declared and final."""

    kind = "state"


class RaiseTooLow(RuleViolation):
    """A raised count must be higher than the one before."""


class Overclaim(RuleViolation):
    """More is declared than there is, and these rules refuse that."""


class PointsImpossible(RuleViolation):
    """No act is worth so many points, or so few."""

    kind = "invalid"


class PegsImpossible(RuleViolation):
    """Two pegs cannot stand there."""


class ReasonMissing(RuleViolation):
    """A correction says why."""

    kind = "invalid"
