"""Large draws go to a worker: a job to watch, a message that gets it done."""

from collections.abc import Mapping
from uuid import UUID

from django.conf import settings
from django.db import transaction

from common import jobs, outbox
from common.actor import Actor
from common.models import Job
from scoring.errors import CribbageError
from tournaments.models import Entry, Round, Stage
from tournaments.selectors.draws import PLAYING
from tournaments.services.drafting import stage_to_draw
from tournaments.services.draw import generate_rounds

ENDED = ("done", "failed", "cancelled")


def request_rounds(
    *, stage_id: UUID, actor: Actor, rng_seed: int | None = None
) -> tuple[Round, ...] | Job:
    """Draft the rounds of a stage now, or by a worker where the field is large.

    Args:
        stage_id: public id of the stage.
        actor: directs the club.
        rng_seed: of everything drawn; None keeps the stage's or draws one.

    Returns:
        The drafts; or, above ``PAIRING_INLINE_UP_TO`` entries, the job that will
        make them.

    Raises:
        As ``generate_rounds``.
    """
    with transaction.atomic():
        stage = stage_to_draw(stage_id, actor)
        field = Entry.objects.filter(event=stage.event, status__in=PLAYING).count()
        if field <= settings.PAIRING_INLINE_UP_TO:
            return generate_rounds(stage_id=stage_id, actor=actor, rng_seed=rng_seed)
        return _queued(stage, rng_seed)


def pair_rounds(payload: Mapping[str, object]) -> None:
    """Do what ``request_rounds`` has asked for; safe to run again.

    Args:
        payload: of the message: ``stage_id``, ``job``, ``rng_seed``.
    """
    job = Job.objects.get(pk=int(str(payload["job"])))
    if job.state in ENDED:
        return
    jobs.start(job)
    seed = payload["rng_seed"]
    try:
        rounds = generate_rounds(
            stage_id=UUID(str(payload["stage_id"])),
            actor=Actor.system(agent="worker"),
            rng_seed=None if seed is None else int(str(seed)),
        )
    except CribbageError as refusal:
        jobs.fail(job, error=refusal.message)
        return
    jobs.finish(job, result={"rounds": [str(one.public_id) for one in rounds]})


def _queued(stage: Stage, rng_seed: int | None) -> Job:
    """Return the job that is still to do for a stage, or a new one."""
    base = f"pairing.requested:{stage.public_id}:{rng_seed or 0}"
    ended = Job.objects.filter(key__startswith=f"{base}:", state__in=ENDED).count()
    key = f"{base}:{ended + 1}"
    job = jobs.open_job(kind="pair_rounds", key=key, total=1)
    payload = {"stage_id": stage.public_id, "job": job.pk, "rng_seed": rng_seed}
    outbox.enqueue(topic="pairing.requested", key=key, payload=payload)
    return job
