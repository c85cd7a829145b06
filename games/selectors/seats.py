"""Who sits where."""

from uuid import UUID

from clubs.access import Viewer
from common.actor import Actor
from games.models import Game


def seat_of(viewer: Viewer, game: Game) -> int | None:
    """Return the seat a viewer has taken in a game, None for who does not play.

    Args:
        viewer: a person, or a token, which acts for its maker in its own club.
        game: any.
    """
    return _seat(viewer, game.users, game.club_id)


def seat_in(viewer: Viewer, game_id: UUID) -> int | None:
    """Return the seat a viewer has taken in a game, in one cheap statement.

    Args:
        viewer: as in :func:`seat_of`.
        game_id: public id; a game that is not there has no seat for him either.
    """
    found = Game.objects.filter(public_id=game_id).values_list("users", "club_id").first()
    return None if found is None else _seat(viewer, *found)


def _seat(viewer: Viewer, users: list[int | None], club_id: int) -> int | None:
    user_id = viewer.user_id if isinstance(viewer, Actor) else getattr(viewer, "pk", None)
    if user_id is None or user_id not in users:
        return None
    if isinstance(viewer, Actor) and viewer.club_id not in (None, club_id):
        return None
    return users.index(user_id)
