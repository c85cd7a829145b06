"""What the ratings refuse."""

from tournaments.errors import TournamentError


class RatingError(TournamentError):
    """Base of what the ratings refuse."""

    kind = "rules"


class PlayedOneself(RatingError):
    """Winner and loser of a game are the same player."""


class GameRatedTwice(RatingError):
    """Two games stand at the same place of the order of play."""
