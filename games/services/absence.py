"""Calling the director because the other side does not play on."""

from datetime import timedelta
from math import ceil
from uuid import UUID

from django.conf import settings
from django.db import transaction

from common import clock, outbox
from common.actor import Actor
from games.codec import state_of
from games.engine.errors import GameOver
from games.errors import NoDirector, NotAbsentYet, NotWaiting
from games.models import MATCH, Game
from games.selectors.seats import seat_of
from games.services.commands import check_seat
from games.services.locks import lock_game

CALLED = "game.director_called"


def call_director(*, game_id: UUID, actor: Actor) -> None:
    """Ask the director of a match to come, since only the other side is waited for.

    Args:
        game_id: public id.
        actor: sits in the game.

    Raises:
        NotFound: there is no such game.
        NotASeat: the actor plays in no seat.
        GameOver: the game has ended.
        NoDirector: the game belongs to no match.
        NotWaiting: the game waits for the actor's own side, or for nobody.
        NotAbsentYet: it has not waited long enough; ``seconds_left`` says how long.

    Rule: docs/rules.md#clocks
    """
    with transaction.atomic():
        game = lock_game(game_id)
        seat = check_seat(seat_of(actor, game), None)
        if game.is_over:
            raise GameOver("the game is over")
        if not game.origin.startswith(MATCH):
            raise NoDirector("this game belongs to no match, so it has no director")
        _check_waits_for_others(game, seat)
        # Once for each event that nothing follows: calling twice calls no second time.
        outbox.enqueue(
            topic=CALLED, key=f"{CALLED}:{game_id}:{game.version}", payload={"game_id": game_id}
        )


def _check_waits_for_others(game: Game, seat: int) -> None:
    state = state_of(game)
    side_of = state.rules.numbers.side_of
    awaited = {side_of(one) for one in state.awaits.seats}
    if not awaited or side_of(seat) in awaited:
        raise NotWaiting("the game does not wait for the other side alone")
    patience = timedelta(seconds=settings.GAME_ABSENT_SECONDS)
    left = ceil((game.updated_at + patience - clock.now()).total_seconds())
    if left > 0:
        raise NotAbsentYet(f"give the other side {left} seconds more", seconds_left=left)
