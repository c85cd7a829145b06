"""Times without a sign of life, and the time that running clocks get back for them.

A worker leaves a sign every ten seconds. More than thirty seconds between two signs
are an *outage*. It is noticed by the next sign, or by whoever is about to end
something by the clock; both name it by the sign before it, so it is one outage and a
game gets it once. While signs are missing and people play all the same, one outage is
noticed and then time runs on: a dead worker stops no clock. Without any sign ever
there is no outage.
"""

from collections.abc import Iterator
from datetime import timedelta
from math import ceil
from uuid import UUID

from django.db import transaction

from common import clock
from common.actor import Actor
from games.engine.commands import ExtendClock
from games.models import Game, GameEvent, Heartbeat, Outage
from games.services.locks import lock_game
from games.services.sweeping import each
from games.services.turns import Turn

LONGEST_GAP = timedelta(seconds=30)
# For finding back to the table.
EXTRA_SECONDS = 20
BATCH = 500
_ONLY = 1
_ENGINE = Actor.system("engine")


def leave_sign() -> None:
    """Note that the site is up; notice an outage that ends now and give its time back.

    Rule: docs/rules.md#clocks
    """
    with transaction.atomic():
        sign, is_first = Heartbeat.objects.select_for_update().get_or_create(
            pk=_ONLY, defaults={"at": clock.now()}
        )
        if not is_first:
            _notice(sign)
            sign.at = clock.now()
            sign.save(update_fields=["at"])
    for outage in Outage.objects.filter(granted_at=None).order_by("ended_at"):
        _grant_all(outage)


def grant_time(turn: Turn) -> None:
    """Give a running clock what outages took, before anything ends by it.

    Args:
        turn: on a locked game in which time runs.

    Rule: docs/rules.md#clocks
    """
    sign = Heartbeat.objects.filter(pk=_ONLY).first()
    if sign is not None:
        _notice(sign)
    for command in _owed(turn.game):
        turn.take(command)


def _notice(sign: Heartbeat) -> None:
    now = clock.now()
    if now - sign.at > LONGEST_GAP:
        gap = Outage(started_at=sign.at, ended_at=now)
        Outage.objects.bulk_create([gap], ignore_conflicts=True)


def _owed(game: Game) -> Iterator[ExtendClock]:
    """Name the time a game is owed: of outages since its last event, each once."""
    outages = list(Outage.objects.filter(ended_at__gt=game.updated_at).order_by("ended_at"))
    if not outages:
        return
    log = GameEvent.objects.filter(game=game, type="clock_extended")
    given = set(log.values_list("public__cause", flat=True))
    for outage in outages:
        cause = str(outage.public_id)
        if cause not in given:
            # What was played in between shows that the site was up until then.
            took = outage.ended_at - max(outage.started_at, game.updated_at)
            yield ExtendClock(ceil(took.total_seconds()) + EXTRA_SECONDS, cause)


def _grant_all(outage: Outage) -> None:
    running = Game.objects.filter(is_over=False, due_at__isnull=False)
    while page := list(
        running.filter(updated_at__lt=outage.ended_at)
        .order_by("due_at")
        .values_list("public_id", flat=True)[:BATCH]
    ):
        each(_grant, page)
        if len(page) < BATCH:
            break
    Outage.objects.filter(pk=outage.pk).update(granted_at=clock.now())


def _grant(game_id: UUID) -> None:
    with transaction.atomic():
        turn = Turn(lock_game(game_id))
        if turn.game.is_over or turn.game.due_at is None:
            return
        for command in _owed(turn.game):
            turn.take(command)
        if turn.entries:
            turn.write(_ENGINE)
