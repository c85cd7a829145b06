"""Rows of long work, so that whoever asked can watch it and call it off."""

from common import clock
from common.models import Job

_OPEN = ("queued", "running")


def open_job(*, kind: str, key: str, total: int = 0) -> Job:
    """Return the job of a key, made if there is none.

    Args:
        kind: what is done, such as ``pair_round``.
        key: makes it one job, however often it is asked for.
        total: steps, 0 when they cannot be counted.
    """
    job, _ = Job.objects.get_or_create(key=key, defaults={"kind": kind, "total": total})
    return job


def start(job: Job) -> None:
    """Note that a worker has begun; counts an attempt."""
    job.state = "running"
    job.attempts += 1
    job.started_at = clock.now()
    job.save(update_fields=["state", "attempts", "started_at", "updated_at"])


def advance(job: Job, progress: int) -> bool:
    """Note how far it is; return whether to go on.

    Args:
        job: running.
        progress: steps done.
    """
    job.progress = progress
    job.save(update_fields=["progress", "updated_at"])
    job.refresh_from_db(fields=["cancel_requested"])
    return not job.cancel_requested


def finish(job: Job, *, result: object = None) -> None:
    """Note the result, or that it was called off."""
    job.state = "cancelled" if job.cancel_requested else "done"
    job.result = result
    job.finished_at = clock.now()
    job.save(update_fields=["state", "result", "finished_at", "updated_at"])


def fail(job: Job, *, error: str) -> None:
    """Note why it ended without a result."""
    job.state = "failed"
    job.error = error
    job.finished_at = clock.now()
    job.save(update_fields=["state", "error", "finished_at", "updated_at"])


def request_cancel(job: Job) -> None:
    """Ask the worker to stop at its next step; a finished job stays finished."""
    Job.objects.filter(pk=job.pk, state__in=_OPEN).update(cancel_requested=True)
