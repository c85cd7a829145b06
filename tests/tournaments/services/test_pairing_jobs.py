import pytest

from common import outbox
from common.models import Job, Outbox
from tests.factories import (
    SYSTEM,
    a_checked_in_night,
    a_night,
    first_stage,
    roster,
    rounds_of,
)
from tournaments.errors import WrongState
from tournaments.services.pairing_jobs import request_rounds
from tournaments.services.rosters import undo_check_in
from tournaments.tasks import pair_rounds_task

pytestmark = pytest.mark.django_db


def ask(event, **values):
    return request_rounds(stage_id=first_stage(event).public_id, actor=SYSTEM, **values)


def test_a_small_field_is_drawn_at_once():
    event = a_checked_in_night(players=5)

    assert len(ask(event)) == 9


def test_a_large_field_is_drawn_by_a_worker(settings):
    settings.PAIRING_INLINE_UP_TO = 4
    event = a_checked_in_night(players=5)

    job = ask(event, rng_seed=7)

    assert (job.state, rounds_of(event)) == ("queued", [])
    outbox.run_pending()
    job.refresh_from_db()
    assert job.state == "done"
    assert job.result["rounds"] == [str(one.public_id) for one in rounds_of(event)]


def test_asking_twice_is_one_job(settings):
    settings.PAIRING_INLINE_UP_TO = 0
    event = a_checked_in_night(players=5)

    assert ask(event) == ask(event)
    assert Job.objects.count() == Outbox.objects.count() == 1


def test_a_task_may_run_twice(settings):
    settings.PAIRING_INLINE_UP_TO = 0
    event = a_checked_in_night(players=5)
    job = ask(event)
    message = Outbox.objects.get()

    for _ in range(2):
        pair_rounds_task(outbox_id=message.pk)

    job.refresh_from_db()
    assert (job.attempts, len(rounds_of(event))) == (1, 9)


def test_a_draw_that_cannot_be_is_said_by_the_job(settings):
    settings.PAIRING_INLINE_UP_TO = 0
    event = a_checked_in_night(players=4)
    job = ask(event)
    undo_check_in(registration_id=roster(event)[0].public_id, actor=SYSTEM)

    outbox.run_pending()

    job.refresh_from_db()
    assert job.state == "failed"
    assert job.error.startswith("3 checked in, and Games needs 4")


def test_after_a_failed_job_a_new_one_may_be_asked_for(settings):
    settings.PAIRING_INLINE_UP_TO = 0
    event = a_checked_in_night(players=4)
    one = roster(event)[0].public_id
    first = ask(event)
    undo_check_in(registration_id=one, actor=SYSTEM)
    outbox.run_pending()

    assert ask(event).pk != first.pk


def test_what_cannot_be_drawn_now_is_refused_before_any_job(settings):
    settings.PAIRING_INLINE_UP_TO = 0

    with pytest.raises(WrongState, match="Open check-in"):
        ask(a_night(players=5))

    assert not Job.objects.exists()
