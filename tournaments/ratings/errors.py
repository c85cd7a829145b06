"""What the ratings refuse."""

from tournaments.errors import TournamentError


class RatingError(TournamentError):
    """Base of what the ratings refuse."""


class PlayedOneself(RatingError):
    """Winner and loser of a game are the same player."""

    kind = "rules"


class GameRatedTwice(RatingError):
    """Two games stand at the same place of the order of play."""

    kind = "rules"


class UnknownRatingSystem(RatingError):
    """There is no rating system of this name, or it has no such parameter."""
