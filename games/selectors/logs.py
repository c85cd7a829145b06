"""The log of a game: a stretch of it for a viewer, or all of it for the server."""

from typing import Any

from django.db.models import Q

from common.errors import CursorAhead
from games.codec import events_of
from games.engine.view import Participant, Seat, Spectator, Viewer, project_events
from games.models import Game, GameEvent, GameSecret
from games.selectors.games import SeenGame

PAGE = 200
_BOUNDS = ("deal_started", "deal_voided")
CORRECTIONS = ("adjusted", "deal_voided", "clock_extended", "abandoned")


def events_after(seen: SeenGame, *, seq: int, limit: int = PAGE) -> list[dict[str, Any]]:
    """Return events after a version as the viewer sees them, in two statements.

    Of a void deal who plays sees all cards, as after the end.

    Args:
        seen: the game.
        seq: number of the last event the viewer has; 0 is the beginning.
        limit: how many at most.

    Returns:
        Plain values for JSON, each with its number and instant.

    Raises:
        CursorAhead: that event has not happened yet.
    """
    game = seen.game
    if seq > game.version:
        raise CursorAhead(f"the game is at version {game.version}", field="after")
    last = min(seq + limit, game.version)
    is_asked = Q(seq__lte=last) | Q(type__in=_BOUNDS) if last < game.version else Q()
    found = list(GameEvent.objects.filter(is_asked, game=game, seq__gt=seq).order_by("seq"))
    is_void = _voided(found)
    rows = [row for row in found if row.seq <= last]
    events = events_of(rows, GameSecret.objects.filter(game=game, seq__gt=seq, seq__lte=last))
    viewer = viewer_of(seen.seat, is_over=game.is_over)
    shown = project_events(events, viewer, void=[row.seq in is_void for row in rows])
    return [{"seq": row.seq, "at": row.at, **event} for row, event in zip(rows, shown, strict=True)]


def _voided(rows: list[GameEvent]) -> set[int]:
    """Find the events of void deals: those whose next bound of a deal says so."""
    found, is_void = set(), False
    for row in reversed(rows):
        if row.type in _BOUNDS:
            is_void = row.type == "deal_voided"
        if is_void:
            found.add(row.seq)
    return found


def corrections_of(seen: SeenGame) -> list[dict[str, Any]]:
    """Return every ruling on a game, with its reason and its judges, in one statement.

    Args:
        seen: the game.

    Returns:
        Plain values for JSON, each with its number and instant; in order.

    Rule: docs/rules.md#corrections
    """
    rows = list(GameEvent.objects.filter(game=seen.game, type__in=CORRECTIONS).order_by("seq"))
    shown = project_events(events_of(rows, ()), Spectator())
    return [{"seq": row.seq, "at": row.at, **event} for row, event in zip(rows, shown, strict=True)]


def viewer_of(seat: int | None, *, is_over: bool) -> Viewer:
    """Say as whom somebody reads a log now.

    Args:
        seat: his own, None for who does not play.
        is_over: whether the game has ended.
    """
    if seat is None:
        return Spectator()
    return Participant(seat) if is_over else Seat(seat)


def log_of(game: Game) -> tuple[list[GameEvent], list[GameSecret]]:
    """Return a whole log with its secrets, for the server alone.

    Args:
        game: whose log.
    """
    rows = GameEvent.objects.filter(game=game).order_by("seq")
    return list(rows), list(GameSecret.objects.filter(game=game).order_by("seq"))
