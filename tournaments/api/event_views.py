"""Occasions, events and what is done with a whole event."""

from collections.abc import Callable
from uuid import UUID

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema, extend_schema_view
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.selectors import visible_club
from common.api import params
from common.api.conditional import if_match, matched
from common.changes import changes_after
from tournaments.api import base
from tournaments.api.base import ApiView, ListView, actor_of, viewer_of
from tournaments.api.inputs import (
    EventChangeInput,
    EventInput,
    ReasonInput,
    RulingInput,
)
from tournaments.api.making import make_event
from tournaments.api.outputs import (
    ChangesOutput,
    EventOutput,
    RegistrationOutput,
    TournamentOutput,
)
from tournaments.models import Event
from tournaments.selectors.events import event_by_id, events_for
from tournaments.selectors.visible import (
    registrations_for,
    tournament_by_id,
    tournaments_for,
)
from tournaments.services import lifecycle
from tournaments.services.events import edit_event
from tournaments.services.finalise import finalise_event
from tournaments.services.play_offs import record_cut_ruling
from tournaments.services.rights import may_direct

CLUB = OpenApiParameter("club", OpenApiTypes.UUID, description="Of this club only.")
MOST_CHANGES = 200


class TournamentsView(ListView):
    """The occasions one may see."""

    public_methods = base.GET
    parameters = frozenset({"club"})
    ordering = ("-starts_at", "-id")

    @extend_schema(
        operation_id="tournaments_list",
        responses=TournamentOutput(many=True),
        parameters=[CLUB],
    )
    def get(self, request: Request) -> Response:
        """List occasions, the latest first."""
        self.check_parameters(request)
        rows = tournaments_for(viewer_of(request))
        club = params.uuid(request.query_params, "club")
        return self.page_of(rows.filter(club__public_id=club) if club else rows, TournamentOutput)


class TournamentView(ApiView):
    """One occasion."""

    public_methods = base.GET

    @extend_schema(operation_id="tournaments_read", responses=TournamentOutput)
    def get(self, request: Request, tournament_id: UUID) -> Response:
        """Show an occasion."""
        row = tournament_by_id(viewer_of(request), tournament_id)
        self.check_parameters(request)
        return base.versioned(TournamentOutput(row).data, row.version)


class RegistrationsView(ListView):
    """The roster of an occasion."""

    ordering = ("number", "id")

    @extend_schema(operation_id="registrations_list", responses=RegistrationOutput(many=True))
    def get(self, request: Request, tournament_id: UUID) -> Response:
        """List who is on the roster; for those who run the desk."""
        viewer = viewer_of(request)
        rows = registrations_for(viewer, tournament_by_id(viewer, tournament_id))
        self.check_parameters(request)
        return self.page_of(rows, RegistrationOutput)


class EventsView(ListView):
    """The events one may see."""

    public_methods = base.GET
    scopes = {"POST": "direct"}
    parameters = frozenset({"club", "tournament", "state"})
    ordering = ("-id",)

    @extend_schema(
        operation_id="events_list",
        responses=EventOutput(many=True),
        parameters=[
            CLUB,
            OpenApiParameter("tournament", OpenApiTypes.UUID, description="Of one occasion."),
            OpenApiParameter("state", str, enum=Event.State.values),
        ],
    )
    def get(self, request: Request) -> Response:
        """List events, the newest first."""
        self.check_parameters(request)
        query = request.query_params
        rows = events_for(viewer_of(request))
        if (club := params.uuid(query, "club")) is not None:
            rows = rows.filter(tournament__club__public_id=club)
        if (occasion := params.uuid(query, "tournament")) is not None:
            rows = rows.filter(tournament__public_id=occasion)
        if (state := params.choice(query, "state", Event.State.values)) is not None:
            rows = rows.filter(state=state)
        return self.page_of(rows, EventOutput)

    @extend_schema(operation_id="events_create", request=EventInput, responses={201: EventOutput})
    def post(self, request: Request) -> HttpResponse:
        """Make an event: a night from a preset or from an earlier one, or one of an occasion."""
        self.check_parameters(request)
        values = self.parsed(EventInput).validated_data
        viewer = viewer_of(request)
        if "club" in values:
            visible_club(viewer, values["club"])
        elif "tournament" in values:
            tournament_by_id(viewer, values["tournament"])
        else:
            event_by_id(viewer, values["from_event"])
        return self.idempotent(lambda: base.shown_event(make_event(values, actor_of(request)), 201))


class EventView(ApiView):
    """One event."""

    public_methods = base.GET
    scopes = {"PATCH": "direct"}

    @extend_schema(operation_id="events_read", responses=EventOutput)
    def get(self, request: Request, event_id: UUID) -> Response:
        """Show an event with its rules."""
        event = event_by_id(viewer_of(request), event_id)
        self.check_parameters(request)
        return base.shown_event(event)

    @extend_schema(operation_id="events_update", request=EventChangeInput, responses=EventOutput)
    def patch(self, request: Request, event_id: UUID) -> Response:
        """Change an event; its rules while it is a draft only."""
        event = event_by_id(viewer_of(request), event_id)
        may_direct(actor_of(request), event.tournament.club)
        self.check_parameters(request)
        changes = dict(self.parsed(EventChangeInput).validated_data)
        if "season" in changes:
            changes["season_id"] = changes.pop("season")
        expected_version = if_match(request)
        with matched():
            edited = edit_event(
                event_id=event.public_id,
                actor=actor_of(request),
                expected_version=expected_version,
                **changes,
            )
        return base.shown_event(edited)


class EventStepView(ApiView):
    """A step in the life of an event; ``If-Match`` is read where it is sent."""

    scopes = {"POST": "direct"}
    step: Callable[..., Event] = staticmethod(lifecycle.open_event)

    def _take(self, request: Request, event_id: UUID) -> HttpResponse:
        event = event_by_id(viewer_of(request), event_id)
        may_direct(actor_of(request), event.tournament.club)
        self.check_parameters(request)
        values = self.values()
        version = base.version_if_given(request)

        def run() -> Response:
            return base.shown_event(
                self.step(
                    event_id=event.public_id,
                    actor=actor_of(request),
                    expected_version=version,
                    **values,
                )
            )

        return self.idempotent(run)

    def values(self) -> dict[str, str]:
        """Return what the step needs beside the event."""
        base.without_body(self)
        return {}

    @extend_schema(request=None, responses=EventOutput)
    def post(self, request: Request, event_id: UUID) -> HttpResponse:
        """Take the step."""
        return self._take(request, event_id)


class ReasonedStepView(EventStepView):
    """A step that others want to understand."""

    def values(self) -> dict[str, str]:
        return dict(self.parsed(ReasonInput).validated_data)

    @extend_schema(request=ReasonInput, responses=EventOutput)
    def post(self, request: Request, event_id: UUID) -> HttpResponse:
        """Take the step, with a reason."""
        return self._take(request, event_id)


@extend_schema_view(
    post=extend_schema(
        operation_id="events_open", description="Open for entries; from now on the rules stay."
    )
)
class OpenEventView(EventStepView):
    """Open for entries; from now on the rules stay."""

    step = staticmethod(lifecycle.open_event)


@extend_schema_view(
    post=extend_schema(operation_id="events_open_check_in", description="Open the check-in.")
)
class OpenCheckInView(EventStepView):
    """Open the check-in."""

    step = staticmethod(lifecycle.open_check_in)


@extend_schema_view(
    post=extend_schema(
        operation_id="events_finalise",
        description="Publish as final; season points and ratings follow.",
    )
)
class FinaliseEventView(EventStepView):
    """Publish as final; season points and ratings follow."""

    step = staticmethod(finalise_event)


@extend_schema_view(
    post=extend_schema(
        operation_id="events_reopen", description="Take a final event back into review."
    )
)
class ReopenEventView(ReasonedStepView):
    """Take a final event back into review."""

    step = staticmethod(lifecycle.reopen_event)


@extend_schema_view(
    post=extend_schema(operation_id="events_cancel", description="Call an event off.")
)
class CancelEventView(ReasonedStepView):
    """Call an event off."""

    step = staticmethod(lifecycle.cancel_event)


class RulingsView(ApiView):
    """Rulings about the cut of an event."""

    scopes = {"POST": "direct"}

    @extend_schema(operation_id="rulings_create", request=RulingInput, responses={204: None})
    def post(self, request: Request, event_id: UUID) -> HttpResponse:
        """Record who goes on of those who are level at the cut."""
        event = event_by_id(viewer_of(request), event_id)
        may_direct(actor_of(request), event.tournament.club)
        self.check_parameters(request)
        values = self.parsed(RulingInput).validated_data

        def run() -> Response:
            record_cut_ruling(event_id=event.public_id, actor=actor_of(request), **values)
            return Response(status=204)

        return self.idempotent(run)


class ChangesView(ApiView):
    """The news of an event."""

    public_methods = base.GET
    parameters = frozenset({"after", "limit"})

    @extend_schema(
        operation_id="events_changes",
        responses=ChangesOutput,
        parameters=[
            OpenApiParameter("after", int, description="The last number one has; 0 at first."),
            OpenApiParameter("limit", int, description="At most so many, 200 by itself."),
        ],
    )
    def get(self, request: Request, event_id: UUID) -> Response:
        """List what happened after a number, oldest first and without gaps."""
        event = event_by_id(viewer_of(request), event_id)
        self.check_parameters(request)
        after = params.integer(request.query_params, "after", default=0)
        limit = params.integer(
            request.query_params, "limit", default=MOST_CHANGES, least=1, most=MOST_CHANGES
        )
        rows = list(changes_after(kind="event", root_id=event.public_id, seq=after)[:limit])
        last = rows[-1].seq if rows else after
        return Response(ChangesOutput({"results": rows, "last": last}).data)
