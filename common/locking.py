"""Locking the root row: the wait is short, and its end is a refusal."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TypeVar

from django.db import OperationalError, connection
from django.db.models import Model, QuerySet

from common.errors import LockTimeout

Row = TypeVar("Row", bound=Model)
_LOCK_NOT_AVAILABLE = "55P03"


def limit_lock_wait() -> None:
    """Let this transaction wait at most three seconds for a lock.

    SQLite has one writer at a time; there the wait was at the transaction's begin.
    """
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SET LOCAL lock_timeout = '3s'")


def is_lock_timeout(error: OperationalError) -> bool:
    """Tell whether the database gave up waiting for somebody else's lock."""
    state = getattr(error.__cause__, "sqlstate", None)
    return state == _LOCK_NOT_AVAILABLE or "database is locked" in str(error)


@contextmanager
def lock_wait_refused() -> Iterator[None]:
    """Turn the end of a lock wait into the refusal ``lock_timeout``."""
    try:
        yield
    except OperationalError as error:
        if is_lock_timeout(error):
            raise LockTimeout("somebody else is changing this; try again") from error
        raise


def lock_row(queryset: QuerySet[Row]) -> Row:
    """Return the one row of a queryset, locked until the transaction ends.

    Args:
        queryset: exactly one row; several roots are locked in the order
            tournament, event, game, and by key within a kind.

    Raises:
        DoesNotExist: the queryset is empty.
        LockTimeout: somebody else held the row for three seconds.
    """
    limit_lock_wait()
    with lock_wait_refused():
        return queryset.select_for_update(of=("self",)).get()
