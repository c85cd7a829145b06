"""The one way a seat moves a game on."""

from collections.abc import Callable
from datetime import datetime
from typing import TypeAlias
from uuid import UUID

from django.db import transaction

from common import clock
from common.actor import Actor
from common.errors import VersionConflict
from games.engine.commands import (
    Accept,
    AskCut,
    ClaimHeels,
    Concede,
    Count,
    Cut,
    Discard,
    Muggins,
    Nonce,
    PlayCard,
    SayGo,
    WaiveHeels,
)
from games.engine.errors import GameOver
from games.engine.events import Event
from games.errors import NotASeat, NotYourSeat, TooLate
from games.selectors.seats import seat_of
from games.services.locks import lock_game
from games.services.timeouts import ENGINE, is_in_time
from games.services.turns import Turn

Playable: TypeAlias = (
    Cut
    | Nonce
    | AskCut
    | Discard
    | ClaimHeels
    | WaiveHeels
    | PlayCard
    | SayGo
    | Count
    | Muggins
    | Accept
    | Concede
)


def submit_command(
    *,
    game_id: UUID,
    actor: Actor,
    command: Playable,
    expected_version: int,
    received_at: datetime | None = None,
) -> tuple[Event, ...]:
    """Judge a seat's command and write what follows from it.

    Args:
        game_id: public id.
        actor: plays the command's seat, by himself or through his token; the
            system plays any.
        command: of one seat; a cut without its card.
        expected_version: number of the last event the seat knew of.
        received_at: when the door was reached; None is now. It alone decides
            whether the command came in time, not when the lock was got.

    Returns:
        All events appended, a passed deadline's before and the next deal's
        after those of the command. The last one's number is
        ``expected_version`` plus their count.

    Raises:
        NotFound: there is no such game.
        NotASeat: the actor plays in no seat.
        NotYourSeat: the actor plays another seat.
        GameOver: the game has ended.
        VersionConflict: the game has moved on.
        TooLate: the time to move is over; the game may be lost by it, and stays so.
        RuleViolation: the engine refuses the command; nothing has changed.

    Rule: docs/rules.md#play
    """
    return _submit(game_id, actor, lambda _own: command, expected_version, received_at)[1]


def submit_own_command(
    *,
    game_id: UUID,
    actor: Actor,
    make: Callable[[int], Playable],
    expected_version: int,
    received_at: datetime | None = None,
) -> tuple[int, tuple[Event, ...]]:
    """Judge a command of the seat that the actor plays; it is looked up under the lock.

    Args:
        game_id: public id.
        actor: plays in the game.
        make: makes the command of a seat.
        expected_version: as for ``submit_command``.
        received_at: as for ``submit_command``.

    Returns:
        The seat, and what ``submit_command`` returns.

    Raises:
        CribbageError: as ``submit_command``.

    Rule: docs/rules.md#play
    """
    return _submit(
        game_id, actor, lambda own: make(check_seat(own, None)), expected_version, received_at
    )


def _submit(
    game_id: UUID,
    actor: Actor,
    make: Callable[[int | None], Playable],
    expected_version: int,
    received_at: datetime | None,
) -> tuple[int, tuple[Event, ...]]:
    received_at = received_at or clock.now()
    with transaction.atomic():
        game = lock_game(game_id)
        own = seat_of(actor, game)
        command = make(own)
        if actor.kind != "system":
            check_seat(own, command.seat)
        if game.is_over:
            raise GameOver("the game is over")
        if game.version != expected_version:
            raise VersionConflict("the game has moved on", version=game.version)
        turn = Turn(game)
        if is_in_time(turn, seat=command.seat, received_at=received_at):
            turn.take(command)
            return command.seat, turn.write(actor)
        if turn.entries:
            turn.write(ENGINE)
    raise TooLate("the time to move was over before this came", version=game.version)


def check_seat(own_seat: int | None, seat: int | None) -> int:
    """Return the seat somebody plays, when it is the one asked for.

    Args:
        own_seat: the seat taken, None for who does not play.
        seat: the one asked for; None asks for his own.

    Raises:
        NotASeat: he plays in no seat.
        NotYourSeat: he plays another one.
    """
    if own_seat is None:
        raise NotASeat("you do not play in this game")
    if seat not in (None, own_seat):
        raise NotYourSeat("that is another player's seat")
    return own_seat
