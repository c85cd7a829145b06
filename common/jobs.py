"""Rows of long work, so that whoever asked can watch it and call it off."""

from django.db.models import F

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


def start(job: Job) -> bool:
    """Note that a worker has begun, and count an attempt; return whether to go on.

    Args:
        job: one that is over, or called off, is left alone.
    """
    begun = Job.objects.filter(pk=job.pk, state__in=_OPEN, cancel_requested=False).update(
        state="running",
        progress=0,
        attempts=F("attempts") + 1,
        started_at=clock.now(),
        updated_at=clock.now(),
    )
    job.refresh_from_db()
    return begun == 1


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


def lock(job: Job) -> bool:
    """Lock a job before what it has made is kept; return whether to keep it.

    Args:
        job: running; in a transaction. Who calls it off now waits, and is too late.
    """
    held = Job.objects.select_for_update().get(pk=job.pk)
    job.state, job.cancel_requested = held.state, held.cancel_requested
    return job.state in _OPEN and not job.cancel_requested


def finish(job: Job, *, result: object = None) -> None:
    """Note the result, or that it was called off."""
    job.state = "cancelled" if job.cancel_requested else "done"
    job.progress = job.progress if job.cancel_requested else job.total
    job.result = result
    job.finished_at = clock.now()
    job.save(update_fields=["state", "progress", "result", "finished_at", "updated_at"])


def fail(job: Job, *, error: str) -> None:
    """Note why it ended without a result."""
    job.state = "failed"
    job.error = error
    job.finished_at = clock.now()
    job.save(update_fields=["state", "error", "finished_at", "updated_at"])


def request_cancel(job: Job) -> None:
    """Call a job off: before a worker has it at once, else at the worker's next step.

    A finished job stays finished.
    """
    now = clock.now()
    waiting = Job.objects.filter(pk=job.pk, state="queued")
    waiting.update(state="cancelled", cancel_requested=True, finished_at=now, updated_at=now)
    running = Job.objects.filter(pk=job.pk, state="running")
    running.update(cancel_requested=True, updated_at=now)
    job.refresh_from_db()
