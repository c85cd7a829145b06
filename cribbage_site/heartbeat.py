"""A worker's sign of life: left in the shared cache, read by ``/health/ready``.

The sign is a task that starts. The sweep is one every 15 seconds, so the sign
says that beat, the broker and a worker all do their part.
"""

import time

from django.core.cache import cache

KEY = "worker-heartbeat"
LASTS_SECONDS = 60
# A busy worker starts many tasks; the cache need not hear of each.
EVERY_SECONDS = 10


class Heartbeat:
    """Leaves word that a worker is alive, now and then."""

    def __init__(self) -> None:
        self.due = 0.0

    def note(self, **_signal: object) -> None:
        """Leave word, unless that was done a moment ago."""
        if time.monotonic() < self.due:
            return
        cache.set(KEY, True, timeout=LASTS_SECONDS)
        self.due = time.monotonic() + EVERY_SECONDS


worker = Heartbeat()


def seen() -> bool:
    """Say whether a worker was alive within the last minute."""
    return cache.get(KEY) is not None
