"""The event streams in a process of their own; pages are the WSGI server's business."""

from typing import Any

from cribbage_site.asgi import application as whole_site

SERVED = ("/live/", "/health/")


async def application(scope: dict[str, Any], receive: Any, send: Any) -> None:
    """Serve streams and health checks, and answer 404 to everything else."""
    if scope["type"] == "http" and not scope["path"].startswith(SERVED):
        await send({"type": "http.response.start", "status": 404, "headers": []})
        await send({"type": "http.response.body", "body": b""})
        return
    await whole_site(scope, receive, send)
