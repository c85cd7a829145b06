"""The one clock: whoever needs the time asks here, so that a test can set it.

An *instant* is an aware datetime in UTC.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import UTC, datetime

_frozen: ContextVar[datetime | None] = ContextVar("frozen", default=None)


def now() -> datetime:
    """Return the present instant, or the one that :func:`frozen` holds."""
    return _frozen.get() or datetime.now(UTC)


@contextmanager
def frozen(instant: datetime) -> Iterator[None]:
    """Hold the clock of this thread or task at one instant.

    Args:
        instant: aware; anything else would compare wrongly with stored times.

    Raises:
        ValueError: ``instant`` has no time zone.
    """
    if instant.tzinfo is None:
        raise ValueError("an instant needs a time zone")
    token = _frozen.set(instant.astimezone(UTC))
    try:
        yield
    finally:
        _frozen.reset(token)
