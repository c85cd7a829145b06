"""What the tournament side refuses, each named as its code."""

from scoring.errors import CribbageError


class TournamentError(CribbageError):
    """Base of what tournaments refuse."""


class ConfigInvalid(TournamentError):
    """A setting of a format, match or preset cannot be; ``field`` names it."""


class ResultImpossible(TournamentError):
    """No game of these rules ends like this."""

    kind = "rules"


class CardImpossible(TournamentError):
    """No line of a score card can have been meant like this."""

    kind = "rules"


class SpreadMismatch(TournamentError):
    """Spread and loser's score do not belong together."""

    kind = "rules"


class UnknownSide(TournamentError):
    """The winner is no side of this match."""

    kind = "rules"


class MatchIncomplete(TournamentError):
    """The games given do not decide the match."""

    kind = "rules"


class GameAfterDecision(TournamentError):
    """A game was given after the one that decided the match."""

    kind = "rules"


class SameEntryTwice(TournamentError):
    """Both sides of a match, or two places of a list, are one entry."""

    kind = "rules"


class EntryPairedTwice(TournamentError):
    """An entry would play two matches of one round."""

    kind = "rules"


class SwapAcrossRounds(TournamentError):
    """Two players change places within one round only."""

    kind = "rules"


class ImportRowsInvalid(TournamentError):
    """Rows of a file cannot be taken over; ``rows`` says which and why."""

    kind = "rules"


class StageCycle(TournamentError):
    """A stage would feed itself, at some distance."""

    kind = "rules"


class MatchConfirmed(TournamentError):
    """The match has its result; only a correction changes it."""

    kind = "state"


class CorrectionBlocked(TournamentError):
    """What follows from the result has begun; that comes first."""

    kind = "state"


class MatchNotPlayable(TournamentError):
    """A bye, a void or a waiting match takes no result."""

    kind = "state"


class PairingImpossible(TournamentError):
    """No round can be made of these entries."""

    kind = "state"


class NotFinishable(TournamentError):
    """Somebody would not reach the games of the night, and nothing makes up for it."""

    kind = "state"


class RoundExists(TournamentError):
    """The round has been made already."""

    kind = "state"


class RoundStale(TournamentError):
    """What the draft was made from has changed; generate it again."""

    kind = "state"


class DueElsewhere(TournamentError):
    """Somebody has an open match in another event of the occasion."""

    kind = "state"


class CutTied(TournamentError):
    """Equal places reach over the cut, or seeds wait for a lot."""

    kind = "state"


class AlreadyEntered(TournamentError):
    """The player has an entry already."""

    kind = "state"


class EventFinal(TournamentError):
    """The event is final; a director reopens it first."""

    kind = "state"


class RulesetFrozen(TournamentError):
    """The event has left draft; its rules stay."""

    kind = "state"


class WrongState(TournamentError):
    """The object is not in the state that this step starts from."""

    kind = "state"


class PreviewStale(TournamentError):
    """What a preview showed has changed since; look at it again."""

    kind = "state"
