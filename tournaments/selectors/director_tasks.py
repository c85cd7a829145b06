"""What waits for a director."""

from uuid import UUID

from django.db.models import QuerySet

from clubs import access
from clubs.access import Viewer
from common.errors import NotFound
from tournaments.models import DirectorTask, Event


def tasks_of(event: Event) -> QuerySet[DirectorTask]:
    """Return the tasks of an event with their matches, whatever became of them.

    Args:
        event: any.
    """
    return DirectorTask.objects.filter(event=event).select_related("event", "match")


def open_tasks(event: Event) -> QuerySet[DirectorTask]:
    """Return what waits in an event, the oldest first, with the names of who plays.

    Args:
        event: any.
    """
    waiting = tasks_of(event).filter(state=DirectorTask.State.OPEN).order_by("opened_at", "id")
    return waiting.select_related("match__round").prefetch_related("match__sides__entry")


def task_by_id(viewer: Viewer, task_id: UUID) -> DirectorTask:
    """Return a task of a club that somebody works for, with event and club.

    Args:
        viewer: an actor, a user, or None for a stranger.
        task_id: public id.

    Raises:
        NotFound: there is none, or he does not work there.
    """
    tasks = DirectorTask.objects.select_related("event__tournament__club", "match")
    found = access.staffed(viewer, tasks, club="event__tournament__club")
    task = found.filter(public_id=task_id).first()
    if task is None:
        raise NotFound("There is no such task.")
    return task
