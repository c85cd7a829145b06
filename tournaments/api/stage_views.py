"""Stages, their rounds, standings and brackets."""

from uuid import UUID

from django.http import HttpResponse
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from common.api import params
from common.api.conditional import if_match, matched
from common.models import Job
from tournaments.api import base
from tournaments.api.base import ApiView, ListView, actor_of, viewer_of
from tournaments.api.caching import unless_known
from tournaments.api.inputs import DrawInput, FeedInput, PublishInput, RoundInput, StageInput
from tournaments.api.match_outputs import BracketOutput, CutOutput, StandingsOutput
from tournaments.api.outputs import FeedOutput, JobOutput, RoundOutput, StageOutput
from tournaments.models import Round
from tournaments.selectors.brackets import bracket_of
from tournaments.selectors.events import event_by_id, stages_of
from tournaments.selectors.standings import standings_of
from tournaments.selectors.visible import (
    round_by_id,
    rounds_for,
    stage_by_id,
    stage_with_news,
)
from tournaments.services.draw import discard_draft, publish_round
from tournaments.services.pairing_jobs import request_rounds
from tournaments.services.play_offs import seed_play_off
from tournaments.services.rights import may_direct
from tournaments.services.stages import add_feed, add_stage


class StagesView(ListView):
    """The stages of an event."""

    public_methods = base.GET
    scopes = {"POST": "direct"}
    ordering = ("number", "id")

    @extend_schema(operation_id="stages_list", responses=StageOutput(many=True))
    def get(self, request: Request, event_id: UUID) -> Response:
        """List the stages in order."""
        event = event_by_id(viewer_of(request), event_id)
        self.check_parameters(request)
        return self.page_of(stages_of(event).select_related("event"), StageOutput)

    @extend_schema(operation_id="stages_create", request=StageInput, responses={201: StageOutput})
    def post(self, request: Request, event_id: UUID) -> HttpResponse:
        """Add a stage after the last one."""
        event = event_by_id(viewer_of(request), event_id)
        may_direct(actor_of(request), event.tournament.club)
        self.check_parameters(request)
        values = self.parsed(StageInput).validated_data

        def run() -> Response:
            stage = add_stage(event_id=event.public_id, actor=actor_of(request), **values)
            return base.versioned(StageOutput(stage).data, stage.version, 201)

        return self.idempotent(run)


class StageView(ApiView):
    """One stage."""

    public_methods = base.GET

    @extend_schema(operation_id="stages_read", responses=StageOutput)
    def get(self, request: Request, stage_id: UUID) -> Response:
        """Show a stage with its settings."""
        stage = stage_by_id(viewer_of(request), stage_id)
        self.check_parameters(request)
        return base.versioned(StageOutput(stage).data, stage.version)


class FeedsView(ApiView):
    """What a stage takes its entries from."""

    scopes = {"POST": "direct"}

    @extend_schema(operation_id="feeds_create", request=FeedInput, responses={201: FeedOutput})
    def post(self, request: Request, stage_id: UUID) -> HttpResponse:
        """Let a stage take its entries from an earlier one."""
        stage = stage_by_id(viewer_of(request), stage_id)
        may_direct(actor_of(request), stage.event.tournament.club)
        self.check_parameters(request)
        given = dict(self.parsed(FeedInput).validated_data)
        chosen = {name: given.pop(name) for name in ("rule",) if name in given}
        source_id = given.pop("source")

        def run() -> Response:
            feed = add_feed(
                stage_id=stage_id,
                actor=actor_of(request),
                source_id=source_id,
                params=given,
                **chosen,
            )
            return Response(FeedOutput(feed).data, status=201)

        return self.idempotent(run)


class RoundsView(ListView):
    """The rounds of a stage."""

    public_methods = base.GET
    scopes = {"POST": "direct"}
    ordering = ("number", "id")

    @extend_schema(operation_id="rounds_list", responses=RoundOutput(many=True))
    def get(self, request: Request, stage_id: UUID) -> Response:
        """List the rounds in order; drafts before the club's staff only."""
        stage = stage_by_id(viewer_of(request), stage_id)
        self.check_parameters(request)
        rounds = rounds_for(viewer_of(request)).filter(stage=stage)
        return self.page_of(rounds, RoundOutput, context=base.noted(request))

    @extend_schema(
        operation_id="rounds_generate",
        request=RoundInput,
        responses={201: RoundOutput(many=True), 202: JobOutput},
    )
    def post(self, request: Request, stage_id: UUID) -> HttpResponse:
        """Draft rounds from who is there; the same inputs give the same drafts.

        A large field is drawn by a worker: the answer is 202, its job, and in
        Location the address to watch it at.
        """
        stage = stage_by_id(viewer_of(request), stage_id)
        may_direct(actor_of(request), stage.event.tournament.club)
        self.check_parameters(request)
        values = base.optional_body(self, RoundInput)

        def run() -> Response:
            made = request_rounds(stage_id=stage_id, actor=actor_of(request), **values)
            if isinstance(made, Job):
                watched = request.build_absolute_uri(f"/api/v1/jobs/{made.public_id}")
                return Response(JobOutput(made).data, status=202, headers={"Location": watched})
            return _rounds(request, made, 201)

        return self.idempotent(run)


class RoundView(ApiView):
    """One round."""

    public_methods = base.GET

    @extend_schema(operation_id="rounds_read", responses=RoundOutput)
    def get(self, request: Request, round_id: UUID) -> Response:
        """Show a round."""
        round_ = round_by_id(viewer_of(request), round_id)
        self.check_parameters(request)
        shown = base.noted(request)
        return base.versioned(RoundOutput(round_, context=shown).data, round_.version)


class PublishRoundView(ApiView):
    """Publishing."""

    scopes = {"POST": "direct"}

    @extend_schema(
        operation_id="rounds_publish",
        request=PublishInput,
        responses={200: RoundOutput(many=True), **base.STALE},
        parameters=[base.IF_MATCH],
    )
    def post(self, request: Request, round_id: UUID) -> HttpResponse:
        """Publish a draft with the drafts it belongs to: a chart is published whole."""
        round_ = _directed(request, round_id)
        self.check_parameters(request)
        values = base.optional_body(self, PublishInput)
        version = if_match(request)

        def run() -> Response:
            with matched():
                return _rounds(
                    request,
                    publish_round(
                        round_id=round_.public_id,
                        actor=actor_of(request),
                        expected_version=version,
                        **values,
                    ),
                )

        return self.idempotent(run)


class DiscardRoundView(ApiView):
    """Discarding."""

    scopes = {"POST": "direct"}

    @extend_schema(operation_id="rounds_discard", request=None, responses={204: None})
    def post(self, request: Request, round_id: UUID) -> HttpResponse:
        """Throw a draft away, with the drafts it belongs to."""
        round_ = _directed(request, round_id)
        self.check_parameters(request)
        base.without_body(self)

        def run() -> Response:
            discard_draft(stage_id=round_.stage.public_id, actor=actor_of(request))
            return Response(status=204)

        return self.idempotent(run)


class SeedView(ApiView):
    """The cut."""

    scopes = {"POST": "direct"}

    @extend_schema(operation_id="stages_seed", request=DrawInput, responses=CutOutput)
    def post(self, request: Request, stage_id: UUID) -> HttpResponse:
        """Make the cut into a stage and seed it; lots are drawn and recorded."""
        stage = stage_by_id(viewer_of(request), stage_id)
        may_direct(actor_of(request), stage.event.tournament.club)
        self.check_parameters(request)
        values = base.optional_body(self, DrawInput)

        def run() -> Response:
            made = seed_play_off(stage_id=stage_id, actor=actor_of(request), **values)
            return Response(CutOutput(made, context=base.named(request, stage.event)).data)

        return self.idempotent(run)


class StandingsView(ApiView):
    """Standings."""

    public_methods = base.GET
    parameters = frozenset({"explain"})

    @extend_schema(
        operation_id="stages_standings",
        responses={200: StandingsOutput, 304: None},
        parameters=[
            OpenApiParameter("explain", str, enum=["0", "1"], description="With the reasons.")
        ],
    )
    def get(self, request: Request, stage_id: UUID) -> HttpResponse:
        """Show the standings of a stage as they are now; not again what is known."""
        stage, news = stage_with_news(viewer_of(request), stage_id)
        self.check_parameters(request)
        explain = params.choice(request.query_params, "explain", ("0", "1")) == "1"
        shown = base.named(request, stage.event)

        def read() -> Response:
            standings = standings_of(stage)
            data = {
                "stage": stage.public_id,
                "as_of": news,
                "rows": standings.rows,
                "cut": standings.cut,
            }
            if explain:
                data["reasons"] = [reason._asdict() for reason in standings.reasons]
            return Response(StandingsOutput(data, context=shown).data)

        return unless_known(request, stage, news, read)


class BracketView(ApiView):
    """A bracket."""

    public_methods = base.GET

    @extend_schema(operation_id="stages_bracket", responses={200: BracketOutput, 304: None})
    def get(self, request: Request, stage_id: UUID) -> HttpResponse:
        """Show a bracket; it has no rounds until it is drawn."""
        stage, news = stage_with_news(viewer_of(request), stage_id)
        self.check_parameters(request)
        shown = base.named(request, stage.event)
        return unless_known(
            request,
            stage,
            news,
            lambda: Response(BracketOutput(bracket_of(stage), context=shown).data),
        )


def _directed(request: Request, round_id: UUID) -> Round:
    round_ = round_by_id(viewer_of(request), round_id)
    may_direct(actor_of(request), round_.stage.event.tournament.club)
    return round_


def _rounds(request: Request, rounds: tuple[Round, ...], status: int = 200) -> Response:
    shown = base.noted(request)
    return Response(RoundOutput(rounds, many=True, context=shown).data, status=status)
