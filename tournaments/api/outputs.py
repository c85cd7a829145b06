"""What the API shows of a night; names of entries only through ``context["name"]``."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

from rest_framework import serializers
from rest_framework.serializers import ListSerializer

from tournaments.models import Entry, Event, Registration, Round, Season, Stage, Tournament
from tournaments.selectors.round_notes import notes_for

PUBLIC_ID = "public_id"


class TournamentOutput(serializers.ModelSerializer[Tournament]):
    """An occasion: a club night or a weekend."""

    id = serializers.UUIDField(source=PUBLIC_ID, read_only=True)
    club = serializers.UUIDField(source="club.public_id", read_only=True)

    class Meta:
        model = Tournament
        fields = ("id", "club", "name", "place", "starts_at", "is_night", "version")
        read_only_fields = fields


class RegistrationOutput(serializers.ModelSerializer[Registration]):
    """A person on the roster, as the desk sees him."""

    id = serializers.UUIDField(source=PUBLIC_ID, read_only=True)
    player = serializers.UUIDField(source="player.public_id", read_only=True)
    name = serializers.CharField(source="player.display_name", read_only=True)
    member_no = serializers.CharField(source="player.member_no", read_only=True)

    class Meta:
        model = Registration
        fields = (
            "id",
            "number",
            "player",
            "name",
            "member_no",
            "status",
            "checked_in_at",
            "fee_paid",
            "is_guest",
            "is_walk_in",
            "version",
        )
        read_only_fields = fields


class EventOutput(serializers.ModelSerializer[Event]):
    """One competition of an occasion."""

    id = serializers.UUIDField(source=PUBLIC_ID, read_only=True)
    club = serializers.UUIDField(source="tournament.club.public_id", read_only=True)
    tournament = serializers.UUIDField(source="tournament.public_id", read_only=True)
    season = serializers.UUIDField(source="season.public_id", default=None, read_only=True)
    place = serializers.CharField(source="tournament.place", read_only=True)
    starts_at = serializers.DateTimeField(source="tournament.starts_at", read_only=True)
    timezone = serializers.CharField(source="tournament.club.timezone", read_only=True)

    class Meta:
        model = Event
        fields = (
            "id",
            "club",
            "tournament",
            "season",
            "number",
            "name",
            "place",
            "starts_at",
            "timezone",
            "preset",
            "state",
            "rules",
            "ruleset",
            "frozen_at",
            "planned_minutes",
            "boards_needed",
            "fee",
            "public_level",
            "finished_at",
            "version",
        )
        read_only_fields = fields


class MemberOutput(serializers.Serializer[Any]):
    """A person of an entry, as the club's own people see him."""

    registration = serializers.UUIDField(source="registration.public_id")
    player = serializers.UUIDField(source="registration.player.public_id")
    status = serializers.CharField(source="registration.status")
    place = serializers.IntegerField()


class EntryOutput(serializers.ModelSerializer[Entry]):
    """A side in an event; ``members`` is empty before strangers."""

    id = serializers.UUIDField(source=PUBLIC_ID, read_only=True)
    event = serializers.UUIDField(source="event.public_id", read_only=True)
    name = serializers.SerializerMethodField()
    members = serializers.SerializerMethodField()

    class Meta:
        model = Entry
        fields = (
            "id",
            "event",
            "number",
            "name",
            "status",
            "is_anchor",
            "joined_round",
            "left_round",
            "members",
            "version",
        )
        read_only_fields = fields

    def get_name(self, entry: Entry) -> str:
        return str(self.context["name"](entry))

    def get_members(self, entry: Entry) -> list[dict[str, Any]]:
        if not self.context["is_own"]:
            return []
        return list(MemberOutput(entry.members.all(), many=True).data)


class StageOutput(serializers.ModelSerializer[Stage]):
    """A part of an event with one format."""

    id = serializers.UUIDField(source=PUBLIC_ID, read_only=True)
    event = serializers.UUIDField(source="event.public_id", read_only=True)

    class Meta:
        model = Stage
        fields = ("id", "event", "number", "kind", "name", "config", "state", "version")
        read_only_fields = fields


class FeedOutput(serializers.Serializer[Any]):
    """Where a stage takes its entries from."""

    stage = serializers.UUIDField(source="stage.public_id")
    source = serializers.UUIDField(source="source.public_id")  # type: ignore[assignment] # a member, not DRF's attribute
    rule = serializers.CharField()
    params = serializers.DictField()


class RoundOutput(serializers.ModelSerializer[Round]):
    """One pairing of a stage.

    ``notes`` say what its draw could not avoid and what was done by hand: a ``code``
    with its facts, ``entries`` by number.
    """

    id = serializers.UUIDField(source=PUBLIC_ID, read_only=True)
    stage = serializers.UUIDField(source="stage.public_id", read_only=True)
    notes = serializers.SerializerMethodField()

    class Meta:
        model = Round
        fields = (
            "id",
            "stage",
            "number",
            "name",
            "state",
            "is_stale",
            "notes",
            "published_at",
            "version",
        )
        read_only_fields = fields

    def get_notes(self, round_: Round) -> list[dict[str, Any]]:
        if round_.pk not in self._notes:
            # All rounds of an answer at once: how many they are costs nothing more.
            whole = self.parent.instance if isinstance(self.parent, ListSerializer) else None
            self._notes |= notes_for(self.context["viewer"], whole or [round_])
        return [dict(one) for one in self._notes[round_.pk]]

    @cached_property
    def _notes(self) -> dict[int, Sequence[Mapping[str, object]]]:
        return {}


class JobOutput(serializers.Serializer[Any]):
    """Work that a worker does: ``queued``, ``running``, ``done``, ``failed``, ``cancelled``.

    ``progress`` counts its steps; ``result`` names the rounds it has drafted, by id.
    """

    id = serializers.UUIDField(source=PUBLIC_ID)
    kind = serializers.CharField()
    state = serializers.CharField()
    progress = serializers.IntegerField()
    total = serializers.IntegerField()
    attempts = serializers.IntegerField()
    cancel_requested = serializers.BooleanField()
    error = serializers.CharField()
    result = serializers.DictField(allow_null=True)
    started_at = serializers.DateTimeField(allow_null=True)
    finished_at = serializers.DateTimeField(allow_null=True)


class SeasonOutput(serializers.ModelSerializer[Season]):
    """A run of nights whose points add up."""

    id = serializers.UUIDField(source=PUBLIC_ID, read_only=True)
    club = serializers.UUIDField(source="club.public_id", read_only=True)

    class Meta:
        model = Season
        fields = ("id", "club", "name", "starts_on", "ends_on", "schedule", "counting", "version")
        read_only_fields = fields


class ChangeOutput(serializers.Serializer[Any]):
    """One piece of news."""

    seq = serializers.IntegerField()
    type = serializers.CharField()
    payload = serializers.DictField()
    at = serializers.DateTimeField()


class ChangesOutput(serializers.Serializer[Any]):
    """News after a number, oldest first; ask again with ``last``."""

    results = ChangeOutput(many=True)
    last = serializers.IntegerField()


class SeasonNightOutput(serializers.Serializer[Any]):
    """One night of a player; ``reason`` says why it does not count."""

    event = serializers.UUIDField()
    points = serializers.IntegerField()
    counted = serializers.BooleanField()
    reason = serializers.CharField()


class SeasonLineOutput(serializers.Serializer[Any]):
    """A player's row; ``player`` is null before strangers."""

    place = serializers.IntegerField()
    is_shared = serializers.BooleanField()
    player = serializers.UUIDField(allow_null=True)
    name = serializers.CharField()
    total = serializers.IntegerField()
    nights = SeasonNightOutput(many=True)


class SeasonTableOutput(serializers.Serializer[Any]):
    """The table of a season; ``undecided`` cards wait for the director."""

    season = serializers.UUIDField()
    lines = SeasonLineOutput(many=True)
    undecided = serializers.IntegerField()


class RatingChangeOutput(serializers.Serializer[Any]):
    """What an event did to a rating; ``player`` is null before strangers."""

    player = serializers.UUIDField(allow_null=True)
    name = serializers.CharField()
    system = serializers.CharField()
    value_before = serializers.FloatField()
    value_after = serializers.FloatField()
    deviation_before = serializers.FloatField()
    deviation_after = serializers.FloatField()
    games = serializers.IntegerField()


class RatingsOutput(serializers.Serializer[Any]):
    """What an event did to ratings, by name; empty until it is final."""

    results = RatingChangeOutput(many=True)
