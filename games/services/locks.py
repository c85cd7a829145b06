"""Locking a game: the root row of its log and its seats."""

from uuid import UUID

from common.actor import Actor
from common.errors import NotFound
from common.locking import lock_row
from games.models import Game
from games.selectors.seats import own_seat


def lock_game(game_id: UUID) -> Game:
    """Return a game, locked until the transaction ends.

    Args:
        game_id: public id.

    Raises:
        NotFound: there is no such game.
        LockTimeout: somebody else held it too long.
    """
    return lock_game_for(game_id, Actor.system("engine"))[0]


def lock_game_for(game_id: UUID, actor: Actor) -> tuple[Game, int | None]:
    """Return a game, locked, and the seat an actor has taken in it.

    Seats do not change once they are all taken, so the seat may be read together
    with the row that is waited for.

    Args:
        game_id: public id.
        actor: who acts.

    Raises:
        As :func:`lock_game`.
    """
    rows = Game.objects.filter(public_id=game_id).annotate(own_seat=own_seat(actor))
    try:
        game = lock_row(rows)
    except Game.DoesNotExist as error:
        raise NotFound("there is no such game") from error
    return game, getattr(game, "own_seat", None)
