"""Pairs: partners drawn by lot, and a pair that parts."""

from typing import Any
from uuid import UUID

from django.http import HttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api import base
from tournaments.api.base import ApiView, actor_of, viewer_of
from tournaments.api.inputs import DrawInput
from tournaments.selectors.events import event_by_id
from tournaments.selectors.visible import entry_by_id
from tournaments.services.pairs import draw_partners, split_pair
from tournaments.services.rights import may_run_desk


class DrawnPartnersOutput(serializers.Serializer[Any]):
    """The new entries by their addresses, and the names of who has no partner yet."""

    entries = serializers.ListField(child=serializers.UUIDField())
    left_over = serializers.ListField(child=serializers.CharField())


class PartedOutput(serializers.Serializer[Any]):
    """The event that the pair was in."""

    event = serializers.UUIDField()


class DrawPartnersView(ApiView):
    """A lot for partners."""

    scopes = {"POST": "score"}

    @extend_schema(
        operation_id="events_draw_partners",
        request=DrawInput,
        responses={201: DrawnPartnersOutput},
    )
    def post(self, request: Request, event_id: UUID) -> HttpResponse:
        """Draw partners by lot among those who are checked in and have none."""
        event = event_by_id(viewer_of(request), event_id)
        may_run_desk(actor_of(request), event.tournament.club)
        self.check_parameters(request)
        values = base.optional_body(self, DrawInput)

        def run() -> Response:
            drawn = draw_partners(event_id=event_id, actor=actor_of(request), **values)
            shown = {
                "entries": [one.public_id for one in drawn.entries],
                "left_over": [one.player.display_name for one in drawn.left_over],
            }
            return Response(DrawnPartnersOutput(shown).data, status=201)

        return self.idempotent(run)


class PartView(ApiView):
    """A pair that parts."""

    scopes = {"POST": "score"}

    @extend_schema(operation_id="entries_part", request=None, responses=PartedOutput)
    def post(self, request: Request, entry_id: UUID) -> HttpResponse:
        """Let a pair part that is on no chart; both stay on the roster."""
        entry = entry_by_id(viewer_of(request), entry_id)
        may_run_desk(actor_of(request), entry.event.tournament.club)
        self.check_parameters(request)
        base.without_body(self)

        def run() -> Response:
            event = split_pair(entry_id=entry_id, actor=actor_of(request))
            return Response(PartedOutput({"event": event.public_id}).data)

        return self.idempotent(run)
