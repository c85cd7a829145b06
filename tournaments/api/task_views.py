"""What waits for a director, and that it is settled."""

from typing import Any
from uuid import UUID

from django.http import HttpResponse
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from common.api import params
from common.api.serializers import StrictSerializer, TextField
from tournaments.api.base import ApiView, ListView, actor_of, viewer_of
from tournaments.models import DirectorTask
from tournaments.selectors.director_tasks import task_by_id, tasks_of
from tournaments.selectors.events import event_by_id
from tournaments.services.director_tasks import LONGEST_NOTE, close_task
from tournaments.services.rights import may_direct


class NoteInput(StrictSerializer):
    """What was decided."""

    note = TextField(longest=LONGEST_NOTE)


class DirectorTaskOutput(serializers.ModelSerializer[DirectorTask]):
    """Something that a director settles; ``game`` is one that is played here."""

    id = serializers.UUIDField(source="public_id", read_only=True)
    event = serializers.UUIDField(source="event.public_id", read_only=True)
    match = serializers.UUIDField(source="match.public_id", read_only=True, allow_null=True)

    class Meta:
        model = DirectorTask
        fields = (
            "id",
            "event",
            "match",
            "game",
            "kind",
            "state",
            "opened_at",
            "closed_at",
            "closed_by",
            "note",
        )
        read_only_fields = fields


class DirectorTasksView(ListView):
    """What waits for the director of an event."""

    scopes = {"GET": "direct"}
    parameters = frozenset({"state"})
    ordering = ("opened_at", "id")

    @extend_schema(
        operation_id="director_tasks_list",
        responses=DirectorTaskOutput(many=True),
        parameters=[OpenApiParameter("state", str, enum=DirectorTask.State.values)],
    )
    def get(self, request: Request, event_id: UUID) -> Response:
        """List what a director had or has to settle, the oldest first."""
        event = event_by_id(viewer_of(request), event_id)
        may_direct(actor_of(request), event.tournament.club)
        self.check_parameters(request)
        rows = tasks_of(event)
        state = params.choice(request.query_params, "state", DirectorTask.State.values)
        if state is not None:
            rows = rows.filter(state=state)
        return self.page_of(rows, DirectorTaskOutput)


class CloseTaskView(ApiView):
    """That something is settled."""

    scopes = {"POST": "direct"}

    @extend_schema(
        operation_id="director_tasks_close", request=NoteInput, responses=DirectorTaskOutput
    )
    def post(self, request: Request, task_id: UUID) -> HttpResponse:
        """Close a task and say what was decided."""
        task = task_by_id(viewer_of(request), task_id)
        may_direct(actor_of(request), task.event.tournament.club)
        self.check_parameters(request)
        values: dict[str, Any] = dict(self.parsed(NoteInput).validated_data)

        def run() -> Response:
            closed = close_task(task_id=task_id, actor=actor_of(request), note=values["note"])
            return Response(DirectorTaskOutput(closed).data)

        return self.idempotent(run)
