"""The outbox: what must happen after a commit, however often a process dies.

A service *enqueues* in its transaction. Right after the commit the message is
*woken*: sent to its task, or given to the listeners of a game. The sweep
*relays* whatever is not done. A task *handles* its message: an attempt is
counted and committed before the work, so what kills its worker is *dead* after
five attempts; the work and the mark ``done`` share a transaction.
"""

import logging
from collections.abc import Callable, Mapping
from datetime import timedelta
from functools import partial
from uuid import UUID

from celery import current_app  # type: ignore[import-untyped] # has no types
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.db import transaction
from django.db.models import QuerySet
from django.utils.module_loading import import_string

from common import clock
from common.canonical import plain
from common.models import Outbox
from common.publishing import publish

logger = logging.getLogger(__name__)

Work = Callable[[Mapping[str, object]], None]
ENDS_OF_GAMES = frozenset({"game.finished", "game.abandoned"})
MOST_ATTEMPTS = 5
BATCH = 50
SEND_AGAIN_AFTER = timedelta(minutes=2)
BROKER_REST = timedelta(seconds=15)


def enqueue(*, topic: str, key: str, payload: Mapping[str, object]) -> None:
    """Write a message in the caller's transaction and wake it after the commit.

    Args:
        topic: a key of ``OUTBOX_TASKS``, or one that listeners have.
        key: names the message for ever; the same key again adds nothing.
        payload: ids only; ``game_id`` for the topics of games that are listened to.

    Raises:
        ImproperlyConfigured: nobody takes this topic.
    """
    if not _is_listened_to(topic) and topic not in settings.OUTBOX_TASKS:
        raise ImproperlyConfigured(f"OUTBOX_TASKS has no task for {topic!r}")
    message = Outbox(
        topic=topic,
        key=key,
        payload=plain(payload),
        created_at=clock.now(),
        next_try_at=clock.now(),
    )
    Outbox.objects.bulk_create([message], ignore_conflicts=True)
    # Robust: the commit has happened, so whatever goes wrong is the sweep's to mend.
    transaction.on_commit(partial(wake, key=key), robust=True)


def wake(*, key: str) -> None:
    """Try to get one message done or sent now; what fails is left to the sweep.

    Args:
        key: of the message.
    """
    for message in _due().filter(key=key):
        _deliver(message)


def relay() -> int:
    """Deliver the messages that are due; return how many were tried.

    Two relays at once share the work: each skips what the other has locked.
    """
    with transaction.atomic():
        due = list(_due().order_by("next_try_at", "id").select_for_update(skip_locked=True)[:BATCH])
        held = Outbox.objects.filter(pk__in=[message.pk for message in due])
        held.update(next_try_at=clock.now() + SEND_AGAIN_AFTER)
    for tried, message in enumerate(due, start=1):
        if not _deliver(message):
            rest = [later.pk for later in due[tried:]]
            Outbox.objects.filter(pk__in=rest).update(next_try_at=clock.now() + BROKER_REST)
            return tried
    return len(due)


def handle(outbox_id: int, work: Work) -> bool:
    """Do a message's work once and mark it done in the same transaction.

    Args:
        outbox_id: key of the message; tasks get it as their only argument.
        work: takes the payload; safe to run again after it has failed.

    Returns:
        Whether the work was done by this call.
    """
    return handle_long(outbox_id, lambda _: work)


def handle_long(outbox_id: int, prepare: Callable[[Mapping[str, object]], Work]) -> bool:
    """Do a message's work in two parts, of which the first is in no transaction.

    Args:
        outbox_id: key of the message.
        prepare: takes the payload and does what takes long, so that others see how
            far it is and no lock is held; returns what is left to do. Both are safe
            to run again.

    Returns:
        Whether the work was done by this call.
    """
    if not _begin(outbox_id):
        return False
    try:
        work = prepare(Outbox.objects.get(pk=outbox_id).payload)
        with transaction.atomic():
            message = Outbox.objects.select_for_update().get(pk=outbox_id)
            if message.done_at is not None:
                return False
            work(message.payload)
            message.done_at = clock.now()
            message.save(update_fields=["done_at"])
    except Exception as error:  # noted for the desk, then raised: a task shows its own failure
        _note_failure(outbox_id, error)
        raise
    return True


def retry(*, outbox_id: int) -> None:
    """Give a dead message five more attempts.

    Args:
        outbox_id: key of the message.
    """
    Outbox.objects.filter(pk=outbox_id, done_at=None).update(
        dead_at=None, attempts=0, next_try_at=clock.now()
    )


def run_pending() -> int:
    """Run in this process what waits for a worker; return how many messages.

    For simulations and tests: the same tasks, without a broker.
    """
    current_app.loader.import_default_modules()
    pending = list(_open().order_by("id"))
    for message in pending:
        if _is_listened_to(message.topic):
            _run_listeners(message)
        else:
            current_app.tasks[settings.OUTBOX_TASKS[message.topic]](outbox_id=message.pk)
    return len(pending)


def _open() -> QuerySet[Outbox]:
    return Outbox.objects.filter(done_at=None, dead_at=None)


def _due() -> QuerySet[Outbox]:
    return _open().filter(next_try_at__lte=clock.now())


def _deliver(message: Outbox) -> bool:
    if _is_listened_to(message.topic):
        _run_listeners(message)
        return True
    row = Outbox.objects.filter(pk=message.pk)
    if publish(settings.OUTBOX_TASKS[message.topic], message.pk):
        row.update(sent_at=clock.now(), next_try_at=clock.now() + SEND_AGAIN_AFTER)
        return True
    row.update(next_try_at=clock.now() + BROKER_REST)
    return False


def _is_listened_to(topic: str) -> bool:
    return topic in ENDS_OF_GAMES or topic in settings.GAME_LISTENERS


def _listeners(topic: str) -> list[str]:
    if topic in ENDS_OF_GAMES:
        return settings.GAME_FINISHED_LISTENERS
    return settings.GAME_LISTENERS[topic]


def _run_listeners(message: Outbox) -> None:
    if not _begin(message.pk):
        return
    game_id = UUID(str(message.payload["game_id"]))
    failures = [path for path in _listeners(message.topic) if not _heard(path, game_id)]
    if failures:
        _note_failure(message.pk, RuntimeError(f"failed: {', '.join(failures)}"))
    else:
        Outbox.objects.filter(pk=message.pk).update(done_at=clock.now())


def _heard(path: str, game_id: UUID) -> bool:
    try:
        with transaction.atomic():
            import_string(path)(game_id=game_id)
    except Exception:  # the game is over whatever a listener does; the sweep calls it again
        logger.exception("listener %s failed for game %s", path, game_id)
        return False
    return True


def _begin(outbox_id: int) -> bool:
    """Count an attempt and commit it; False when there is nothing left to try."""
    with transaction.atomic():
        message = Outbox.objects.select_for_update().get(pk=outbox_id)
        if message.done_at is not None or message.dead_at is not None:
            return False
        if message.attempts >= MOST_ATTEMPTS:
            message.dead_at = clock.now()
        else:
            message.attempts += 1
            message.next_try_at = clock.now() + SEND_AGAIN_AFTER
        message.save(update_fields=["attempts", "next_try_at", "dead_at"])
    return message.dead_at is None


def _note_failure(outbox_id: int, error: Exception) -> None:
    with transaction.atomic():
        message = Outbox.objects.select_for_update().get(pk=outbox_id)
        message.last_error = f"{type(error).__name__}: {error}"[:2000]
        message.next_try_at = clock.now() + BROKER_REST * 2**message.attempts
        if message.attempts >= MOST_ATTEMPTS:
            message.dead_at = clock.now()
        message.save(update_fields=["last_error", "next_try_at", "dead_at"])
