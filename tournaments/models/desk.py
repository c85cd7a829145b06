"""What waits for a director: opened by the site, closed by a person, kept."""

from django.db import models
from django.db.models import Q

from common import clock
from common.models import VersionedModel
from tournaments.models.occasion import Event
from tournaments.models.play import Match


class DirectorTask(VersionedModel):
    """Something that only a director can settle; it decides nothing by itself."""

    class Kind(models.TextChoices):
        ABANDONED_GAME = "abandoned_game", "abandoned game"
        ABSENT_PLAYER = "absent_player", "absent player"

    class State(models.TextChoices):
        OPEN = "open", "open"
        DONE = "done", "done"

    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="director_tasks")
    match = models.ForeignKey(
        Match, on_delete=models.PROTECT, null=True, blank=True, related_name="director_tasks"
    )
    game = models.UUIDField(null=True, blank=True)
    kind = models.CharField(max_length=20, choices=Kind)
    state = models.CharField(max_length=4, choices=State, default=State.OPEN)
    opened_at = models.DateTimeField(default=clock.now)
    closed_at = models.DateTimeField(null=True, blank=True)
    closed_by = models.CharField(max_length=60, blank=True)
    note = models.CharField(max_length=400, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["match", "kind"],
                condition=Q(state="open"),
                name="director_task_one_open",
            ),
            models.CheckConstraint(
                condition=Q(state="open", closed_at=None)
                | Q(state="done", closed_at__isnull=False),
                name="director_task_done_is_dated",
            ),
            models.CheckConstraint(
                condition=Q(kind__in=["abandoned_game", "absent_player"]),
                name="director_task_kind_known",
            ),
        ]
        indexes = [models.Index(fields=["event", "state"], name="director_task_of_event")]

    def __str__(self) -> str:
        return f"{self.get_kind_display()} in event {self.event_id}"
