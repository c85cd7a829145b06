"""The jobs of large draws: which stage one is for, and which of a stage is the last."""

from uuid import UUID

from django.db.models import QuerySet

from clubs import access
from clubs.access import Viewer
from common.errors import NotFound
from common.models import Job, Outbox
from tournaments.models import Round, Stage
from tournaments.selectors.visible import stages_for

TOPIC = "pairing.requested"
KIND = "pair_rounds"
STEPS = ("who is there and how they stand", "who meets", "the rows of the draft")


def jobs_of(stage_id: UUID) -> QuerySet[Job]:
    """Return the jobs of a stage, the latest first.

    Args:
        stage_id: public id of the stage.
    """
    return Job.objects.filter(kind=KIND, key__startswith=f"{TOPIC}:{stage_id}:").order_by("-pk")


def latest_job(stage: Stage) -> Job | None:
    """Return the last job of a stage, unless a round was published after it.

    Args:
        stage: any.

    Returns:
        The job; None where the last draw needed none. Two queries at most.
    """
    job = jobs_of(stage.public_id).first()
    if job is None:
        return None
    later = Round.objects.filter(stage=stage, published_at__gt=job.created_at)
    return None if later.exists() else job


def stage_of(job: Job) -> UUID:
    """Return the public id of the stage that a job draws.

    Args:
        job: of ``jobs_of``.
    """
    return UUID(job.key.split(":")[1])


def is_given_up(job: Job) -> bool:
    """Say whether no worker will take a job up again.

    Args:
        job: queued or running.
    """
    return Outbox.objects.filter(key=job.key, dead_at__isnull=False).exists()


def job_by_id(viewer: Viewer, job_id: UUID) -> tuple[Job, Stage]:
    """Return a job and its stage, to the staff of the club it is for.

    Args:
        viewer: an actor, a user, or None for a stranger.
        job_id: public id.

    Raises:
        NotFound: there is none, or it is none of his business.
    """
    job = Job.objects.filter(kind=KIND, public_id=job_id).first()
    if job is not None:
        shown = stages_for(viewer).select_related("event__tournament__club")
        staffed = access.staffed(viewer, shown, club="event__tournament__club")
        stage = staffed.filter(public_id=stage_of(job)).first()
        if stage is not None:
            return job, stage
    raise NotFound("There is no such job.")
