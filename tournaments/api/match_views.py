"""Matches, what is said of them, and how that is put right."""

from typing import Any
from uuid import UUID

from django.db.models import QuerySet
from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from common.api import params
from common.api.conditional import if_match, matched
from common.errors import ValidationFailed
from tournaments.api import base
from tournaments.api.base import ApiView, ListView, actor_of, viewer_of
from tournaments.api.inputs import (
    ClaimInput,
    CorrectionInput,
    ForfeitInput,
    MatchChangeInput,
    VoidInput,
)
from tournaments.api.match_outputs import (
    ClaimOutput,
    MatchDetailOutput,
    MatchOutput,
    OpenedGameOutput,
)
from tournaments.models import Event, Match, ResultClaim
from tournaments.selectors.events import event_by_id
from tournaments.selectors.visible import (
    claim_by_id,
    claims_for,
    entry_by_id,
    match_to_read,
    match_to_report,
    matches_for,
    round_by_id,
)
from tournaments.services.corrections import correct_result, void_match
from tournaments.services.engine_games import start_engine_game
from tournaments.services.results import forfeit_match, report_result
from tournaments.services.rights import may_direct, may_enter_results
from tournaments.services.tables import edit_match

HIGHEST_TABLE = 9999


class MatchesView(ListView):
    """Matches of an event, a round or an entry."""

    public_methods = base.GET
    parameters = frozenset({"event", "round", "entry", "status", "table"})

    @extend_schema(
        operation_id="matches_list",
        responses=MatchOutput(many=True),
        parameters=[
            OpenApiParameter("event", OpenApiTypes.UUID, description="This, round or entry."),
            OpenApiParameter("round", OpenApiTypes.UUID),
            OpenApiParameter("entry", OpenApiTypes.UUID),
            OpenApiParameter("status", str, enum=Match.Status.values),
            OpenApiParameter("table", int),
        ],
    )
    def get(self, request: Request) -> Response:
        """List matches in the order in which they were drawn."""
        self.check_parameters(request)
        event, rows = _asked(request)
        query = request.query_params
        if (status := params.choice(query, "status", Match.Status.values)) is not None:
            rows = rows.filter(status=status)
        if "table" in query:
            table = params.integer(query, "table", default=0, least=1, most=HIGHEST_TABLE)
            rows = rows.filter(table=table)
        return self.page_of(rows, MatchOutput, context=base.named(request, event))


class MatchView(ApiView):
    """One match."""

    public_methods = base.GET
    scopes = {"PATCH": "score"}

    @extend_schema(operation_id="matches_read", responses=MatchDetailOutput)
    def get(self, request: Request, match_id: UUID) -> Response:
        """Show a match with its games."""
        match = match_to_read(viewer_of(request), match_id)
        self.check_parameters(request)
        return _shown(request, match)

    @extend_schema(
        operation_id="matches_update", request=MatchChangeInput, responses=MatchDetailOutput
    )
    def patch(self, request: Request, match_id: UUID) -> Response:
        """Change table or time of a match; whoever sits at that table changes places."""
        match = match_to_report(viewer_of(request), match_id)
        may_enter_results(actor_of(request), match.stage.event.tournament.club)
        self.check_parameters(request)
        changes = self.parsed(MatchChangeInput).validated_data
        expected_version = if_match(request)
        with matched():
            edit_match(
                match_id=match_id,
                actor=actor_of(request),
                expected_version=expected_version,
                **changes,
            )
        return _shown(request, match_to_read(viewer_of(request), match_id))


class ClaimsView(ListView):
    """What was said of a match."""

    scopes = {"POST": "report"}
    ordering = ("number", "id")

    @extend_schema(operation_id="claims_list", responses=ClaimOutput(many=True))
    def get(self, request: Request, match_id: UUID) -> Response:
        """List the claims on a match, the first one first; for the club's own people."""
        match_to_report(viewer_of(request), match_id)
        self.check_parameters(request)
        rows = claims_for(viewer_of(request)).filter(match__public_id=match_id)
        return self.page_of(rows, ClaimOutput)

    @extend_schema(operation_id="claims_create", request=ClaimInput, responses={201: ClaimOutput})
    def post(self, request: Request, match_id: UUID) -> HttpResponse:
        """Say how a match ended, all its games; for who plays in it or enters results."""
        match_to_report(viewer_of(request), match_id)
        self.check_parameters(request)
        body = self.parsed(ClaimInput)

        def run() -> Response:
            claim = report_result(
                match_id=match_id,
                actor=actor_of(request),
                games=body.results(),
                source=ResultClaim.Source.API,
                expected_version=body.validated_data.get("expected_version"),
            )
            return _claimed(claim)

        return self.idempotent(run)


class ClaimView(ApiView):
    """One claim."""

    @extend_schema(operation_id="claims_read", responses=ClaimOutput)
    def get(self, request: Request, claim_id: UUID) -> Response:
        """Show a claim; for the club's own people."""
        claim = claim_by_id(viewer_of(request), claim_id)
        self.check_parameters(request)
        return Response(ClaimOutput(claim).data)


class DirectedMatchView(ApiView):
    """What a director does with a match."""

    scopes = {"POST": "direct"}

    def directed(self, request: Request, match_id: UUID) -> Match:
        """Return the match before the body is read: rights come first."""
        match = match_to_report(viewer_of(request), match_id)
        may_direct(actor_of(request), match.stage.event.tournament.club)
        self.check_parameters(request)
        return match


class CorrectionsView(DirectedMatchView):
    """Corrections of a result."""

    @extend_schema(
        operation_id="corrections_create", request=CorrectionInput, responses={201: ClaimOutput}
    )
    def post(self, request: Request, match_id: UUID) -> HttpResponse:
        """Replace a result; the old claim is kept as superseded."""
        self.directed(request, match_id)
        body = self.parsed(CorrectionInput)

        def run() -> Response:
            claim = correct_result(
                match_id=match_id,
                actor=actor_of(request),
                games=body.results(),
                reason=body.validated_data["reason"],
                expected_version=body.validated_data.get("expected_version"),
                source=ResultClaim.Source.API,
            )
            return _claimed(claim)

        return self.idempotent(run)


class MatchGamesView(ApiView):
    """Games of a match that are played here."""

    scopes = {"POST": "score"}

    @extend_schema(operation_id="matches_play", request=None, responses={201: OpenedGameOutput})
    def post(self, request: Request, match_id: UUID) -> HttpResponse:
        """Open the next game of a match on the engine; asked again, the same one."""
        match = match_to_report(viewer_of(request), match_id)
        may_enter_results(actor_of(request), match.stage.event.tournament.club)
        self.check_parameters(request)
        base.without_body(self)

        def run() -> Response:
            game_id = start_engine_game(match_id=match_id, actor=actor_of(request))
            shown = OpenedGameOutput({"match": match_id, "game": game_id})
            return Response(shown.data, status=201)

        return self.idempotent(run)


class ForfeitView(DirectedMatchView):
    """Forfeits."""

    @extend_schema(
        operation_id="matches_forfeit", request=ForfeitInput, responses={201: ClaimOutput}
    )
    def post(self, request: Request, match_id: UUID) -> HttpResponse:
        """Give a match to the side that is there; games already played stay."""
        self.directed(request, match_id)
        values: dict[str, Any] = dict(self.parsed(ForfeitInput).validated_data)
        return self.idempotent(
            lambda: _claimed(forfeit_match(match_id=match_id, actor=actor_of(request), **values))
        )


class VoidView(DirectedMatchView):
    """Games that never were."""

    @extend_schema(operation_id="matches_void", request=VoidInput, responses=MatchDetailOutput)
    def post(self, request: Request, match_id: UUID) -> HttpResponse:
        """Declare that a game never was: it counts for nobody."""
        self.directed(request, match_id)
        values: dict[str, Any] = dict(self.parsed(VoidInput).validated_data)

        def run() -> Response:
            void_match(match_id=match_id, actor=actor_of(request), **values)
            return _shown(request, match_to_read(viewer_of(request), match_id))

        return self.idempotent(run)


def _asked(request: Request) -> tuple[Event, QuerySet[Match]]:
    """Return the event and the matches that the parameters ask for."""
    viewer, query = viewer_of(request), request.query_params
    event_id, round_id, entry_id = (params.uuid(query, n) for n in ("event", "round", "entry"))
    rows = matches_for(viewer)
    event: Event | None = None
    if entry_id is not None:
        event = entry_by_id(viewer, entry_id).event
        rows = rows.filter(sides__entry__public_id=entry_id)
    if round_id is not None:
        event = round_by_id(viewer, round_id).stage.event
        rows = rows.filter(round__public_id=round_id)
    if event_id is not None:
        event = event_by_id(viewer, event_id)
        rows = rows.filter(stage__event=event)
    if event is None:
        raise ValidationFailed("Name an event, a round or an entry.", field="event")
    return event, rows


def _claimed(claim: ResultClaim) -> Response:
    return Response(ClaimOutput(claim).data, status=201)


def _shown(request: Request, match: Match) -> Response:
    context = base.named(request, match.stage.event)
    return base.versioned(MatchDetailOutput(match, context=context).data, match.version)
