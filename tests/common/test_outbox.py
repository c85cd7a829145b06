from datetime import timedelta
from uuid import uuid4

import pytest
from celery import current_app
from django.core.exceptions import ImproperlyConfigured

from common import clock, outbox
from common.models import Outbox
from common.publishing import publish

TOPIC = "event.final"
heard = []


def listen(*, game_id):
    heard.append(game_id)


def refuse_to_listen(*, game_id):
    raise LookupError("no such event")


def message(topic=TOPIC, key="k", **payload):
    outbox.enqueue(topic=topic, key=key, payload=payload)
    return Outbox.objects.get(key=key)


@pytest.fixture(autouse=True)
def listeners(settings):
    heard.clear()
    settings.GAME_FINISHED_LISTENERS = [f"{__name__}.listen"]
    settings.OUTBOX_TASKS = {TOPIC: "tests.handled"}


@pytest.mark.django_db
def test_a_message_delivered_twice_is_worked_once():
    done = []
    row = message(event=7)

    assert outbox.handle(row.pk, done.append)
    assert not outbox.handle(row.pk, done.append)
    assert done == [{"event": 7}]


@pytest.mark.django_db
def test_the_same_key_adds_nothing():
    message()
    message()

    assert Outbox.objects.count() == 1


@pytest.mark.django_db
def test_a_topic_that_nobody_takes_is_a_mistake_of_the_program():
    with pytest.raises(ImproperlyConfigured):
        message(topic="nobody.cares")


@pytest.mark.django_db
def test_work_that_fails_is_tried_five_times_and_is_then_dead():
    row = message()

    def work(payload):
        Outbox.objects.filter(pk=row.pk).update(payload={"touched": True})
        raise LookupError("no such event")

    for _ in range(5):
        with pytest.raises(LookupError):
            outbox.handle(row.pk, work)

    row.refresh_from_db()
    assert not outbox.handle(row.pk, work)
    assert (row.attempts, row.payload, row.last_error) == (5, {}, "LookupError: no such event")
    assert row.dead_at is not None


@pytest.mark.django_db
def test_an_attempt_that_never_returned_counts():
    row = message()
    Outbox.objects.filter(pk=row.pk).update(attempts=5)

    assert not outbox.handle(row.pk, lambda payload: None)
    row.refresh_from_db()
    assert row.dead_at is not None


@pytest.mark.django_db
def test_a_dead_message_may_be_tried_again():
    row = message()
    Outbox.objects.filter(pk=row.pk).update(attempts=5, dead_at=clock.now())
    outbox.retry(outbox_id=row.pk)

    assert outbox.handle(row.pk, lambda payload: None)


@pytest.mark.django_db(transaction=True)
def test_listeners_are_called_right_after_the_commit():
    game_id = uuid4()
    row = message(topic="game.finished", key="g", game_id=game_id)

    assert heard == [game_id]
    assert row.done_at is not None


@pytest.mark.django_db(transaction=True)
def test_a_listener_that_fails_is_called_again_by_the_sweep(settings):
    game_id = uuid4()
    settings.GAME_FINISHED_LISTENERS = [f"{__name__}.refuse_to_listen", f"{__name__}.listen"]
    row = message(topic="game.finished", key="g", game_id=game_id)
    assert (row.done_at, heard) == (None, [game_id])

    settings.GAME_FINISHED_LISTENERS = [f"{__name__}.listen"]
    with clock.frozen(clock.now() + timedelta(minutes=3)):
        outbox.relay()

    row.refresh_from_db()
    assert row.done_at is not None


@pytest.mark.django_db(transaction=True)
def test_a_message_is_sent_at_once_and_again_only_when_nobody_did_it():
    row = message()
    assert row.sent_at is not None
    assert outbox.relay() == 0

    with clock.frozen(clock.now() + timedelta(minutes=3)):
        assert outbox.relay() == 1


@pytest.mark.django_db(transaction=True)
def test_without_a_broker_the_request_goes_on_and_the_message_waits(dead_broker):
    row = message()

    assert (row.sent_at, row.done_at) == (None, None)
    with clock.frozen(clock.now() + timedelta(minutes=3)):
        assert outbox.relay() == 1


def test_a_broker_that_never_answers_is_left_soon(silent_broker, elapsed):
    assert not publish("tests.handled", 1)
    assert elapsed() < 1.5


@pytest.mark.django_db
def test_pending_messages_can_be_run_without_a_broker():
    done = []

    @current_app.task(name="tests.handled")
    def handled(*, outbox_id):
        outbox.handle(outbox_id, done.append)

    message(event=7)

    assert (outbox.run_pending(), outbox.run_pending()) == (1, 0)
    assert done == [{"event": 7}]
