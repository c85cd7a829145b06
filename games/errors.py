"""What the shell around the engine refuses: seats, players, secrets.

The engine's own refusals are in :mod:`games.engine.errors`.
"""

from common.errors import LastingError, ServiceUnavailable
from scoring.errors import CribbageError


class GameError(CribbageError):
    """Base of what games refuse before the engine is asked."""


class NotASeat(GameError):
    """Whoever asks plays in no seat of this game."""

    kind = "forbidden"


# The words alone do not give it: one letter is no word to the rule that splits names.
NotASeat.code = "not_a_seat"


class NotYourSeat(GameError):
    """The seat is somebody else's, or kept for somebody else."""

    kind = "forbidden"


class NotAPlayer(GameError):
    """Whoever asks is no active player of the club."""

    kind = "forbidden"


NotAPlayer.code = "not_a_player"


class AlreadySeated(GameError):
    """The player has another seat of this game."""

    kind = "state"


class NotRevealedYet(GameError):
    """The pack stays secret until the game is over."""

    kind = "state"


class OwnGame(GameError):
    """Whoever rules on a game, or judges it, plays in it."""

    kind = "forbidden"


class NotAJudge(GameError):
    """The key of a judge belongs to nobody who judges at the club."""


NotAJudge.code = "not_a_judge"


class ResultStands(GameError):
    """The game is over and its result counts elsewhere; it is corrected there."""

    kind = "state"


class GameKeyMissing(ServiceUnavailable):
    """The key that the order of a pack is drawn with is not set on this server."""


class TooLate(LastingError):
    """The time for it was over when it came; what the clock ended stays ended."""


class NotAbsentYet(GameError):
    """The other side has not kept its game waiting long enough to be called absent."""

    kind = "state"


class NotWaiting(GameError):
    """The game waits for who asks, or for nobody."""

    kind = "state"


class NoDirector(GameError):
    """The game belongs to no match, so nobody directs it."""

    kind = "state"
