"""How a game ended, for whoever counts it."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from common.errors import NotFound
from games.codec import state_of
from games.models import Game


@dataclass(frozen=True, slots=True)
class GameOutcome:
    """The result of a game, by side; partners are one, of seats 0 and 2 or 1 and 3.

    An abandoned game is over and has no winner. Until ``is_over`` there is none
    either, and the scores are those so far. ``first_dealer`` is None until it is settled.
    """

    public_id: UUID
    origin: str
    is_over: bool
    winner_side: int | None
    scores: tuple[int, ...]
    first_dealer: int | None
    finished_at: datetime | None


def outcome_of(game_id: UUID) -> GameOutcome:
    """Return how a game stands or ended, in one statement.

    Args:
        game_id: public id.

    Raises:
        NotFound: there is no such game.
    """
    game = Game.objects.filter(public_id=game_id).first()
    if game is None:
        raise NotFound("there is no such game")
    state = state_of(game)
    return GameOutcome(
        public_id=game.public_id,
        origin=game.origin,
        is_over=game.is_over,
        winner_side=game.winner_side,
        scores=state.scores,
        first_dealer=state.first_dealer,
        finished_at=game.finished_at,
    )
