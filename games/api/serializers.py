"""What the API takes of games, and how it describes what it shows."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from common.api.serializers import (
    StrictCharField,
    StrictChoiceField,
    StrictIntegerField,
    StrictSerializer,
    StrictUUIDField,
    TextField,
)
from games.engine import commands as cmd
from games.engine.rules import PRESETS
from games.models import MATCH
from games.services.commands import Playable
from scoring.cards import Card

# More than any hand: what is longer is not worth an answer of its own.
_MOST_CARDS = 52
_HIGHEST_COUNT = 29
_LARGEST = 2**31 - 1


@extend_schema_field({"type": "string", "pattern": "^[A2-9TJQK][CDHS]$"})
class CardField(serializers.Field):  # type: ignore[type-arg] # generic in the stubs only
    """Takes a card as text, ``"5H"``; refuses as the pack does."""

    default_error_messages = {"invalid": "write a card as a text, as in 5H or TS"}

    def to_internal_value(self, data: Any) -> Card:
        if not isinstance(data, str):
            self.fail("invalid")
        return Card.parse(data)


class CardsField(serializers.ListField):
    """Takes a list of cards."""

    child = CardField()

    def __init__(self, **options: Any) -> None:
        super().__init__(max_length=_MOST_CARDS, **options)


class CommandInput(StrictSerializer):
    """Base of the bodies of commands: what each of them has."""

    type = StrictCharField()
    expected_version = StrictIntegerField(min_value=0, max_value=_LARGEST)

    def command(self, seat: int) -> Playable:
        """Return the command of a seat."""
        return _READERS[self.validated_data["type"]](seat, self.validated_data)


class CutInput(CommandInput):
    """Cut for the deal (a place of the spread pack) or the starter (cards lifted off)."""

    index = StrictIntegerField(min_value=0, max_value=_LARGEST)


class NonceInput(CommandInput):
    """Cut the pack before the deal."""

    value = StrictCharField(max_length=64)


class DiscardInput(CommandInput):
    """Lay cards away."""

    cards = CardsField()


class PlayInput(CommandInput):
    """Lay a card; ``points`` are declared where the rules have it so."""

    card = CardField()
    points = StrictIntegerField(min_value=0, max_value=_HIGHEST_COUNT, required=False)


class CountInput(CommandInput):
    """Declare what a hand or the crib is worth, or raise what was declared."""

    points = StrictIntegerField(min_value=0, max_value=_HIGHEST_COUNT)


class MugginsInput(CommandInput):
    """Claim what another side has missed; without ``what`` on the latest count."""

    points = StrictIntegerField(min_value=1, max_value=_HIGHEST_COUNT)
    what = StrictCharField(required=False, max_length=20)


INPUTS: Mapping[str, type[CommandInput]] = MappingProxyType(
    {
        "cut": CutInput,
        "nonce": NonceInput,
        "discard": DiscardInput,
        "play": PlayInput,
        "go": CommandInput,
        "claim_heels": CommandInput,
        "waive_heels": CommandInput,
        "count": CountInput,
        "muggins": MugginsInput,
        "accept": CommandInput,
        "concede": CommandInput,
        "ask_cut": CommandInput,
    }
)


_READERS: Mapping[str, Callable[[int, Mapping[str, Any]], Playable]] = MappingProxyType(
    {
        "cut": lambda seat, body: cmd.Cut(seat, body["index"]),
        "nonce": lambda seat, body: cmd.Nonce(seat, body["value"]),
        "discard": lambda seat, body: cmd.Discard(seat, tuple(body["cards"])),
        "play": lambda seat, body: cmd.PlayCard(seat, body["card"], body.get("points")),
        "go": lambda seat, _body: cmd.SayGo(seat),
        "claim_heels": lambda seat, _body: cmd.ClaimHeels(seat),
        "waive_heels": lambda seat, _body: cmd.WaiveHeels(seat),
        "count": lambda seat, body: cmd.Count(seat, body["points"]),
        "muggins": lambda seat, body: cmd.Muggins(seat, body["points"], body.get("what")),
        "accept": lambda seat, _body: cmd.Accept(seat),
        "concede": lambda seat, _body: cmd.Concede(seat),
        "ask_cut": lambda seat, _body: cmd.AskCut(seat),
    }
)


class NoCommandInput(CommandInput):
    """Says what is wrong with a type that is not there or not known."""

    type = StrictChoiceField(choices=tuple(INPUTS))  # type: ignore[assignment] # refuses, never read
    expected_version = None  # type: ignore[assignment] # how DRF leaves out a field

    def to_internal_value(self, data: Any) -> Any:
        # Not strict: which other fields a body may have depends on its type.
        return serializers.Serializer.to_internal_value(self, data)


def input_of(data: Any) -> type[CommandInput]:
    """Return what reads a body, by its type."""
    kind = data.get("type")
    return INPUTS.get(kind, NoCommandInput) if isinstance(kind, str) else NoCommandInput


class GameInput(StrictSerializer):
    """A game to be opened."""

    club = StrictUUIDField()
    preset = StrictChoiceField(choices=tuple(PRESETS), required=False)
    rules = serializers.DictField(required=False)
    players = serializers.ListField(child=StrictUUIDField(), required=False, max_length=8)
    first_dealer = StrictIntegerField(min_value=0, max_value=7, required=False, allow_null=True)
    origin = TextField(longest=80, required=False)

    def validate_origin(self, origin: str) -> str:
        """Refuse what looks like the note of a match, which opens its games itself."""
        if origin.startswith(MATCH):
            raise serializers.ValidationError(
                f"a note of your own does not begin with {MATCH} - games of a match are opened "
                "by the match"
            )
        return origin


class SeatInput(StrictSerializer):
    """A seat to be taken; the digest says that its rules were read."""

    seat = StrictIntegerField(min_value=0, max_value=7)
    rules_digest = StrictCharField(max_length=64)


class GameSummaryOutput(serializers.Serializer[Any]):
    """A game in a list."""

    id = serializers.UUIDField()
    club = serializers.UUIDField()
    version = serializers.IntegerField()
    phase = serializers.CharField()
    is_over = serializers.BooleanField()
    winner_side = serializers.IntegerField(allow_null=True)
    rules_digest = serializers.CharField()
    created_at = serializers.DateTimeField()
    finished_at = serializers.DateTimeField(allow_null=True)


class PlaceOutput(serializers.Serializer[Any]):
    """A seat; names are for the people of the club."""

    seat = serializers.IntegerField()
    player = serializers.UUIDField(allow_null=True)
    name = serializers.CharField(allow_null=True)
    is_taken = serializers.BooleanField()


class GameOutput(GameSummaryOutput):
    """A game as one sees it; ``view`` is the table with one's own cards.

    ``due_at`` is when the time named by ``view.clock`` ends.
    """

    origin = serializers.CharField(allow_blank=True)
    head = serializers.CharField()
    due_at = serializers.DateTimeField(allow_null=True)
    players = PlaceOutput(many=True)
    view = serializers.DictField()


class EventsOutput(serializers.Serializer[Any]):
    """A stretch of the log; ask again after the last ``seq`` until it is ``version``."""

    version = serializers.IntegerField()
    is_over = serializers.BooleanField()
    events = serializers.ListField(child=serializers.DictField())


class PackOutput(serializers.Serializer[Any]):
    """A pack, shown after the game."""

    deal = serializers.IntegerField()
    commitment = serializers.CharField()
    seed = serializers.CharField()
    nonces = serializers.ListField(child=serializers.CharField(allow_null=True))
    order = serializers.ListField(child=serializers.CharField())


class SeedOutput(serializers.Serializer[Any]):
    """The packs of a deal: one, or every pack that was cut for the deal."""

    game = serializers.UUIDField()
    packs = PackOutput(many=True)


class VerifyOutput(serializers.Serializer[Any]):
    """What checking the chain, the projection and the packs found."""

    ok = serializers.BooleanField()
    version = serializers.IntegerField()
    head = serializers.CharField()
    faults = serializers.ListField(child=serializers.CharField())
