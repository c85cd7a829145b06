"""What a seat does, and how what was appended is told."""

from collections.abc import Iterator
from contextlib import contextmanager
from uuid import UUID

from django.http import HttpResponse
from drf_spectacular.utils import PolymorphicProxySerializer, extend_schema
from rest_framework.exceptions import APIException
from rest_framework.request import Request
from rest_framework.response import Response

from common import clock
from common.api.parsing import COMMAND_LIMIT
from common.api.requests import actor_of, viewer_of
from common.api.throttles import count_stray
from common.api.views import ApiView
from games.api.fields import named_field, told_where_to_read_on, unreadable_card
from games.api.serializers import INPUTS, EventsOutput, input_of
from games.engine.errors import RuleViolation
from games.engine.events import Event, GameWon
from games.engine.rulings import Abandoned
from games.engine.view import project_events
from games.selectors.games import seen_game
from games.selectors.logs import viewer_of as seated_viewer
from games.selectors.seats import seat_in
from games.services.commands import check_seat, submit_own_command
from scoring.errors import CribbageError

_COMMAND = PolymorphicProxySerializer(
    component_name="Command",
    serializers=dict(INPUTS),
    resource_type_field_name="type",
)


class CommandsView(ApiView):
    """What a seat does."""

    scopes = {"POST": "report"}
    throttle_kind = "command"
    body_limit = COMMAND_LIMIT

    @extend_schema(operation_id="games_command", request=_COMMAND, responses={201: EventsOutput})
    def post(self, request: Request, game_id: UUID) -> HttpResponse:
        """Play: the seat is that of the credentials."""
        received_at = clock.now()
        with _seat_said_first(request, game_id):
            self.check_parameters(request)
            with unreadable_card():
                data = request.data
            with named_field(data):
                body = self.parsed(input_of(data))
            expected_version = body.validated_data["expected_version"]

            def run() -> Response:
                with named_field(data), told_where_to_read_on(request, expected_version):
                    seat, events = submit_own_command(
                        game_id=game_id,
                        actor=actor_of(request),
                        make=body.command,
                        expected_version=expected_version,
                        received_at=received_at,
                    )
                return done(seat, events, expected_version)

            return self.idempotent(run)

    def counted_as(self, request: Request) -> str:
        """Count by seat: all tokens of its player together."""
        return f"seat:{self.kwargs['game_id']}:{actor_of(request).user_id}"


@contextmanager
def _seat_said_first(request: Request, game_id: UUID) -> Iterator[None]:
    """Tell who plays in no seat just that, whatever else is wrong.

    The seat is looked at where something is: a command that is right needs no look.
    """
    try:
        yield
    except RuleViolation:
        raise  # judged, so it came from a seat
    except (CribbageError, APIException):
        if seat_in(viewer_of(request), game_id) is None:
            count_stray(request)
            check_seat(seen_game(viewer_of(request), game_id).seat, None)
        raise


def done(seat: int | None, events: tuple[Event, ...], expected_version: int) -> Response:
    """Answer with what was appended, as a seat or a spectator sees it."""
    is_over = isinstance(events[-1], (GameWon, Abandoned))
    shown = project_events(events, seated_viewer(seat, is_over=is_over))
    numbered = [{"seq": seq, **event} for seq, event in enumerate(shown, expected_version + 1)]
    version = expected_version + len(events)
    return Response({"version": version, "is_over": is_over, "events": numbered}, 201)
