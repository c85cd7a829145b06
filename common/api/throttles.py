"""Throttles: fairness between apps, counted in the shared cache.

A cache that does not answer never stops a request: counting pauses for a while.
"""

import logging
import time
from collections.abc import Callable

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
_STRAY = "stray"
_SAFE = frozenset({"GET", "HEAD", "OPTIONS"})


class ActorThrottle(BaseThrottle):
    """So many requests a minute for an actor, or for an address without one.

    A view with ``throttle_kind = "command"`` has its writes counted apart; one with
    ``counted_as`` says whose they are. There whoever has :func:`count_stray` counted
    too often is stopped, whatever he is counted as.
    """

    _paused_until = 0.0

    def allow_request(self, request: Request, view: APIView) -> bool:
        if request.method in _SAFE:
            return self.spend("read", _who(request))
        kind = getattr(view, "throttle_kind", "write")
        counted_as: Callable[[Request], str] | None = getattr(view, "counted_as", None)
        if counted_as is None:
            return self.spend(kind, _who(request))
        return not self._has_strayed(request) and self.spend(kind, counted_as(request))

    def spend(self, kind: str, who: str) -> bool:
        """Count one request of a kind; tell whether it is still allowed."""
        return self._count(_counter(kind, who)) <= _allowed(kind)

    def _has_strayed(self, request: Request) -> bool:
        key = _counter(_STRAY, _who(request))
        return self._asked(lambda: cache.get(key, 0)) >= _allowed(_STRAY)

    def wait(self) -> float:
        return WINDOW - clock.now().timestamp() % WINDOW

    def _count(self, key: str) -> int:
        return self._asked(lambda: _incremented(key))

    def _asked(self, ask: Callable[[], int]) -> int:
        """Ask the cache; 0 while it does not answer."""
        if time.monotonic() < ActorThrottle._paused_until:
            return 0
        try:
            return ask()
        except (RedisError, OSError, DatabaseError) as error:
            logger.warning("throttles pause: %s", type(error).__name__)
            ActorThrottle._paused_until = time.monotonic() + PAUSE
            return 0


def count_stray(request: Request) -> None:
    """Count a write that turned out to be to something its sender has no part in.

    Otherwise made-up addresses, each with a count of its own, would be free.
    """
    ActorThrottle().spend(_STRAY, _who(request))


def _incremented(key: str) -> int:
    try:
        return cache.incr(key)
    except ValueError:
        return 1 if cache.add(key, 1, timeout=2 * WINDOW) else cache.incr(key)


def _counter(kind: str, who: str) -> str:
    return f"throttle:{kind}:{who}:{int(clock.now().timestamp() // WINDOW)}"


def _allowed(kind: str) -> int:
    allowed: int = getattr(settings, f"API_THROTTLE_{'WRITE' if kind == _STRAY else kind.upper()}")
    return allowed


def _who(request: Request) -> str:
    actor = getattr(request, "actor", None)
    return actor.key if actor else f"address:{request.META.get('REMOTE_ADDR', '')}"
