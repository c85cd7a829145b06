"""Racers that start together, and what stands in for a lock in the negative controls."""

import math
import threading
from collections.abc import Callable

from django.db import IntegrityError, OperationalError, connection, transaction

from common.errors import LockTimeout
from scoring.errors import CribbageError

PATIENCE = 20
LONGEST = 3.0
"""Seconds that a racer waits for another, who may himself wait for it in the database."""

DONE = 1000
"""More steps than anybody reads rows: all is done but the commit."""

_reads: dict[str, float] = {}
_moved = threading.Condition()


def race(*runners: Callable[[], object], patience: int = 0, hold: bool = False) -> list[str]:
    """Run all at once from a barrier.

    Args:
        runners: what each of them does.
        patience: how often one asks again who is told that others are in front.
        hold: nobody's work is committed before everybody has done his.

    Returns:
        What each said: ``ok``, the code of a refusal, or the name of a database's error.
    """
    barrier = threading.Barrier(len(runners))
    said = [""] * len(runners)
    names = [f"racer {number}" for number in range(len(runners))]
    _reads.clear()
    _reads.update(dict.fromkeys(names, 0))

    def run(at: int, runner: Callable[[], object]) -> None:
        try:
            barrier.wait(timeout=30)
            _held(runner) if hold else _patiently(runner, patience)
            said[at] = "ok"
        except CribbageError as refusal:
            said[at] = refusal.code
        except (IntegrityError, OperationalError) as error:
            said[at] = type(error).__name__
        finally:
            _step(math.inf)
            connection.close()

    threads = [
        threading.Thread(target=run, args=(at, runner), name=names[at])
        for at, runner in enumerate(runners)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=120)
    _reads.clear()
    return said


def _patiently(runner: Callable[[], object], patience: int) -> None:
    """Repeat what was refused only because others were in front, as an app does."""
    for _ in range(patience):
        try:
            runner()
        except LockTimeout:
            continue
        return
    runner()


def _held(runner: Callable[[], object]) -> None:
    with transaction.atomic():
        runner()
        _step(DONE)


def read_in_step(rows):
    """Read a row as if locked; nobody's nth read is over before everybody's is.

    A pause of so many milliseconds is not enough on a busy machine: the others
    come later, find everything done, and the control controls nothing.
    """
    row = rows.get()
    _step(1)
    return row


def read_and_wait(rows):
    """Read a row as if locked, and go on when the others wait to commit."""
    row = rows.get()
    name = threading.current_thread().name
    with _moved:
        _moved.wait_for(
            lambda: all(n >= DONE for other, n in _reads.items() if other != name), timeout=30
        )
    return row


def _step(reads: float) -> None:
    name = threading.current_thread().name
    with _moved:
        if name not in _reads:
            return
        _reads[name] += reads
        mine = _reads[name]
        _moved.notify_all()
        if not math.isinf(mine):
            _moved.wait_for(lambda: all(n >= mine for n in _reads.values()), timeout=LONGEST)
