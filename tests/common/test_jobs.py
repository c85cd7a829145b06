import pytest

from common import jobs
from common.models import Job
from common.tasks import purge_task, sweep_outbox_task

pytestmark = pytest.mark.django_db


def test_a_key_is_one_job():
    assert jobs.open_job(kind="pair", key="k") == jobs.open_job(kind="pair", key="k")


def test_a_job_that_is_called_off_stops_at_its_next_step():
    job = jobs.open_job(kind="pair", key="k", total=3)
    jobs.start(job)
    first = jobs.advance(job, 1)
    jobs.request_cancel(job)
    second = jobs.advance(job, 2)
    jobs.finish(job)

    job.refresh_from_db()
    assert (first, second) == (True, False)
    assert (job.state, job.progress, job.attempts) == ("cancelled", 2, 1)


@pytest.mark.parametrize(
    ("end", "state"),
    [
        (lambda job: jobs.finish(job, result={"rounds": 1}), "done"),
        (lambda job: jobs.fail(job, error="no pairing"), "failed"),
    ],
)
def test_a_job_ends_once(end, state):
    job = jobs.open_job(kind="pair", key="k")
    jobs.start(job)
    end(job)
    jobs.request_cancel(job)

    assert (Job.objects.get().state, Job.objects.get().cancel_requested) == (state, False)


def test_the_tasks_run_twice():
    for task in (sweep_outbox_task, purge_task) * 2:
        task(of_a_newer_version=True)
