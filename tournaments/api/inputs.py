"""What the API takes for a night: strict, and nothing it does not ask for."""

from typing import Any

from rest_framework import serializers

from clubs.numbers import LONGEST_MEMBER_NO
from common.api.serializers import (
    NameField,
    StrictBooleanField,
    StrictCharField,
    StrictChoiceField,
    StrictIntegerField,
    StrictSerializer,
    StrictUUIDField,
    TextField,
)
from tournaments.api.fields import ObjectField, StrictDateTimeField
from tournaments.matches import MOST_GAMES, GameResult
from tournaments.models import PublicLevel, StageFeed
from tournaments.pod_results import table_result
from tournaments.services.stages import MOST_ROUNDS

LONGEST_REASON = 400
MOST_NUMBER = 99
LONGEST_SCORE = 1000
LONGEST_KEY = 40
MOST_SIDES = 4


class NothingInput(StrictSerializer):
    """An action that needs no more than its address."""


class ReasonInput(StrictSerializer):
    """An action that others want to understand."""

    reason = TextField(longest=LONGEST_REASON)


class EventInput(StrictSerializer):
    """A new event: of a club from a preset, of an occasion, or from an earlier event."""

    club = StrictUUIDField(required=False)
    tournament = StrictUUIDField(required=False)
    from_event = StrictUUIDField(required=False)
    name = NameField()
    starts_at = StrictDateTimeField(required=False)
    place = TextField(longest=120, required=False)
    with_roster = StrictBooleanField(required=False)
    preset = StrictCharField(max_length=LONGEST_KEY, required=False)
    season = StrictUUIDField(required=False, allow_null=True)
    play_off = StrictBooleanField(required=False)
    games = StrictIntegerField(min_value=1, max_value=MOST_GAMES, required=False)
    best_of = StrictIntegerField(min_value=1, max_value=MOST_GAMES, required=False)
    format = StrictCharField(max_length=LONGEST_KEY, required=False)
    config = ObjectField(required=False)
    play_off_format = StrictCharField(max_length=LONGEST_KEY, required=False)
    play_off_config = ObjectField(required=False)
    consolation = StrictCharField(max_length=LONGEST_KEY, required=False)
    fee = TextField(longest=40, required=False)
    public_level = StrictChoiceField(choices=PublicLevel.choices, required=False)
    rules = ObjectField(required=False)
    ruleset = ObjectField(required=False)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        sources = [name for name in _SOURCES if name in attrs]
        if len(sources) != 1:
            raise serializers.ValidationError(
                {"club": "Name one of club, tournament and from_event."}
            )
        taken = {"name", sources[0], *_TAKEN[sources[0]]}
        for name in attrs:
            if name not in taken:
                raise serializers.ValidationError({name: f"{name} does not go with {sources[0]}."})
        if sources[0] != "tournament" and "starts_at" not in attrs:
            raise serializers.ValidationError({"starts_at": "Say when it starts."})
        return attrs


_SOURCES = ("club", "tournament", "from_event")
_TAKEN = {
    "club": (
        "starts_at",
        "place",
        "preset",
        "season",
        "play_off",
        "games",
        "best_of",
        "format",
        "config",
        "play_off_format",
        "play_off_config",
        "consolation",
        "fee",
        "public_level",
        "rules",
        "ruleset",
    ),
    "tournament": ("preset", "season", "fee", "public_level", "rules", "ruleset"),
    "from_event": ("starts_at", "place", "with_roster"),
}


class EventChangeInput(StrictSerializer):
    """Changes of an event; its rules while it is a draft only."""

    name = NameField(required=False)
    place = TextField(longest=120, required=False)
    starts_at = StrictDateTimeField(required=False)
    season = StrictUUIDField(required=False, allow_null=True)
    fee = TextField(longest=40, required=False)
    public_level = StrictChoiceField(choices=PublicLevel.choices, required=False)
    planned_minutes = StrictIntegerField(min_value=1, max_value=600, required=False)
    boards_needed = StrictBooleanField(required=False)
    rules = ObjectField(required=False)
    ruleset = ObjectField(required=False)


class EntryInput(StrictSerializer):
    """A player of the club, or a walk-in by name or member number; pairs with a partner."""

    player = StrictUUIDField(required=False)
    partner = StrictUUIDField(required=False)
    is_guest = StrictBooleanField(required=False)
    name = NameField(required=False)
    member_no = TextField(longest=LONGEST_MEMBER_NO, required=False)
    partner_name = NameField(required=False)
    partner_member_no = TextField(longest=LONGEST_MEMBER_NO, required=False)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if "player" in attrs:
            others: tuple[str, ...] = ("name", "member_no", "partner_name", "partner_member_no")
        elif "name" in attrs:
            others = ("is_guest", "partner")
            if "partner_name" not in attrs:
                others = (*others, "partner_member_no")
        else:
            raise serializers.ValidationError({"player": "Name a player, or give a name."})
        for name in others:
            if name in attrs:
                raise serializers.ValidationError({name: f"{name} does not go with the rest."})
        return attrs


class CheckInInput(StrictSerializer):
    """A check-in, with the fee if it was paid or not."""

    fee_paid = StrictBooleanField(required=False)


class WithdrawInput(StrictSerializer):
    """A withdrawal, with a reason if there is one."""

    reason = TextField(longest=LONGEST_REASON, required=False)


class StageInput(StrictSerializer):
    """A new stage after the last one; ``number`` is the one it is expected to have."""

    kind = StrictCharField(max_length=LONGEST_KEY)
    name = NameField(required=False)
    number = StrictIntegerField(min_value=1, max_value=100, required=False)
    config = ObjectField(required=False)


class FeedInput(StrictSerializer):
    """Where a stage takes its entries from."""

    source = StrictUUIDField()  # type: ignore[assignment] # a member, not DRF's attribute
    rule = StrictChoiceField(choices=StageFeed.Rule.values, required=False)
    k = StrictIntegerField(min_value=2, max_value=1024, required=False)
    numerator = StrictIntegerField(min_value=1, max_value=1024, required=False)
    denominator = StrictIntegerField(min_value=1, max_value=1024, required=False)
    round = StrictIntegerField(min_value=1, max_value=MOST_ROUNDS, required=False)


class DrawInput(StrictSerializer):
    """A draw; ``rng_seed`` repeats one that was made before."""

    rng_seed = StrictIntegerField(min_value=1, max_value=2**53, required=False)


class RoundInput(DrawInput):
    """The next round of a stage; ``number`` where it must be that one and no other."""

    number = StrictIntegerField(min_value=1, max_value=MOST_NUMBER, required=False)


class PublishInput(StrictSerializer):
    """A publication; ``although_due_elsewhere`` where the matches are at different times."""

    although_due_elsewhere = StrictBooleanField(required=False)


class RulingInput(StrictSerializer):
    """Who goes on of those who are level at the cut, the best first."""

    order = serializers.ListField(child=StrictUUIDField(), min_length=2, max_length=200)
    reason = TextField(longest=LONGEST_REASON)


class SaidGameInput(StrictSerializer):
    """One game: the slot that won, and the loser's score or the spread.

    At a table where each plays for itself: ``scores`` of all slots in order and nothing
    else, null for who was not there.
    """

    winner = StrictIntegerField(min_value=0, max_value=LONGEST_SCORE, required=False)
    loser_score = StrictIntegerField(min_value=0, max_value=LONGEST_SCORE, required=False)
    spread = StrictIntegerField(min_value=0, max_value=LONGEST_SCORE, required=False)
    scores = serializers.ListField(
        child=StrictIntegerField(min_value=0, max_value=LONGEST_SCORE, allow_null=True),
        min_length=2,
        max_length=MOST_SIDES,
        required=False,
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if "scores" not in attrs and "winner" not in attrs:
            raise serializers.ValidationError({"winner": "Name the winner, or give the scores."})
        for name in attrs:
            if "scores" in attrs and name != "scores":
                raise serializers.ValidationError({name: f"{name} does not go with scores."})
        return attrs

    @staticmethod
    def result(game: dict[str, Any]) -> GameResult:
        """Return a game as the services take it."""
        return table_result(game["scores"]) if "scores" in game else GameResult(**game)


class ClaimInput(StrictSerializer):
    """The whole match, first game first."""

    games = serializers.ListField(child=SaidGameInput(), max_length=2 * MOST_GAMES)
    expected_version = StrictIntegerField(min_value=0, required=False)

    def results(self) -> list[GameResult]:
        """Return the games as the services take them."""
        return [SaidGameInput.result(game) for game in self.validated_data["games"]]


class CorrectionInput(ClaimInput):
    """The whole match as it should be, and why."""

    reason = TextField(longest=LONGEST_REASON)


class ForfeitInput(StrictSerializer):
    """The side that did not come."""

    absent_slot = StrictIntegerField(min_value=0, max_value=LONGEST_SCORE)
    reason = TextField(longest=LONGEST_REASON)
    expected_version = StrictIntegerField(min_value=0, required=False)


class VoidInput(ReasonInput):
    """A game that never was."""

    expected_version = StrictIntegerField(min_value=0, required=False)


class MatchChangeInput(StrictSerializer):
    """Another table or time."""

    table = StrictIntegerField(min_value=1, max_value=9999, required=False)
    starts_at = StrictDateTimeField(required=False, allow_null=True)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if not attrs:
            raise serializers.ValidationError({"table": "Give a table or a time."})
        return attrs
