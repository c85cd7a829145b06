"""What happens by the clock: a grace, a cut, a claim or a move whose time is over.

A window is ended lazily, before the next command or view, so nothing waits for a
worker; a sweep ends the rest. A game is lost on time only six seconds after its
deadline: a command that came in time has its lock by then, or is refused. When a
command came is when the door was reached, not when the lock was got.
"""

from datetime import datetime, timedelta
from uuid import UUID

from django.db import transaction

from common import clock
from common.actor import Actor
from games.codec import state_of
from games.engine import commands as cmd
from games.models import Game
from games.services.clocks import ending
from games.services.locks import lock_game
from games.services.outages import grant_time
from games.services.sweeping import each, lock_if_free
from games.services.turns import Turn

# More than a request waits for its locks.
GRACE = timedelta(seconds=6)
AT_ONCE = timedelta(0)
BATCH = 500
ENGINE = Actor.system("engine")


def close_due_windows(turn: Turn, *, grace: timedelta = GRACE) -> None:
    """End what is open when its time has passed, before anything else is judged.

    Args:
        turn: on a locked game.
        grace: how long after its deadline a game is lost on time.

    Rule: docs/rules.md#clocks
    """
    if is_due(turn.game, grace=grace):
        grant_time(turn)
        if is_due(turn.game, grace=grace):
            turn.take(ending(turn.state))


def is_in_time(turn: Turn, *, seat: int, received_at: datetime) -> bool:
    """End what is over before a seat's command is judged; tell whether the command counts.

    A late command ends the game of a seat that the game waits for: it has not come in
    time. Anybody else's ends nothing within six seconds, since the command that counts
    may still be on its way.

    Args:
        turn: on a locked game; what was ended is gathered in it.
        seat: whose command it is.
        received_at: when it came.

    Rule: docs/rules.md#clocks
    """
    if not _has_passed(turn.game, received_at):
        return True
    grant_time(turn)
    if not _has_passed(turn.game, received_at):
        return True
    command = ending(turn.state)
    if isinstance(command, cmd.EndWindow):
        turn.take(command)
        return True
    is_loser = isinstance(command, cmd.TimeOut) and seat in turn.state.awaits.seats
    if is_loser or _has_passed(turn.game, received_at - GRACE):
        turn.take(command)
    return False


def is_due(game: Game, *, grace: timedelta = GRACE) -> bool:
    """Tell whether something of a game is to be ended now.

    Args:
        game: any.
        grace: how long after its deadline a game is lost on time.
    """
    now = clock.now()
    if not _has_passed(game, now):
        return False
    late_enough = _has_passed(game, now - grace)
    return late_enough or state_of(game).clock != "move"


def meet_deadline(*, game_id: UUID, grace: timedelta = AT_ONCE) -> None:
    """End what is open when its time has passed, in a transaction of its own.

    Args:
        game_id: public id; a game without a passed deadline is left alone.
        grace: how long after its deadline a game is lost on time; whoever only looks
            at a game gives ``GRACE``.

    Raises:
        NotFound: there is no such game.
    """
    with transaction.atomic():
        _meet(lock_game(game_id), grace)


def meet_deadlines() -> None:
    """End what has been over for six seconds in any game; safe to run twice at once.

    A game that somebody holds is left to him, or to the next sweep. The latest
    deadlines come first, so that games which cannot be ended keep no others waiting.

    Rule: docs/rules.md#clocks
    """
    late = Game.objects.filter(is_over=False, due_at__lte=clock.now() - GRACE)
    each(_sweep, late.order_by("-due_at").values_list("public_id", flat=True)[:BATCH])


def _sweep(game_id: UUID) -> None:
    with transaction.atomic():
        game = lock_if_free(game_id)
        if game is not None:
            _meet(game, GRACE)


def _meet(game: Game, grace: timedelta) -> None:
    turn = Turn(game)
    close_due_windows(turn, grace=grace)
    if turn.entries:
        turn.write(ENGINE)


def _has_passed(game: Game, at: datetime) -> bool:
    return game.due_at is not None and game.due_at <= at
