"""What the ratings refuse."""

from scoring.errors import CribbageError


class RatingError(CribbageError):
    """Base of what the ratings refuse."""

    kind = "rules"


class PlayedOneself(RatingError):
    """Winner and loser of a game are the same player."""


class GameRatedTwice(RatingError):
    """Two games stand at the same place of the order of play."""
