"""Games: opened, sat down to, played, looked at, checked."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import (
    OpenApiParameter,
    extend_schema,
)
from rest_framework.request import Request
from rest_framework.response import Response

from common.api import params
from common.api.requests import actor_of, viewer_of
from common.api.serializers import StrictSerializer
from common.api.views import ApiView, ListView
from games.api.fields import named_field
from games.api.serializers import (
    EventsOutput,
    GameInput,
    GameOutput,
    GameSummaryOutput,
    SeatInput,
    SeedOutput,
    VerifyOutput,
)
from games.engine.rules import PRESETS, Rules
from games.selectors.games import SeenGame, seen_game, summary_of, view_of, visible_games
from games.selectors.logs import PAGE, events_after
from games.services.absence import call_director
from games.services.commands import check_seat
from games.services.fairness import faults_of, reveal_packs
from games.services.tables import create_game, take_seat
from games.services.timeouts import GRACE, is_due, meet_deadline

_LINES = ("skunk_below", "double_below")


class GamesView(ListView):
    """The games one may see."""

    scopes = {"POST": "report"}
    public_methods = frozenset({"GET"})
    parameters = frozenset({"club", "is_over"})
    ordering = ("-id",)

    @extend_schema(
        operation_id="games_list",
        responses=GameSummaryOutput(many=True),
        parameters=[
            OpenApiParameter("club", OpenApiTypes.UUID),
            OpenApiParameter("is_over", bool),
        ],
    )
    def get(self, request: Request) -> Response:
        """List games, the newest first."""
        self.check_parameters(request)
        rows = visible_games(viewer_of(request))
        club_id = params.uuid(request.query_params, "club")
        if club_id is not None:
            rows = rows.filter(club__public_id=club_id)
        is_over = params.boolean(request.query_params, "is_over")
        if is_over is not None:
            rows = rows.filter(is_over=is_over)
        paginator = self.pagination_class()
        page = paginator.paginate_queryset(rows, request, self)
        return paginator.get_paginated_response(
            GameSummaryOutput([summary_of(game) for game in page], many=True).data
        )

    @extend_schema(operation_id="games_create", request=GameInput, responses={201: GameOutput})
    def post(self, request: Request) -> HttpResponse:
        """Open a game by a preset, by rules, or by a preset with some rules changed."""
        self.check_parameters(request)
        body = self.parsed(GameInput).validated_data
        with named_field(request.data):
            rules = _rules(PRESETS[body.get("preset", "casual")], body.get("rules", {}))

        def run() -> Response:
            with named_field(request.data):
                game = create_game(
                    club_id=body["club"],
                    actor=actor_of(request),
                    rules=rules,
                    players=body.get("players", ()),
                    first_dealer=body.get("first_dealer"),
                    origin=body.get("origin", ""),
                )
            return _shown(seen_game(viewer_of(request), game.public_id), status=201)

        return self.idempotent(run)


class GameView(ApiView):
    """One game."""

    public_methods = frozenset({"GET"})
    parameters = frozenset({"seat"})

    @extend_schema(
        operation_id="games_read",
        responses=GameOutput,
        parameters=[OpenApiParameter("seat", int, description="One's own; others are refused.")],
    )
    def get(self, request: Request, game_id: UUID) -> Response:
        """Show a game as one sees it: with one's own cards, or as a spectator."""
        seen = seen_game(viewer_of(request), game_id)
        self.check_parameters(request)
        if "seat" in request.query_params:
            check_seat(seen.seat, params.integer(request.query_params, "seat", default=0, most=7))
        return _shown(_up_to_date(seen, request))


class SeatsView(ApiView):
    """The seats of a game."""

    scopes = {"POST": "report"}

    @extend_schema(operation_id="games_take_seat", request=SeatInput, responses={201: GameOutput})
    def post(self, request: Request, game_id: UUID) -> HttpResponse:
        """Sit down as the player linked with one's login, and accept the rules."""
        seen_game(viewer_of(request), game_id)
        self.check_parameters(request)
        body = self.parsed(SeatInput).validated_data

        def run() -> Response:
            with named_field(request.data):
                take_seat(game_id=game_id, actor=actor_of(request), **body)
            return _shown(seen_game(viewer_of(request), game_id), status=201)

        return self.idempotent(run)


class DirectorCallView(ApiView):
    """Calls for the director of a match."""

    scopes = {"POST": "report"}

    @extend_schema(operation_id="games_call_director", request=None, responses={204: None})
    def post(self, request: Request, game_id: UUID) -> HttpResponse:
        """Call the director: the other side has not acted for two minutes."""
        check_seat(seen_game(viewer_of(request), game_id).seat, None)
        self.check_parameters(request)
        if request.META.get("CONTENT_LENGTH") not in (None, "", "0"):
            self.parsed(StrictSerializer)

        def run() -> Response:
            call_director(game_id=game_id, actor=actor_of(request))
            return Response(status=204)

        return self.idempotent(run)


class EventsView(ApiView):
    """The log of a game."""

    public_methods = frozenset({"GET"})
    parameters = frozenset({"after", "limit"})

    @extend_schema(
        operation_id="games_events",
        responses=EventsOutput,
        parameters=[
            OpenApiParameter("after", int, description="The last event one has; 0 for all."),
            OpenApiParameter("limit", int, description=f"1 to {PAGE}."),
        ],
    )
    def get(self, request: Request, game_id: UUID) -> Response:
        """Show events after a version, as one may see them."""
        seen = seen_game(viewer_of(request), game_id)
        self.check_parameters(request)
        after = params.integer(request.query_params, "after", default=0)
        limit = params.integer(request.query_params, "limit", default=PAGE, least=1, most=PAGE)
        seen = _up_to_date(seen, request)
        events = events_after(seen, seq=after, limit=limit)
        game = seen.game
        return Response({"version": game.version, "is_over": game.is_over, "events": events})


class SeedView(ApiView):
    """The pack of a deal."""

    @extend_schema(operation_id="games_seed", responses=SeedOutput)
    def get(self, request: Request, game_id: UUID, number: int) -> Response:
        """Show the seed and the order of a deal's pack, once the game is over."""
        seen = seen_game(viewer_of(request), game_id)
        self.check_parameters(request)
        seen = _up_to_date(seen, request)
        packs = reveal_packs(seen, viewer_of(request), number=number)
        return Response({"game": game_id, "packs": packs})


class VerifyView(ApiView):
    """Whether a game went right."""

    public_methods = frozenset({"GET"})

    @extend_schema(operation_id="games_verify", responses=VerifyOutput)
    def get(self, request: Request, game_id: UUID) -> Response:
        """Check the chain of the log, and every card against the pack it came from."""
        seen = seen_game(viewer_of(request), game_id)
        self.check_parameters(request)
        game = _up_to_date(seen, request).game
        faults = faults_of(game)
        head = bytes(game.head).hex()
        return Response({"ok": not faults, "version": game.version, "head": head, "faults": faults})


def _rules(preset: Rules, changes: Mapping[str, Any]) -> Rules:
    """Change some rules of a preset; what they imply follows them unless it is named too."""
    implied = {"target", *_LINES} if "variant" in changes else _LINES if "target" in changes else ()
    kept = {name: value for name, value in preset.to_plain().items() if name not in implied}
    return Rules.from_plain({**kept, **changes})


def _up_to_date(seen: SeenGame, request: Request) -> SeenGame:
    """Look again where a deadline has passed: what it ends is ended first."""
    if not is_due(seen.game):
        return seen
    game_id = seen.game.public_id
    meet_deadline(game_id=game_id, grace=GRACE)
    return seen_game(viewer_of(request), game_id)


def _shown(seen: SeenGame, status: int = 200) -> Response:
    return Response(view_of(seen), status)
