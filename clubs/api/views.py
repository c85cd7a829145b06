"""Clubs, their players, and who asks."""

from uuid import UUID

from django.db.models import QuerySet
from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.access import visible_clubs
from clubs.api.serializers import (
    ClubOutput,
    MeOutput,
    OwnPlayerInput,
    PlayerInput,
    PlayerOutput,
)
from clubs.models import STATUSES, Player
from clubs.selectors import (
    memberships_of,
    own_player,
    players_of,
    players_with_member_no,
    token_in_use,
    visible_club,
    visible_player,
)
from clubs.services.players import create_player, edit_player
from clubs.services.tokens import revoke_token
from common.api import params
from common.api.conditional import if_match, matched
from common.api.requests import actor_of, viewer_of
from common.api.views import ApiView, ListView, versioned
from common.errors import NotFound

_ORDERINGS = {
    "sort_name": ("sort_name", "id"),
    "-sort_name": ("-sort_name", "-id"),
    "member_no": ("member_no_key", "id"),
}


class ClubsView(ListView):
    """The clubs one may see."""

    public_methods = frozenset({"GET"})
    ordering = ("name", "id")

    @extend_schema(operation_id="clubs_list", responses=ClubOutput(many=True))
    def get(self, request: Request) -> Response:
        """List the public clubs and one's own."""
        self.check_parameters(request)
        return self.page_of(visible_clubs(viewer_of(request)), ClubOutput)


class ClubView(ApiView):
    """One club."""

    public_methods = frozenset({"GET"})

    @extend_schema(operation_id="clubs_read", responses=ClubOutput)
    def get(self, request: Request, club_id: UUID) -> Response:
        """Show a club."""
        club = visible_club(viewer_of(request), club_id)
        self.check_parameters(request)
        return versioned(ClubOutput(club).data, club.version)


class PlayersView(ListView):
    """The roster of a club."""

    scopes = {"POST": "direct"}
    parameters = frozenset({"name", "member_no", "status", "is_active", "ordering"})

    @extend_schema(
        operation_id="players_list",
        responses=PlayerOutput(many=True),
        parameters=[
            OpenApiParameter("name", str, description="Part of the name."),
            OpenApiParameter("member_no", str, description="42 finds 0042 too."),
            OpenApiParameter("status", str, enum=list(STATUSES)),
            OpenApiParameter("is_active", bool),
            OpenApiParameter("ordering", str, enum=list(_ORDERINGS)),
        ],
    )
    def get(self, request: Request, club_id: UUID) -> Response:
        """List the players of a club; for its own people."""
        club = visible_club(viewer_of(request), club_id)
        self.check_parameters(request)
        rows = _filtered(players_of(viewer_of(request), club), request)
        wanted = params.text(request.query_params, "member_no")
        if wanted is not None:
            rows = rows.filter(pk__in=players_with_member_no(club, wanted))
        asked = params.choice(request.query_params, "ordering", _ORDERINGS)
        self.ordering = _ORDERINGS[asked or "sort_name"]
        return self.page_of(rows, PlayerOutput)

    @extend_schema(
        operation_id="players_create", request=PlayerInput, responses={201: PlayerOutput}
    )
    def post(self, request: Request, club_id: UUID) -> HttpResponse:
        """Add a player."""
        club = visible_club(viewer_of(request), club_id)
        self.check_parameters(request)
        body = self.parsed(PlayerInput)

        def run() -> Response:
            player = create_player(
                club_id=club.public_id, values=body.validated_data, actor=actor_of(request)
            )
            return versioned(PlayerOutput(player).data, player.version, 201)

        return self.idempotent(run)


class PlayerView(ApiView):
    """One player."""

    scopes = {"PATCH": "direct"}

    @extend_schema(operation_id="players_read", responses=PlayerOutput)
    def get(self, request: Request, player_id: UUID) -> Response:
        """Show a player of one's club."""
        player = visible_player(viewer_of(request), player_id)
        self.check_parameters(request)
        return versioned(PlayerOutput(player).data, player.version)

    @extend_schema(operation_id="players_update", request=PlayerInput, responses=PlayerOutput)
    def patch(self, request: Request, player_id: UUID) -> Response:
        """Change a player."""
        player = visible_player(viewer_of(request), player_id)
        self.check_parameters(request)
        return _edited(self, player, PlayerInput)


class OwnPlayerView(ApiView):
    """One's own player row."""

    scopes = {"PATCH": "report"}
    parameters = frozenset({"club"})
    _club = OpenApiParameter(
        "club", OpenApiTypes.UUID, description="Needed by who plays at several clubs."
    )

    @extend_schema(operation_id="players_me", responses=PlayerOutput, parameters=[_club])
    def get(self, request: Request) -> Response:
        """Show one's own player row."""
        player = self._own(request)
        return versioned(PlayerOutput(player).data, player.version)

    @extend_schema(
        operation_id="players_me_update",
        request=OwnPlayerInput,
        responses=PlayerOutput,
        parameters=[_club],
    )
    def patch(self, request: Request) -> Response:
        """Change one's own name or home club."""
        return _edited(self, self._own(request), OwnPlayerInput)

    def _own(self, request: Request) -> Player:
        self.check_parameters(request)
        club_id = params.uuid(request.query_params, "club")
        return own_player(viewer_of(request), user_id=actor_of(request).user_id, club_id=club_id)


class MeView(ApiView):
    """Who asks."""

    @extend_schema(operation_id="me", responses=MeOutput)
    def get(self, request: Request) -> Response:
        """Tell who asks, for which clubs, with which token."""
        self.check_parameters(request)
        actor = actor_of(request)
        shown = {
            "kind": actor.kind,
            "memberships": memberships_of(actor),
            "token": token_in_use(actor),
        }
        return Response(MeOutput(shown).data)


class OwnTokenView(ApiView):
    """The token in use."""

    scopes = {"DELETE": "read"}

    @extend_schema(operation_id="me_token_revoke", responses={204: None})
    def delete(self, request: Request) -> Response:
        """Revoke the token that this request is made with."""
        self.check_parameters(request)
        actor = actor_of(request)
        token = token_in_use(actor)
        if token is None:
            raise NotFound("the request came without a token")
        revoke_token(token_id=token.public_id, actor=actor)
        return Response(status=204)


def _filtered(rows: QuerySet[Player], request: Request) -> QuerySet[Player]:
    query = request.query_params
    name = params.text(query, "name")
    if name is not None:
        rows = rows.filter(display_name__icontains=name)
    status = params.choice(query, "status", STATUSES)
    if status is not None:
        rows = rows.filter(status=status)
    is_active = params.boolean(query, "is_active")
    return rows if is_active is None else rows.filter(is_active=is_active)


def _edited(
    view: ApiView, player: Player, serializer: type[PlayerInput] | type[OwnPlayerInput]
) -> Response:
    body = view.parsed(serializer, partial=True)
    expected_version = if_match(view.request)
    with matched():
        edited = edit_player(
            player_id=player.public_id,
            values=body.validated_data,
            actor=actor_of(view.request),
            expected_version=expected_version,
        )
    return versioned(PlayerOutput(edited).data, edited.version)
