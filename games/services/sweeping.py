"""Work on many games, of which one that fails keeps no other from its own."""

from collections.abc import Callable, Iterable
from contextlib import ExitStack
from uuid import UUID

from games.models import Game


def each(work: Callable[[UUID], None], game_ids: Iterable[UUID]) -> None:
    """Do a work for every game, then raise what went wrong with one of them.

    Args:
        work: takes a public id; has a transaction of its own.
        game_ids: whose turn it is, in order.
    """
    with ExitStack() as works:
        for game_id in reversed(list(game_ids)):
            works.callback(work, game_id)


def lock_if_free(game_id: UUID) -> Game | None:
    """Return a game, locked until the transaction ends, or None when somebody holds it.

    Args:
        game_id: public id.
    """
    rows = Game.objects.select_for_update(of=("self",), skip_locked=True)
    return rows.filter(public_id=game_id).first()
