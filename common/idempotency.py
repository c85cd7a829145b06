"""Requests that may be repeated: one key, one effect, one answer.

The record is inserted first in the effect's own transaction, so the unique
index makes twins wait for each other. The service runs inside a savepoint: a
refusal by the state or the rules undoes what it did and is kept as the answer;
any other refusal undoes the record too, so that the key may be tried again. A
:class:`LastingError` is kept and undoes nothing.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import timedelta

from django.conf import settings
from django.db import IntegrityError, OperationalError, transaction

from common import clock
from common.actor import Actor
from common.errors import (
    IdempotencyInProgress,
    IdempotencyKeyInvalid,
    IdempotencyKeyReused,
    LastingError,
)
from common.locking import is_lock_timeout, limit_lock_wait
from common.models import IdempotencyRecord
from scoring.errors import CribbageError

LONGEST_KEY = 255
KEPT_STATUSES = frozenset({409, 422})


@dataclass(frozen=True, slots=True)
class Answer:
    """What a request was answered: kept as sent, byte for byte."""

    status: int
    body: str = ""
    headers: Mapping[str, str] = field(default_factory=dict)


@dataclass(slots=True)
class Attempt:
    """One run under a key.

    ``replayed`` is the answer of an earlier run; then the caller does nothing.
    Otherwise he sets ``answer`` before the block ends.
    """

    replayed: Answer | None = None
    answer: Answer | None = None


def check_key(key: str) -> str:
    """Return a key that can be stored.

    Raises:
        IdempotencyKeyInvalid: it is empty, longer than 255 or not printable ASCII.
    """
    if not 1 <= len(key) <= LONGEST_KEY or not key.isascii() or not key.isprintable():
        raise IdempotencyKeyInvalid("an Idempotency-Key is 1 to 255 printable ASCII characters")
    return key


@contextmanager
def once(
    actor: Actor,
    key: str,
    fingerprint: str,
    *,
    refusal: Callable[[CribbageError], Answer] | None = None,
) -> Iterator[Attempt]:
    """Run a block at most once for an actor's key, in a transaction of its own.

    Args:
        actor: keys are looked up together with him.
        key: checked by :func:`check_key`.
        fingerprint: digest of what was asked.
        refusal: how this door answers a refusal; an answer of 409 or 422 is
            kept. Without it no refusal is kept.

    Raises:
        IdempotencyKeyReused: the key was used with another fingerprint.
        IdempotencyInProgress: a twin is still running and the wait ran out.
    """
    refused: CribbageError | None = None
    with transaction.atomic():
        record = _claim(actor, key, fingerprint)
        if record.status is not None:
            yield Attempt(replayed=Answer(record.status, record.body, record.headers))
            return
        attempt = Attempt()
        try:
            with transaction.atomic():
                try:
                    yield attempt
                except LastingError as error:
                    refused = _refused(attempt, error, refusal)
        except CribbageError as error:
            refused = _refused(attempt, error, refusal)
        _keep(record, attempt)
    if refused is not None:
        raise refused


def purge_expired() -> int:
    """Delete the records whose time is over; return how many."""
    deleted, _ = IdempotencyRecord.objects.filter(expires_at__lte=clock.now()).delete()
    return deleted


def _claim(actor: Actor, key: str, fingerprint: str) -> IdempotencyRecord:
    limit_lock_wait()
    fresh = IdempotencyRecord(
        actor_key=actor.key,
        key=key,
        fingerprint=fingerprint,
        created_at=clock.now(),
        expires_at=clock.now() + timedelta(hours=settings.IDEMPOTENCY_HOURS),
    )
    try:
        with transaction.atomic():
            fresh.save(force_insert=True)
        return fresh
    except IntegrityError:
        return _found(fresh)
    except OperationalError as error:
        if is_lock_timeout(error):
            raise IdempotencyInProgress("a request with this key is still running") from error
        raise


def _found(fresh: IdempotencyRecord) -> IdempotencyRecord:
    found = IdempotencyRecord.objects.select_for_update().get(
        actor_key=fresh.actor_key, key=fresh.key
    )
    if found.expires_at <= clock.now():
        fresh.pk = found.pk
        fresh.save(force_update=True)
        return fresh
    if found.fingerprint != fresh.fingerprint:
        raise IdempotencyKeyReused("this Idempotency-Key was used with another request")
    return found


def _refused(
    attempt: Attempt, error: CribbageError, refusal: Callable[[CribbageError], Answer] | None
) -> CribbageError:
    """Make a refusal the answer that is kept; raise it where none is."""
    answer = refusal(error) if refusal else None
    if answer is None or answer.status not in KEPT_STATUSES:
        raise error
    attempt.answer = answer
    return error


def _keep(record: IdempotencyRecord, attempt: Attempt) -> None:
    if attempt.answer is None:
        raise RuntimeError("the block ended without an answer to keep")
    record.status = attempt.answer.status
    record.body = attempt.answer.body
    record.headers = dict(attempt.answer.headers)
    record.save(update_fields=["status", "body", "headers"])
