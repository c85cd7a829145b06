import pytest

from common import jobs, outbox
from common.models import Job, Outbox
from tests.factories import (
    SYSTEM,
    a_checked_in_night,
    a_night,
    first_stage,
    roster,
    rounds_of,
)
from tests.tournaments.late import leave
from tests.tournaments.swiss import after_rounds, pairs_of
from tournaments.errors import WrongState
from tournaments.selectors.pairing_jobs import jobs_of
from tournaments.services import pairing_jobs
from tournaments.services.corrections import retract_result
from tournaments.services.pairing_jobs import cancel_job, request_rounds
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


class Killed(BaseException):
    """A worker that is gone in the middle, without a word."""


def work():
    """Run what waits, as the worker does."""
    message = Outbox.objects.get(done_at=None)
    pair_rounds_task(outbox_id=message.pk)


def by_the_worker(settings, **values):
    """Draw the rounds before at once, and have the next one drawn by a worker."""
    stage = after_rounds(1, **values)
    settings.PAIRING_INLINE_UP_TO = 0
    return stage, request_rounds(stage_id=stage.public_id, actor=SYSTEM)


def state_of(job):
    job.refresh_from_db()
    return job.state, job.progress, job.attempts


def test_a_swiss_round_is_drawn_by_a_worker_as_it_is_at_once(settings):
    settings.PAIRING_INLINE_UP_TO = 120
    at_once = after_rounds(1, players=8)
    request_rounds(stage_id=at_once.public_id, actor=SYSTEM)
    stage, job = by_the_worker(settings, players=8)
    work()

    assert state_of(job) == ("done", 3, 1)
    assert pairs_of(stage, 2) == pairs_of(at_once, 2)


def test_a_job_called_off_before_a_worker_has_it_draws_nothing(settings):
    stage, job = by_the_worker(settings)
    cancel_job(job=job, actor=SYSTEM)
    work()

    assert state_of(job) == ("cancelled", 0, 0)
    assert stage.rounds.count() == 1


@pytest.mark.parametrize("step", [1, 2])
def test_a_job_called_off_while_it_is_drawn_writes_nothing(settings, monkeypatch, step):
    stage, job = by_the_worker(settings)
    advance = jobs.advance

    def advance_and_cancel(running, progress):
        if progress == step:
            cancel_job(job=job, actor=SYSTEM)
        return advance(running, progress)

    monkeypatch.setattr(jobs, "advance", advance_and_cancel)
    work()

    assert state_of(job) == ("cancelled", step, 1)
    assert stage.rounds.count() == 1


def test_a_job_called_off_after_the_draw_writes_nothing(settings):
    stage, job = by_the_worker(settings)
    write = pairing_jobs.pair_rounds(Outbox.objects.get().payload)
    cancel_job(job=job, actor=SYSTEM)
    write({})

    assert state_of(job)[0] == "cancelled"
    assert stage.rounds.count() == 1


def test_a_job_that_is_over_is_not_called_off(settings):
    _, job = by_the_worker(settings)
    work()

    with pytest.raises(WrongState, match="over already"):
        cancel_job(job=job, actor=SYSTEM)
    assert state_of(job)[0] == "done"


def test_after_a_job_was_called_off_a_new_one_draws(settings):
    stage, job = by_the_worker(settings)
    cancel_job(job=job, actor=SYSTEM)
    again = request_rounds(stage_id=stage.public_id, actor=SYSTEM)
    outbox.run_pending()

    assert (state_of(job)[0], state_of(again)[0]) == ("cancelled", "done")
    assert stage.rounds.count() == 2


@pytest.mark.parametrize("killed_at", ["start", "advance", "lock", "finish"])
def test_a_worker_that_is_killed_leaves_all_or_nothing(settings, monkeypatch, killed_at):
    stage, job = by_the_worker(settings)
    step = getattr(jobs, killed_at)

    def step_and_die(*args, **values):
        step(*args, **values)
        raise Killed

    with monkeypatch.context() as patched, pytest.raises(Killed):
        patched.setattr(jobs, killed_at, step_and_die)
        work()
    between = (stage.rounds.count(), state_of(job)[0])
    work()

    assert between == (1, "running")
    assert (state_of(job), stage.rounds.count()) == (("done", 3, 2), 2)
    assert sorted(n for pair in pairs_of(stage, 2) for n in pair) == [1, 2, 3, 4, 5, 6]


def test_what_changed_while_a_worker_drew_is_drawn_anew(settings):
    stage, job = by_the_worker(settings, players=7)
    write = pairing_jobs.pair_rounds(Outbox.objects.get().payload)
    leave(stage.event, 3)
    write({})

    assert state_of(job)[0] == "done"
    assert 3 not in {n for pair in pairs_of(stage, 2) for n in pair}
    assert len(pairs_of(stage, 2)) == 3


def test_a_message_that_was_given_up_makes_room_for_a_new_job(settings):
    stage, job = by_the_worker(settings)
    Outbox.objects.update(dead_at=job.created_at)

    again = request_rounds(stage_id=stage.public_id, actor=SYSTEM)

    assert (state_of(job)[0], again.pk != job.pk) == ("failed", True)
    assert jobs_of(stage.public_id).first() == again


def test_a_large_round_over_an_open_match_is_refused_before_any_job(settings):
    stage = after_rounds(1)
    settings.PAIRING_INLINE_UP_TO = 0
    retract_result(match_id=stage.matches.first().public_id, actor=SYSTEM, reason="The wrong table")

    with pytest.raises(WrongState, match="has no result yet"):
        request_rounds(stage_id=stage.public_id, actor=SYSTEM)
    assert not Job.objects.exists()
