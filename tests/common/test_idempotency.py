"""One key, one effect: with twins that really run at once."""

from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from datetime import timedelta
from threading import Barrier
from time import sleep

import pytest
from django.db import connection

from common import clock
from common.actor import Actor
from common.errors import (
    IdempotencyInProgress,
    IdempotencyKeyReused,
    PermissionDenied,
    VersionConflict,
)
from common.idempotency import Answer, Attempt, once, purge_expired
from common.models import IdempotencyRecord, Job

ALICE = Actor.person(1, agent="api")
COPIES = 50
ROUNDS = 3


def effect(key="k", fingerprint="f", guard=once):
    with guard(ALICE, key, fingerprint) as attempt:
        if attempt.replayed is not None:
            return attempt.replayed
        Job.objects.create(kind="effect", key=f"{key} {Job.objects.count()} {id(attempt)}")
        attempt.answer = Answer(201, '{"b":1,"a":2}', {"ETag": '"1"'})
    return attempt.answer


def all_at_once(work, copies):
    """Run a piece of work in so many threads from one signal; return the answers."""
    barrier = Barrier(copies)

    def run(_):
        try:
            barrier.wait()
            return work()
        finally:
            connection.close()

    with ThreadPoolExecutor(copies) as pool:
        return list(pool.map(run, range(copies)))


@contextmanager
def looked_up_first(actor, key, fingerprint):
    """The control: look for the answer, then act, then store. It must lose the race."""
    found = IdempotencyRecord.objects.filter(key=key).first()
    attempt = Attempt(replayed=Answer(found.status) if found else None)
    sleep(0.05)
    yield attempt
    IdempotencyRecord.objects.bulk_create(
        [
            IdempotencyRecord(
                actor_key=actor.key,
                key=key,
                fingerprint=fingerprint,
                status=201,
                expires_at=clock.now(),
            )
        ],
        ignore_conflicts=True,
    )


@pytest.mark.race
@pytest.mark.django_db(transaction=True)
def test_fifty_copies_of_one_key_have_one_effect():
    for number in range(ROUNDS):
        answers = all_at_once(lambda number=number: effect(key=f"k{number}"), COPIES)

        assert {answer.body for answer in answers} == {'{"b":1,"a":2}'}
        assert Job.objects.count() == number + 1


@pytest.mark.race
@pytest.mark.django_db(transaction=True)
def test_the_race_is_real_without_the_unique_record_first():
    all_at_once(lambda: effect(guard=looked_up_first), 8)

    assert Job.objects.count() > 1


@pytest.mark.race
@pytest.mark.django_db(transaction=True)
def test_a_twin_that_waits_too_long_is_told_so():
    def slow_then_twin(barrier, is_first):
        try:
            if not is_first:
                barrier.wait()
                with pytest.raises(IdempotencyInProgress):
                    effect()
                barrier.wait()
                return
            with once(ALICE, "k", "f") as attempt:
                barrier.wait()
                barrier.wait()
                attempt.answer = Answer(201)
        finally:
            connection.close()

    barrier = Barrier(2, timeout=20)
    with ThreadPoolExecutor(2) as pool:
        for running in [pool.submit(slow_then_twin, barrier, first) for first in (True, False)]:
            running.result()


@pytest.mark.django_db
def test_an_answer_is_repeated_byte_for_byte():
    assert effect() == effect()
    assert Job.objects.count() == 1


@pytest.mark.django_db
def test_a_key_belongs_to_one_request():
    effect()

    with pytest.raises(IdempotencyKeyReused):
        effect(fingerprint="g")


@pytest.mark.django_db
def test_an_expired_key_is_free():
    effect()

    with clock.frozen(clock.now() + timedelta(hours=49)):
        effect(fingerprint="g")

    assert (Job.objects.count(), IdempotencyRecord.objects.count()) == (2, 1)


@pytest.mark.django_db
def test_expired_records_are_purged():
    effect()

    assert purge_expired() == 0
    with clock.frozen(clock.now() + timedelta(hours=49)):
        assert purge_expired() == 1


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("refusal", "status", "kept"),
    [
        pytest.param(VersionConflict, 409, 1, id="of-the-state"),
        pytest.param(PermissionDenied, 403, 0, id="of-the-person"),
    ],
)
def test_only_refusals_of_the_state_and_the_rules_are_kept(refusal, status, kept):
    with pytest.raises(refusal), once(ALICE, "k", "f", refusal=lambda _: Answer(status)):
        Job.objects.create(kind="effect", key="undone")
        raise refusal("no")

    assert (IdempotencyRecord.objects.count(), Job.objects.count()) == (kept, 0)
