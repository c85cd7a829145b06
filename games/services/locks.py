"""Locking a game: the root row of its log and its seats."""

from uuid import UUID

from common.errors import NotFound
from common.locking import lock_row
from games.models import Game


def lock_game(game_id: UUID) -> Game:
    """Return a game, locked until the transaction ends.

    Args:
        game_id: public id.

    Raises:
        NotFound: there is no such game.
        LockTimeout: somebody else held it too long.
    """
    try:
        return lock_row(Game.objects.filter(public_id=game_id))
    except Game.DoesNotExist as error:
        raise NotFound("there is no such game") from error
