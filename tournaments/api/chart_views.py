"""What a director does to a chart by hand: a swap, a game, a chart from a file, a seat."""

from typing import Any
from uuid import UUID

from django.http import HttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from common.api.conditional import if_match, matched
from common.api.serializers import (
    StrictBooleanField,
    StrictCharField,
    StrictIntegerField,
    StrictSerializer,
    StrictUUIDField,
)
from common.tabular import read_table
from tournaments.api import base
from tournaments.api.base import ApiView, ListView, actor_of, viewer_of
from tournaments.api.entry_views import shown_entry
from tournaments.api.match_outputs import MatchOutput
from tournaments.api.outputs import EntryOutput, RoundOutput
from tournaments.selectors.visible import entry_by_id, matches_for, round_by_id, stage_by_id
from tournaments.services.added_matches import add_match
from tournaments.services.chart_imports import import_chart
from tournaments.services.entries import keep_seat
from tournaments.services.rights import may_direct, may_run_desk
from tournaments.services.swaps import Place, swap_seats

LONGEST_FILE = 250_000


class PlaceInput(StrictSerializer):
    """A slot of a match, and the entry that sits there in truth."""

    match = StrictUUIDField()
    side = StrictIntegerField(min_value=1, max_value=2)
    entry = StrictUUIDField()


class SwapInput(StrictSerializer):
    """The two places, each with who sits there."""

    a = PlaceInput()
    b = PlaceInput()


class SwapOutput(serializers.Serializer[Any]):
    """The matches as they are now; ``repeats`` names pairs that meet again, by number.

    Where rounds are drawn from results, ``drawn`` says what the draw gave up and ``now``
    what the round does with its change.
    """

    round = RoundOutput()
    matches = MatchOutput(many=True)
    repeats = serializers.ListField(child=serializers.ListField(child=serializers.IntegerField()))
    drawn = serializers.DictField(child=serializers.IntegerField(), required=False)
    now = serializers.DictField(child=serializers.IntegerField(), required=False)


class ChartInput(StrictSerializer):
    """A chart as the text of a CSV file."""

    csv = StrictCharField(max_length=LONGEST_FILE)


class KeepSeatInput(StrictSerializer):
    """Whether an entry keeps its seat."""

    keeps_seat = StrictBooleanField()


class MatchInput(StrictSerializer):
    """The two who play one another."""

    sides = serializers.ListField(child=StrictUUIDField(), min_length=2, max_length=2)


class RoundMatchesView(ListView):
    """The matches of a round."""

    public_methods = base.GET
    scopes = {"POST": "direct"}
    ordering = ("number", "id")

    @extend_schema(operation_id="rounds_matches", responses=MatchOutput(many=True))
    def get(self, request: Request, round_id: UUID) -> Response:
        """List the matches of a round, sit-outs included."""
        round_ = round_by_id(viewer_of(request), round_id)
        self.check_parameters(request)
        rows = matches_for(viewer_of(request)).filter(round=round_)
        return self.page_of(rows, MatchOutput, context=base.named(request, round_.stage.event))

    @extend_schema(
        operation_id="rounds_add_match", request=MatchInput, responses={201: MatchOutput}
    )
    def post(self, request: Request, round_id: UUID) -> HttpResponse:
        """Let two who sit out a round play one another."""
        round_ = round_by_id(viewer_of(request), round_id)
        may_direct(actor_of(request), round_.stage.event.tournament.club)
        self.check_parameters(request)
        sides = self.parsed(MatchInput).validated_data["sides"]

        def run() -> Response:
            made = add_match(round_id=round_id, actor=actor_of(request), entries=sides)
            row = matches_for(viewer_of(request)).get(pk=made.pk)
            shown = base.named(request, round_.stage.event)
            return base.versioned(MatchOutput(row, context=shown).data, made.version, 201)

        return self.idempotent(run)


class SwapView(ApiView):
    """Two players who sat in one another's place."""

    scopes = {"POST": "direct"}

    @extend_schema(
        operation_id="rounds_swap",
        request=SwapInput,
        responses={200: SwapOutput, **base.STALE},
        parameters=[base.IF_MATCH],
    )
    def post(self, request: Request, round_id: UUID) -> HttpResponse:
        """Say for two places of a round who sits there in truth; who did it is recorded."""
        round_ = round_by_id(viewer_of(request), round_id)
        may_direct(actor_of(request), round_.stage.event.tournament.club)
        self.check_parameters(request)
        values = self.parsed(SwapInput).validated_data
        version = if_match(request)

        def run() -> Response:
            with matched():
                done = swap_seats(
                    round_id=round_id,
                    actor=actor_of(request),
                    first=_place(values["a"]),
                    second=_place(values["b"]),
                    expected_version=version,
                )
            shown = base.named(request, round_.stage.event) | base.noted(request)
            rows = matches_for(viewer_of(request)).filter(pk__in=[one.pk for one in done.matches])
            body = {
                "round": done.round,
                "matches": rows.order_by("number"),
                "repeats": done.repeats,
                **{name: done.note[name] for name in ("drawn", "now") if name in done.note},
            }
            return base.versioned(SwapOutput(body, context=shown).data, done.round.version)

        return self.idempotent(run)


class ChartView(ApiView):
    """A chart that was made elsewhere."""

    scopes = {"POST": "direct"}

    @extend_schema(
        operation_id="stages_chart",
        request=ChartInput,
        responses={201: RoundOutput(many=True)},
    )
    def post(self, request: Request, stage_id: UUID) -> HttpResponse:
        """Take a chart over as the draft: all of it, or nothing with each wrong row named."""
        stage = stage_by_id(viewer_of(request), stage_id)
        may_direct(actor_of(request), stage.event.tournament.club)
        self.check_parameters(request)
        text = self.parsed(ChartInput).validated_data["csv"]

        def run() -> Response:
            table = read_table(text.encode(), "chart.csv")
            rounds = import_chart(stage_id=stage_id, actor=actor_of(request), table=table)
            shown = base.noted(request)
            return Response(RoundOutput(rounds, many=True, context=shown).data, status=201)

        return self.idempotent(run)


class KeepSeatView(ApiView):
    """A seat that is easy to reach."""

    scopes = {"POST": "score"}

    @extend_schema(operation_id="entries_keep_seat", request=KeepSeatInput, responses=EntryOutput)
    def post(self, request: Request, entry_id: UUID) -> HttpResponse:
        """Say whether an entry keeps its seat in every round."""
        entry = entry_by_id(viewer_of(request), entry_id)
        may_run_desk(actor_of(request), entry.event.tournament.club)
        self.check_parameters(request)
        values = self.parsed(KeepSeatInput).validated_data

        def run() -> Response:
            keep_seat(entry_id=entry_id, actor=actor_of(request), **values)
            return shown_entry(request, entry_id)

        return self.idempotent(run)


def _place(values: dict[str, Any]) -> Place:
    return Place(values["match"], values["side"], values["entry"])
