"""What the shell around the engine refuses: seats, players, secrets.

The engine's own refusals are in :mod:`games.engine.errors`.
"""

from scoring.errors import CribbageError


class GameError(CribbageError):
    """Base of what games refuse before the engine is asked."""


class NotASeat(GameError):
    """Whoever asks plays in no seat of this game."""

    kind = "forbidden"


class NotYourSeat(GameError):
    """The seat is somebody else's, or kept for somebody else."""

    kind = "forbidden"


class NotAPlayer(GameError):
    """Whoever asks is no active player of the club."""

    kind = "forbidden"


class AlreadySeated(GameError):
    """The player has another seat of this game."""

    kind = "state"


class NotRevealedYet(GameError):
    """The pack stays secret until the game is over."""

    kind = "state"
