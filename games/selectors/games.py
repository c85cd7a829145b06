"""Games as viewers see them."""

from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db.models import QuerySet

from clubs.access import Viewer, belongs, visible_clubs
from common.errors import NotFound
from games.codec import state_of
from games.engine.view import project, viewer_for
from games.models import Game, GameSeat
from games.selectors.seats import seat_of

_HIDDEN = ("snapshot", "pack")


@dataclass(frozen=True, slots=True)
class SeenGame:
    """A game somebody may see; ``seat`` is his own, ``is_home`` whether the club is his."""

    game: Game
    seat: int | None
    is_home: bool


def visible_games(viewer: Viewer) -> QuerySet[Game]:
    """Return the games of the clubs that a viewer may see, without what they hide.

    Args:
        viewer: who looks; None is a stranger, who sees the public clubs.
    """
    rows = Game.objects.filter(club__in=visible_clubs(viewer).values("pk"))
    return rows.select_related("club").defer(*_HIDDEN)


def seen_game(viewer: Viewer, game_id: UUID) -> SeenGame:
    """Return a game with the viewer's place in it, in two statements at most.

    Args:
        viewer: who looks.
        game_id: public id.

    Raises:
        NotFound: there is none, or he may not see it.
    """
    game = Game.objects.select_related("club").filter(public_id=game_id).first()
    if game is None:
        raise NotFound("there is no such game")
    seat = seat_of(viewer, game)
    is_home = seat is not None or belongs(viewer, game.club_id)
    if not is_home and not game.club.is_public:
        raise NotFound("there is no such game")
    return SeenGame(game, seat, is_home)


def view_of(seen: SeenGame) -> dict[str, Any]:
    """Return a game as its viewer sees it, in one statement more.

    Args:
        seen: the game; names are for the people of its club only.

    Returns:
        Plain values for JSON: the row, who plays, and the projection.
    """
    game = seen.game
    places = GameSeat.objects.filter(game=game).select_related("player").order_by("seat")
    return {
        **summary_of(game),
        "origin": game.origin,
        "head": bytes(game.head).hex(),
        "due_at": game.due_at,
        "players": [_place(place, is_home=seen.is_home) for place in places],
        "view": project(*_as_seen(seen)),
    }


def summary_of(game: Game) -> dict[str, Any]:
    """Return what a list says of a game.

    Args:
        game: with its club.
    """
    return {
        "id": game.public_id,
        "club": game.club.public_id,
        "version": game.version,
        "phase": game.phase,
        "is_over": game.is_over,
        "winner_side": game.winner_side,
        "rules_digest": game.rules_digest,
        "created_at": game.created_at,
        "finished_at": game.finished_at,
    }


def _as_seen(seen: SeenGame) -> tuple[Any, Any]:
    state = state_of(seen.game)
    return state, viewer_for(state, seen.seat)


def _place(place: GameSeat, *, is_home: bool) -> dict[str, Any]:
    player = place.player
    return {
        "seat": place.seat,
        "player": player and player.public_id,
        "name": player.display_name if player and is_home else None,
        "is_taken": place.taken_at is not None,
    }
