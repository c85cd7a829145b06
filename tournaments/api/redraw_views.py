"""Drawing what is left of a published chart again: draft, look."""

from typing import Any
from uuid import UUID

from django.http import HttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from common.api.serializers import StrictChoiceField, StrictIntegerField
from common.errors import NotFound
from tournaments.api import base
from tournaments.api.base import ApiView, actor_of, viewer_of
from tournaments.api.inputs import DrawInput
from tournaments.api.outputs import RoundOutput
from tournaments.models import Stage
from tournaments.pairing.finishable import WAYS_OUT
from tournaments.selectors.events import chart_of
from tournaments.selectors.redraw_previews import RedrawPreview, redraw_preview
from tournaments.selectors.visible import stage_by_id
from tournaments.services.redraws import redraw_rounds
from tournaments.services.rights import may_direct


class RedrawInput(DrawInput):
    """A second draw; ``after_round`` is the last round that stays as it is."""

    after_round = StrictIntegerField(min_value=0, max_value=999, required=False)
    sit_out = StrictChoiceField(choices=WAYS_OUT, required=False)


class ShortOutput(serializers.Serializer[Any]):
    """Somebody who plays fewer games than the night has."""

    entry = serializers.UUIDField(source="entry.public_id")
    number = serializers.IntegerField(source="entry.number")
    games = serializers.IntegerField()
    sit_outs = serializers.IntegerField()
    missed = serializers.IntegerField()


class UnavoidedOutput(serializers.Serializer[Any]):
    """A repeat, a second sit-out or an extra game; entries by number."""

    code = serializers.CharField()
    round = serializers.IntegerField()
    entries = serializers.ListField(child=serializers.IntegerField())


class RedrawOutput(serializers.Serializer[Any]):
    """What the drafts would change; ``kept`` of ``tables`` stand as they are printed."""

    first_round = serializers.IntegerField(source="first")
    last_round = serializers.IntegerField(source="last")
    kept = serializers.IntegerField()
    tables = serializers.IntegerField()
    repeats = serializers.IntegerField(source="checks.repeats")
    first_deal_gap = serializers.IntegerField(source="checks.first_deal_gap")
    unavoided = serializers.SerializerMethodField()
    short = ShortOutput(many=True)
    is_stale = serializers.BooleanField()

    def get_unavoided(self, preview: RedrawPreview) -> list[dict[str, Any]]:
        numbers: dict[int, int] = self.context["numbers"]
        rows = [
            {
                "code": note["code"],
                "round": note["round"],
                "entries": [numbers[key] for key in note.get("entries", ())],  # type: ignore[attr-defined] # a list, as the format wrote it
            }
            for note in preview.notes
        ]
        return [dict(row) for row in UnavoidedOutput(rows, many=True).data]


class RedrawView(ApiView):
    """The rest of a stage, drawn again."""

    scopes = {"GET": "direct", "POST": "direct"}

    @extend_schema(operation_id="stages_redraw_preview", responses=RedrawOutput)
    def get(self, request: Request, stage_id: UUID) -> Response:
        """Show what the drafts that stand beside published rounds would change."""
        stage = self._stage(request, stage_id)
        rounds = chart_of(stage, drafts=True)
        preview = redraw_preview(stage, rounds)
        if preview is None:
            raise NotFound("Nothing is drafted beside the published rounds.")
        numbers = {
            side.entry.pk: side.entry.number
            for round_ in rounds
            for match in round_.matches.all()
            for side in match.sides.all()
            if side.entry is not None
        }
        return Response(RedrawOutput(preview, context={"numbers": numbers}).data)

    @extend_schema(
        operation_id="stages_redraw",
        request=RedrawInput,
        responses={201: RoundOutput(many=True)},
    )
    def post(self, request: Request, stage_id: UUID) -> HttpResponse:
        """Draft the rounds to come again for those who are there now.

        Publish the drafts to replace the published rounds, or discard them.
        """
        self._stage(request, stage_id)
        values = base.optional_body(self, RedrawInput)

        def run() -> Response:
            rounds = redraw_rounds(stage_id=stage_id, actor=actor_of(request), **values)
            shown = base.noted(request)
            return Response(RoundOutput(rounds, many=True, context=shown).data, status=201)

        return self.idempotent(run)

    def _stage(self, request: Request, stage_id: UUID) -> Stage:
        stage = stage_by_id(viewer_of(request), stage_id)
        may_direct(actor_of(request), stage.event.tournament.club)
        self.check_parameters(request)
        return stage
