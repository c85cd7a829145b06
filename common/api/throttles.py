"""Throttles: fairness between apps, counted in the shared cache.

A cache that does not answer never stops a request: counting pauses for a while.
"""

import logging
import time

from django.conf import settings
from django.core.cache import cache
from django.db import DatabaseError
from redis.exceptions import RedisError
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle
from rest_framework.views import APIView

from common import clock

logger = logging.getLogger(__name__)
WINDOW = 60
PAUSE = 15.0
_SAFE = frozenset({"GET", "HEAD", "OPTIONS"})


class ActorThrottle(BaseThrottle):
    """So many requests a minute for an actor, or for an address without one.

    A view with ``throttle_kind = "command"`` has its writes counted apart.
    """

    _paused_until = 0.0

    def allow_request(self, request: Request, view: APIView) -> bool:
        kind = "read"
        if request.method not in _SAFE:
            kind = getattr(view, "throttle_kind", "write")
        allowed: int = getattr(settings, f"API_THROTTLE_{kind.upper()}")
        minute = int(clock.now().timestamp() // WINDOW)
        return self._count(f"throttle:{kind}:{_who(request)}:{minute}") <= allowed

    def wait(self) -> float:
        return WINDOW - clock.now().timestamp() % WINDOW

    def _count(self, key: str) -> int:
        if time.monotonic() < ActorThrottle._paused_until:
            return 0
        try:
            try:
                return cache.incr(key)
            except ValueError:
                return 1 if cache.add(key, 1, timeout=2 * WINDOW) else cache.incr(key)
        except (RedisError, OSError, DatabaseError) as error:
            logger.warning("throttles pause: %s", type(error).__name__)
            ActorThrottle._paused_until = time.monotonic() + PAUSE
            return 0


def _who(request: Request) -> str:
    actor = getattr(request, "actor", None)
    return actor.key if actor else f"address:{request.META.get('REMOTE_ADDR', '')}"
