"""``/live/events/{id}``: the public changes of an event as Server-Sent Events.

Each message carries the number of its change; a reader that comes back with
``Last-Event-ID`` (or ``?after=``) gets exactly what it missed. A comment every 15
seconds keeps the line open. Only what anybody may see goes out here.
"""

import json
from collections.abc import AsyncIterator
from uuid import UUID

from django.core.handlers.asgi import ASGIRequest
from django.http import HttpRequest, HttpResponseBase, JsonResponse, StreamingHttpResponse

from common.changes import changes_after
from common.errors import CursorAhead, NotFound
from common.models import Change
from cribbage_site.feed import asked, watcher
from tournaments.selectors.events import event_by_id

HEARTBEAT_SECONDS = 15
AT_ONCE = 200
HEADERS = {
    "Cache-Control": "no-store",
    "X-Accel-Buffering": "no",
    "Access-Control-Allow-Origin": "*",  # no cookie is read here
}


async def event_stream(request: HttpRequest, event_id: UUID) -> HttpResponseBase:
    """Stream the changes of an event that strangers may see."""
    if not isinstance(request, ASGIRequest):
        return _problem(503, "service_unavailable", "streams are served by the live process")
    given = request.headers.get("Last-Event-ID") or request.GET.get("after") or "0"
    if not (given.isascii() and given.isdigit() and len(given) < 10):
        return _problem(400, "invalid_cursor", "the last change is named by its number")
    try:
        await asked(lambda: event_by_id(None, event_id))
        first = await asked(lambda: _batch(event_id, int(given)))
    except NotFound as refusal:
        return _problem(404, refusal.code, str(refusal))
    except CursorAhead as refusal:
        return _problem(400, refusal.code, str(refusal))
    return StreamingHttpResponse(
        messages(event_id, int(given), first), content_type="text/event-stream", headers=HEADERS
    )


async def messages(event_id: UUID, seen: int, rows: list[Change]) -> AsyncIterator[str]:
    """Yield what is there, then what comes, and a comment when nothing comes."""
    yield "retry: 2000\n\n"
    while await _is_shown(event_id):
        for row in rows:
            seen = row.seq
            yield message(row)
        if len(rows) < AT_ONCE and not await watcher().news(
            event_id, seen, patience=HEARTBEAT_SECONDS
        ):
            yield ": nothing new\n\n"
        rows = await asked(lambda seen=seen: _batch(event_id, seen))  # type: ignore[misc] # bound now


async def _is_shown(event_id: UUID) -> bool:
    try:
        await asked(lambda: event_by_id(None, event_id))
    except NotFound:
        return False
    return True


def message(row: Change) -> str:
    """Write one change as a message; JSON has no line break that could end it early."""
    return f"id: {row.seq}\nevent: {row.type}\ndata: {json.dumps(row.payload)}\n\n"


def _batch(event_id: UUID, seen: int) -> list[Change]:
    return list(changes_after(kind="event", root_id=event_id, seq=seen)[:AT_ONCE])


def _problem(status: int, code: str, detail: str) -> JsonResponse:
    body = {"type": "about:blank", "status": status, "code": code, "detail": detail}
    return JsonResponse(body, status=status, content_type="application/problem+json")
