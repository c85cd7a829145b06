"""A director's rulings on a game, and everybody's look at them."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any
from uuid import UUID

from django.http import HttpResponse
from drf_spectacular.utils import PolymorphicProxySerializer, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from common.api.requests import actor_of, viewer_of
from common.api.serializers import (
    StrictCharField,
    StrictChoiceField,
    StrictIntegerField,
    StrictSerializer,
    TextField,
)
from common.api.views import ApiView
from games.api.commands import done
from games.api.fields import named_field, told_where_to_read_on
from games.api.serializers import EventsOutput
from games.engine.events import Event
from games.selectors.games import seen_game
from games.selectors.logs import corrections_of
from games.services.corrections import LONGEST_REASON, abandon_game, adjust_score, void_deal

_LARGEST = 2**31 - 1
_MOST_JUDGES = 8


class RulingInput(StrictSerializer):
    """Base of the bodies of rulings: what each of them has."""

    type = StrictCharField()
    expected_version = StrictIntegerField(min_value=0, max_value=_LARGEST)
    reason = TextField(longest=LONGEST_REASON)


class AbandonInput(RulingInput):
    """End a game without a result."""


class VoidDealInput(RulingInput):
    """Have the running deal played again, in an abandoned game too."""

    judges = serializers.ListField(
        child=StrictCharField(max_length=40), required=False, max_length=_MOST_JUDGES
    )


class AdjustInput(VoidDealInput):
    """Put a side's two pegs where a ruling says."""

    side = StrictIntegerField(min_value=0, max_value=_LARGEST)
    back = StrictIntegerField(min_value=0, max_value=_LARGEST)
    front = StrictIntegerField(min_value=0, max_value=_LARGEST)


RULINGS: Mapping[str, tuple[type[RulingInput], Callable[..., tuple[Event, ...]]]] = (
    MappingProxyType(
        {
            "void_deal": (VoidDealInput, void_deal),
            "adjust": (AdjustInput, adjust_score),
            "abandon": (AbandonInput, abandon_game),
        }
    )
)


_READERS: Mapping[str, type[serializers.Serializer[Any]]] = {
    name: reader for name, (reader, _service) in RULINGS.items()
}


class NoRulingInput(StrictSerializer):
    """Says what is wrong with a type that is not there or not known."""

    type = StrictChoiceField(choices=tuple(RULINGS))

    def to_internal_value(self, data: Any) -> Any:
        # Not strict: which other fields a body may have depends on its type.
        return serializers.Serializer.to_internal_value(self, data)


class CorrectionsOutput(serializers.Serializer[Any]):
    """All rulings on a game in order: events of the log, with reason and judges."""

    version = serializers.IntegerField()
    corrections = serializers.ListField(child=serializers.DictField())


class CorrectionsView(ApiView):
    """The rulings on a game."""

    scopes = {"POST": "direct"}
    public_methods = frozenset({"GET"})

    @extend_schema(operation_id="games_corrections", responses=CorrectionsOutput)
    def get(self, request: Request, game_id: UUID) -> Response:
        """List what directors have ruled on a game, and what outages gave its clocks."""
        seen = seen_game(viewer_of(request), game_id)
        self.check_parameters(request)
        return Response({"version": seen.game.version, "corrections": corrections_of(seen)})

    @extend_schema(
        operation_id="games_correct",
        request=PolymorphicProxySerializer(
            component_name="Correction",
            serializers=dict(_READERS),
            resource_type_field_name="type",
        ),
        responses={201: EventsOutput},
    )
    def post(self, request: Request, game_id: UUID) -> HttpResponse:
        """Void the running deal, put pegs elsewhere, or abandon the game."""
        seen_game(viewer_of(request), game_id)
        self.check_parameters(request)
        data: Any = request.data  # an object: the parser refuses anything else
        reader = _READERS.get(str(data.get("type")), NoRulingInput)
        values = dict(self.parsed(reader).validated_data)
        service, expected_version = RULINGS[values.pop("type")][1], values["expected_version"]

        def run() -> Response:
            with named_field(data), told_where_to_read_on(request, expected_version):
                events = service(game_id=game_id, actor=actor_of(request), **values)
            return done(None, events, expected_version)  # who rules never plays

        return self.idempotent(run)
