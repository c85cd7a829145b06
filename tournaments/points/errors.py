"""What the points refuse."""

from tournaments.errors import TournamentError


class PointsUndefined(TournamentError):
    """The schedule in force says nothing of this case; the director decides."""

    kind = "rules"


class UnknownSchedule(TournamentError):
    """There is no schedule of this name."""


class CardImpossible(TournamentError):
    """No card of a night of so many games has these game points."""

    kind = "rules"


class NightCountedTwice(TournamentError):
    """A player has two scores for one night."""

    kind = "rules"


class CountingRuleInvalid(TournamentError):
    """A season counts at least one night, and no threshold is below zero."""
