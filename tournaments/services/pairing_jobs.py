"""Large draws go to a worker: a job to watch and to call off, a message that gets it done.

The worker reads and draws without a lock, step by step, so that everybody sees how far
it is and may call it off. Only the rows are written under the locks of the stage, and
only what still fits who is there by then.
"""

import secrets
from collections.abc import Callable, Mapping
from uuid import UUID

from django.conf import settings
from django.db import transaction

from common import jobs, outbox
from common.actor import Actor
from common.errors import LockTimeout
from common.models import Job
from common.outbox import Work
from scoring.errors import CribbageError
from tournaments.errors import WrongState
from tournaments.models import Entry, Round, Stage
from tournaments.selectors.draws import PLAYING, draw_inputs
from tournaments.selectors.pairing_jobs import KIND, STEPS, TOPIC, is_given_up, jobs_of, stage_of
from tournaments.services.drafting import (
    SEED_BITS,
    Drawn,
    plan_of,
    require_enough,
    stage_to_draw,
)
from tournaments.services.draw import generate_rounds
from tournaments.services.next_round import require_next, require_played
from tournaments.services.rights import may_direct

OPEN = ("queued", "running")
GIVEN_UP = "No worker could finish it. Draw it again; if it fails again, look at the outbox."


def request_rounds(
    *, stage_id: UUID, actor: Actor, rng_seed: int | None = None, number: int | None = None
) -> tuple[Round, ...] | Job:
    """Draft the rounds of a stage now, or by a worker where the field is large.

    Args:
        stage_id: public id of the stage.
        actor: directs the club.
        rng_seed: of everything drawn; None keeps the stage's or draws one.
        number: of the first round that the caller expects to make; None for any.

    Returns:
        The drafts; or, above ``PAIRING_INLINE_UP_TO`` entries, the job that will
        make them: the one that is at it, or a new one.

    Raises:
        As ``generate_rounds``.
    """
    with transaction.atomic():
        stage = stage_to_draw(stage_id, actor)
        field = Entry.objects.filter(event=stage.event, status__in=PLAYING).count()
        if field <= settings.PAIRING_INLINE_UP_TO:
            return generate_rounds(stage_id=stage_id, actor=actor, rng_seed=rng_seed, number=number)
        require_next(stage, number)
        require_played(stage)
        return _queued(stage, rng_seed)


def cancel_job(*, job: Job, actor: Actor) -> Job:
    """Call a draw off; what is written already is a draft to discard.

    Args:
        job: of ``jobs_of``.
        actor: directs the club.

    Returns:
        The job: cancelled, or running until the worker's next step.

    Raises:
        WrongState: it is over.
    """
    stages = Stage.objects.select_related("event__tournament__club")
    may_direct(actor, stages.get(public_id=stage_of(job)).event.tournament.club)
    # No root is locked: the worker has the job first and the stage then.
    jobs.request_cancel(job)
    if not job.cancel_requested:
        raise WrongState(
            "This draw is over already. Discard its draft instead, if there is one.",
            state=job.state,
        )
    return job


def pair_rounds(payload: Mapping[str, object]) -> Work:
    """Do what ``request_rounds`` has asked for, up to the rows; safe to run again.

    Args:
        payload: of the message: ``stage_id``, ``job``, ``rng_seed``.

    Returns:
        What writes the rows and ends the job, in one transaction.
    """
    job = Job.objects.get(pk=int(str(payload["job"])))
    if not jobs.start(job):
        return _ended(job)
    seed = int(str(payload["rng_seed"]))
    try:
        drawn = _drawn(Stage.objects.get(public_id=stage_of(job)), job, seed)
    except CribbageError as refusal:
        return _ended(job, error=refusal.message)
    return _ended(job) if drawn is None else _written(job, seed, drawn)


def _drawn(stage: Stage, job: Job, seed: int) -> Drawn | None:
    """Read and draw without a lock; None when it was called off meanwhile."""
    inputs = draw_inputs(stage, rng_seed=seed)
    require_enough(stage, inputs)
    if not jobs.advance(job, 1):
        return None
    drawn = Drawn(inputs.digest, plan_of(stage, inputs))
    return drawn if jobs.advance(job, 2) else None


def _written(job: Job, seed: int, drawn: Drawn) -> Work:
    def work(_: Mapping[str, object]) -> None:
        if not jobs.lock(job):
            jobs.finish(job)
            return
        try:
            rounds = generate_rounds(
                stage_id=stage_of(job),
                actor=Actor.system(agent="worker"),
                rng_seed=seed,
                drawn=drawn,
            )
        except LockTimeout:
            raise  # somebody holds the stage: the message comes again
        except CribbageError as refusal:
            jobs.fail(job, error=refusal.message)
        else:
            jobs.finish(job, result={"rounds": [str(one.public_id) for one in rounds]})

    return work


def _ended(job: Job, *, error: str = "") -> Callable[[Mapping[str, object]], None]:
    def work(_: Mapping[str, object]) -> None:
        jobs.lock(job)
        if job.state not in OPEN:
            return
        if error:
            jobs.fail(job, error=error)
        else:
            jobs.finish(job)

    return work


def _queued(stage: Stage, rng_seed: int | None) -> Job:
    """Return the job that is at a stage, or a new one; one that was called off stays so."""
    known = jobs_of(stage.public_id)
    base = f"{TOPIC}:{stage.public_id}:{rng_seed or 0}"
    for job in known.filter(key__startswith=f"{base}:", state__in=OPEN, cancel_requested=False):
        if not is_given_up(job):
            return job
        jobs.fail(job, error=GIVEN_UP)
    key = f"{base}:{known.count() + 1}"
    job = jobs.open_job(kind=KIND, key=key, total=len(STEPS))
    seed = rng_seed or stage.rng_seed or secrets.randbits(SEED_BITS) | 1
    payload = {"stage_id": stage.public_id, "job": job.pk, "rng_seed": seed}
    outbox.enqueue(topic=TOPIC, key=key, payload=payload)
    return job
