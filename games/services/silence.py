"""Games that nobody plays on and no clock ends: abandoned, never lost.

A casual game is given up soon, one that belongs to something is kept for days. Only
games whose seats are all taken count, from their last event; times in which nobody
could play are left out.
"""

from datetime import datetime, timedelta
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.db.models import Q

from common import clock
from games.engine.commands import Abandon
from games.models import Game, Outage
from games.services.sweeping import each, lock_if_free
from games.services.timeouts import ENGINE
from games.services.turns import Turn

BATCH = 500
REASON = "nobody played on"


def abandon_silent_games() -> None:
    """End the games in which nobody has acted for too long; safe to run twice at once.

    Rule: docs/rules.md#clocks
    """
    silent = Game.objects.filter(_silent()).order_by("-id")
    each(_abandon, silent.values_list("public_id", flat=True)[:BATCH])


def _abandon(game_id: UUID) -> None:
    with transaction.atomic():
        game = lock_if_free(game_id)
        # Again, now that nobody else can act.
        if game is not None and Game.objects.filter(_silent(), pk=game.pk).exists():
            turn = Turn(game)
            turn.take(Abandon(REASON))
            turn.write(ENGINE)


def _silent() -> Q:
    """Say which games are silent; where a clock runs, the clock ends them."""
    silences = (
        (Q(origin=""), timedelta(seconds=settings.GAME_SILENT_SECONDS)),
        (~Q(origin=""), timedelta(days=settings.GAME_KEPT_DAYS)),
    )
    silent = Q(pk__in=())
    for kind, length in silences:
        if length:
            silent |= kind & Q(updated_at__lt=_played_at_least(length))
    return Q(is_over=False, due_at=None) & ~Q(phase="seating") & silent


def _played_at_least(length: timedelta) -> datetime:
    """Return the instant since when people could have played for so long."""
    since = clock.now() - length
    for outage in Outage.objects.order_by("-ended_at"):
        if outage.ended_at <= since:
            break
        since -= outage.ended_at - outage.started_at
    return since
