"""What a director decides where rounds are drawn from results: pairs, and who is kept apart."""

from typing import Any
from uuid import UUID

from django.http import HttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from common.api.serializers import (
    StrictChoiceField,
    StrictIntegerField,
    StrictSerializer,
    StrictUUIDField,
    TextField,
)
from tournaments.api import base
from tournaments.api.base import ApiView, actor_of, viewer_of
from tournaments.api.inputs import LONGEST_REASON, MOST_NUMBER
from tournaments.api.outputs import RoundOutput, StageOutput
from tournaments.models import Event
from tournaments.selectors.events import event_by_id
from tournaments.selectors.situations import KEPT_APART, kept_apart
from tournaments.selectors.visible import stage_by_id
from tournaments.services.keeping_apart import keep_apart, let_meet
from tournaments.services.length import set_rounds
from tournaments.services.rights import may_direct
from tournaments.services.written_rounds import write_round

MOST_PAIRS = 1000


def two_entries() -> serializers.ListField:
    """Return the field of two entries."""
    return serializers.ListField(child=StrictUUIDField(), min_length=2, max_length=2)


class WrittenInput(StrictSerializer):
    """Who meets; who is not named sits out."""

    pairs = serializers.ListField(child=two_entries(), min_length=1, max_length=MOST_PAIRS)
    reason = TextField(longest=LONGEST_REASON)


class WrittenOutput(serializers.Serializer[Any]):
    """The draft, and what the draw would have given up against what this one does."""

    round = RoundOutput()
    drawn = serializers.DictField(child=serializers.IntegerField())
    now = serializers.DictField(child=serializers.IntegerField())


class LetMeetInput(StrictSerializer):
    """Two who may meet again."""

    entries = two_entries()
    reason = TextField(longest=LONGEST_REASON)


class KeepApartInput(LetMeetInput):
    """Two who must not meet (``never``), or rather should not."""

    how = StrictChoiceField(choices=list(KEPT_APART))


class KeptApartOutput(serializers.Serializer[Any]):
    """Two who are kept apart, by public id: how, why, and who said so."""

    entries = serializers.ListField(child=serializers.UUIDField())
    how = serializers.CharField()
    reason = serializers.CharField()
    made_by = serializers.CharField()


class WrittenRoundView(ApiView):
    """The next round, as a director writes it."""

    scopes = {"POST": "direct"}

    @extend_schema(
        operation_id="stages_write_round", request=WrittenInput, responses={201: WrittenOutput}
    )
    def post(self, request: Request, stage_id: UUID) -> HttpResponse:
        """Draft the next round of a stage that is drawn from results by its pairs."""
        stage = stage_by_id(viewer_of(request), stage_id)
        may_direct(actor_of(request), stage.event.tournament.club)
        self.check_parameters(request)
        values = self.parsed(WrittenInput).validated_data
        pairs = [(one, other) for one, other in values["pairs"]]

        def run() -> Response:
            made = write_round(
                stage_id=stage_id, actor=actor_of(request), pairs=pairs, reason=values["reason"]
            )
            return Response(WrittenOutput(made, context=base.noted(request)).data, status=201)

        return self.idempotent(run)


class LengthInput(StrictSerializer):
    """How many rounds a stage has in all."""

    rounds = StrictIntegerField(min_value=1, max_value=MOST_NUMBER)


class LengthView(ApiView):
    """How many rounds a stage has."""

    scopes = {"POST": "direct"}

    @extend_schema(operation_id="stages_length", request=LengthInput, responses=StageOutput)
    def post(self, request: Request, stage_id: UUID) -> HttpResponse:
        """Make a stage that is drawn from results shorter or longer, also in its middle."""
        stage = stage_by_id(viewer_of(request), stage_id)
        may_direct(actor_of(request), stage.event.tournament.club)
        self.check_parameters(request)
        values = self.parsed(LengthInput).validated_data

        def run() -> Response:
            changed = set_rounds(stage_id=stage_id, actor=actor_of(request), **values)
            return base.versioned(StageOutput(changed).data, changed.version)

        return self.idempotent(run)


class KeptApartView(ApiView):
    """Who is kept apart in an event."""

    scopes = {"GET": "direct", "POST": "direct"}

    @extend_schema(operation_id="kept_apart_list", responses=KeptApartOutput(many=True))
    def get(self, request: Request, event_id: UUID) -> Response:
        """List who is kept apart; to those who direct the club."""
        event = _directed(request, event_id)
        self.check_parameters(request)
        return Response(KeptApartOutput(_rows(event), many=True).data)

    @extend_schema(
        operation_id="kept_apart_create",
        request=KeepApartInput,
        responses={201: KeptApartOutput(many=True)},
    )
    def post(self, request: Request, event_id: UUID) -> HttpResponse:
        """Say that two must not meet, or rather should not; drafts that let them are stale."""
        event = _directed(request, event_id)
        self.check_parameters(request)
        values = self.parsed(KeepApartInput).validated_data

        def run() -> Response:
            keep_apart(event_id=event_id, actor=actor_of(request), **values)
            return Response(KeptApartOutput(_rows(event), many=True).data, status=201)

        return self.idempotent(run)


class LetMeetView(ApiView):
    """Two who may meet again."""

    scopes = {"POST": "direct"}

    @extend_schema(
        operation_id="kept_apart_lift",
        request=LetMeetInput,
        responses=KeptApartOutput(many=True),
    )
    def post(self, request: Request, event_id: UUID) -> HttpResponse:
        """Let two meet again who were kept apart."""
        event = _directed(request, event_id)
        self.check_parameters(request)
        values = self.parsed(LetMeetInput).validated_data

        def run() -> Response:
            let_meet(event_id=event_id, actor=actor_of(request), **values)
            return Response(KeptApartOutput(_rows(event), many=True).data)

        return self.idempotent(run)


def _directed(request: Request, event_id: UUID) -> Event:
    event = event_by_id(viewer_of(request), event_id)
    may_direct(actor_of(request), event.tournament.club)
    return event


def _rows(event: Event) -> list[dict[str, object]]:
    return [
        {
            "entries": [one.one.public_id, one.other.public_id],
            "how": one.how,
            "reason": one.reason,
            "made_by": one.made_by,
        }
        for one in kept_apart(event.pk)
    ]
