"""A worker's sign of life: left in the shared cache, read by ``/health/ready``."""

from django.core.cache import cache

KEY = "worker-heartbeat"
# The process table makes workers send one every 15 seconds.
LASTS_SECONDS = 60


def note(**_signal: object) -> None:
    """Leave word that a worker is alive."""
    cache.set(KEY, True, timeout=LASTS_SECONDS)


def seen() -> bool:
    """Say whether a worker was alive within the last minute."""
    return cache.get(KEY) is not None
