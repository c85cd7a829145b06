"""Waking streams: one look at the database a second, whatever the number of readers.

Numbers of a root are given under its lock, so the highest one rises in the order
of commits and no news is passed over.
"""

import asyncio
from collections.abc import Callable
from typing import TypeVar
from uuid import UUID
from weakref import WeakKeyDictionary

from asgiref.sync import sync_to_async
from django.db import DatabaseError, connection
from django.db.models import Max

from common.models import Change

Answer = TypeVar("Answer")
LOOK_SECONDS = 1.0


async def asked(read: Callable[[], Answer]) -> Answer:
    """Run a read in a thread of the pool and give its connection back.

    Not in the request's own thread: a stream would keep that thread, and with
    it a connection, for as long as somebody watches.
    """

    def read_and_close() -> Answer:
        try:
            return read()
        finally:
            connection.close()

    return await sync_to_async(read_and_close, thread_sensitive=False)()


def highest(roots: set[UUID]) -> dict[UUID, int]:
    """Read the number of the last change of each event that is watched."""
    rows = Change.objects.filter(kind="event", root_id__in=roots)
    return dict(rows.values("root_id").annotate(last=Max("seq")).values_list("root_id", "last"))


class Watcher:
    """Wakes the streams of one event loop; looks only while somebody watches."""

    def __init__(self) -> None:
        self.waiting: dict[asyncio.Event, tuple[UUID, int]] = {}
        self.looking: asyncio.Task[None] | None = None

    async def news(self, root_id: UUID, after: int, *, patience: float) -> bool:
        """Wait until an event has a change after a number; False when patience ends."""
        signal = asyncio.Event()
        self.waiting[signal] = (root_id, after)
        if self.looking is None or self.looking.done():
            self.looking = asyncio.create_task(self._look())
        try:
            await asyncio.wait_for(signal.wait(), patience)
        except TimeoutError:
            return False
        finally:
            del self.waiting[signal]
        return True

    async def _look(self) -> None:
        while self.waiting:
            roots = {root_id for root_id, _after in self.waiting.values()}
            try:
                last = await asked(lambda roots=roots: highest(roots))  # type: ignore[misc] # bound now
            except DatabaseError:
                last = {}  # the database is away; the streams stay and hear of it later
            for signal, (root_id, after) in self.waiting.items():
                if last.get(root_id, 0) > after:
                    signal.set()
            await asyncio.sleep(LOOK_SECONDS)


_watchers: WeakKeyDictionary[asyncio.AbstractEventLoop, Watcher] = WeakKeyDictionary()


def watcher() -> Watcher:
    """Return the watcher of the running loop."""
    return _watchers.setdefault(asyncio.get_running_loop(), Watcher())
