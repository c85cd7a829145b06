"""What happens by the clock: a grace, a cut, a claim or a move whose time is over.

A deadline is met lazily, before the next command or view, so nothing waits for a
worker.
"""

from uuid import UUID

from django.db import transaction

from common import clock
from common.actor import Actor
from games.models import Game
from games.services.clocks import ending
from games.services.locks import lock_game
from games.services.turns import Turn

_ENGINE = Actor.system("engine")


def close_due_windows(turn: Turn) -> None:
    """End what is open when its time has passed, before anything else is judged.

    Args:
        turn: on a locked game.
    """
    if is_due(turn.game):
        turn.take(ending(turn.state))


def is_due(game: Game) -> bool:
    """Tell whether a deadline of a game has passed."""
    return game.due_at is not None and game.due_at <= clock.now()


def meet_deadline(*, game_id: UUID) -> None:
    """End what is open when its time has passed, in a transaction of its own.

    Args:
        game_id: public id; a game without a passed deadline is left alone.

    Raises:
        NotFound: there is no such game.
    """
    with transaction.atomic():
        turn = Turn(lock_game(game_id))
        close_due_windows(turn)
        if turn.entries:
            turn.write(_ENGINE)
