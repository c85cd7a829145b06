"""Is the process alive, and is it ready: what load balancers and ``make run`` ask.

Ready means that an organiser can work. That needs the database only: without
Redis or a worker the night goes on and what is asynchronous waits in the
outbox, so these two are reported and refuse nothing.
"""

from django.conf import settings
from django.db import DatabaseError, connection
from django.http import HttpRequest, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from redis.exceptions import RedisError

from cribbage_site import heartbeat


@never_cache
@require_safe
def live(_request: HttpRequest) -> JsonResponse:
    """Answer at all."""
    return JsonResponse({"status": "ok"})


@never_cache
@require_safe
def ready(_request: HttpRequest) -> JsonResponse:
    """Answer 200 when pages can be served, 503 when not, and say what is missing."""
    checks = {"database": _database()}
    if checks["database"] == "ok":
        checks |= _asynchronous()
    if checks["database"] != "ok":
        return JsonResponse({"status": "down", "checks": checks}, status=503)
    whole = all(found in ("ok", "not used") for found in checks.values())
    return JsonResponse({"status": "ok" if whole else "degraded", "checks": checks})


def _database() -> str:
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError:
        return "unreachable"
    return "ok"


def _asynchronous() -> dict[str, str]:
    redis = "ok" if settings.REDIS_URL else "not used"
    try:
        seen = heartbeat.seen()
    except RedisError:
        return {"redis": "unreachable", "worker": "unknown"}
    except DatabaseError:
        return {"redis": redis, "worker": "unknown"}
    return {"redis": redis, "worker": "ok" if seen else "not seen"}
