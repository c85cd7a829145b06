"""What the API shows of matches, claims, standings and brackets."""

from typing import Any

from rest_framework import serializers

from tournaments.models import Match, MatchGame, MatchSide, ResultClaim

PUBLIC_ID = "public_id"


class NamedEntry(serializers.Serializer[Any]):
    """An entry as it is called before whoever asks."""

    id = serializers.UUIDField(source=PUBLIC_ID)
    number = serializers.IntegerField()
    name = serializers.SerializerMethodField()

    def get_name(self, entry: Any) -> str:
        return str(self.context["name"](entry))


class SideOutput(serializers.ModelSerializer[MatchSide]):
    """A slot of a match; without an entry it is empty for good, or nobody yet."""

    entry = NamedEntry(allow_null=True)

    class Meta:
        model = MatchSide
        fields = ("slot", "entry", "seat", "tally", "games_won", "is_empty")
        read_only_fields = fields


class MatchOutput(serializers.ModelSerializer[Match]):
    """Sides that meet, two or a table of three; or one that sits out. ``winner`` is a slot."""

    id = serializers.UUIDField(source=PUBLIC_ID, read_only=True)
    event = serializers.UUIDField(source="stage.event.public_id", read_only=True)
    stage = serializers.UUIDField(source="stage.public_id", read_only=True)
    round = serializers.UUIDField(source="round.public_id", read_only=True)
    round_number = serializers.IntegerField(source="round.number", read_only=True)
    sides = SideOutput(many=True, read_only=True)

    class Meta:
        model = Match
        fields: tuple[str, ...] = (
            "id",
            "event",
            "stage",
            "round",
            "round_number",
            "number",
            "kind",
            "table",
            "status",
            "outcome",
            "best_of",
            "first_dealer",
            "winner",
            "starts_at",
            "confirmed_at",
            "sides",
            "version",
        )
        read_only_fields = fields


class SaidGameOutput(serializers.Serializer[Any]):
    """One game as it was said."""

    winner = serializers.IntegerField()
    loser_score = serializers.IntegerField(required=False)
    spread = serializers.IntegerField(required=False)
    forfeit = serializers.BooleanField(required=False)
    scores = serializers.ListField(child=serializers.IntegerField(allow_null=True), required=False)


class MatchGameOutput(serializers.ModelSerializer[MatchGame]):
    """One game of a match that grows; ``engine_game`` is its address under ``/games``."""

    class Meta:
        model = MatchGame
        fields = (
            "number",
            "source",
            "engine_game",
            "first_dealer",
            "winner",
            "loser_score",
            "scores",
            "finished_at",
        )
        read_only_fields = fields


class OpenedGameOutput(serializers.Serializer[Any]):
    """A game of a match that is played here, under ``/games/{game}``."""

    match = serializers.UUIDField()
    game = serializers.UUIDField()


class MatchDetailOutput(MatchOutput):
    """A match with its progress and, once it counts, its games."""

    games = serializers.SerializerMethodField()
    progress = MatchGameOutput(source="games", many=True, read_only=True)

    class Meta(MatchOutput.Meta):
        fields = (*MatchOutput.Meta.fields, "games", "progress")
        read_only_fields = fields

    def get_games(self, match: Match) -> list[dict[str, Any]]:
        accepted = ResultClaim.State.ACCEPTED
        claim = next((one for one in match.claims.all() if one.state == accepted), None)
        return list(claim.payload["games"]) if claim else []


class ClaimOutput(serializers.ModelSerializer[ResultClaim]):
    """The whole match as somebody said it; at most one of a match is accepted."""

    id = serializers.UUIDField(source=PUBLIC_ID, read_only=True)
    match = serializers.UUIDField(source="match.public_id", read_only=True)
    match_version = serializers.IntegerField(source="match.version", read_only=True)
    games = SaidGameOutput(source="payload.games", many=True, read_only=True)
    supersedes = serializers.UUIDField(source="supersedes.public_id", default=None, read_only=True)

    class Meta:
        model = ResultClaim
        fields = (
            "id",
            "match",
            "match_version",
            "number",
            "source",
            "state",
            "games",
            "supersedes",
            "reason",
            "created_at",
            "decided_at",
        )
        read_only_fields = fields


class StandingRowOutput(serializers.Serializer[Any]):
    """One line of the standings."""

    place = serializers.IntegerField()
    is_shared = serializers.BooleanField()
    entry = NamedEntry()
    game_points = serializers.IntegerField()
    wins = serializers.IntegerField()
    losses = serializers.IntegerField()
    net_spread = serializers.IntegerField()
    plus_points = serializers.IntegerField()
    minus_points = serializers.IntegerField()
    games = serializers.IntegerField()
    skunks_given = serializers.IntegerField()
    skunks_taken = serializers.IntegerField()
    sit_outs = serializers.IntegerField()
    qualified = serializers.BooleanField()
    group = serializers.IntegerField(allow_null=True)
    group_place = serializers.IntegerField(allow_null=True)


class ReasonOutput(serializers.Serializer[Any]):
    """Why one entry stands above another with equal totals; entries by number."""

    above = serializers.ListField(child=serializers.IntegerField())
    below = serializers.ListField(child=serializers.IntegerField())
    by = serializers.CharField()
    values = serializers.ListField(child=serializers.IntegerField())


class CutOutput(serializers.Serializer[Any]):
    """Where the cut falls; ``blocked`` until a tie over it is decided."""

    qualifiers = serializers.IntegerField()
    blocked = serializers.BooleanField()
    places_left = serializers.IntegerField()
    tied = NamedEntry(many=True)
    qualified = NamedEntry(many=True)
    seeds = NamedEntry(many=True)
    high_non_qualifier = NamedEntry(many=True)


class StandingsOutput(serializers.Serializer[Any]):
    """Standings as of a change of the event; ``reasons`` with ``explain`` only."""

    stage = serializers.UUIDField()
    as_of = serializers.IntegerField()
    rows = StandingRowOutput(many=True)
    cut = CutOutput(allow_null=True)
    reasons = ReasonOutput(many=True, required=False)


class BracketSideOutput(serializers.Serializer[Any]):
    """A side of a match of a bracket."""

    entry = NamedEntry(allow_null=True)
    seed = serializers.IntegerField(allow_null=True)
    tally = serializers.IntegerField(allow_null=True)
    is_empty = serializers.BooleanField()


class BracketMatchOutput(serializers.Serializer[Any]):
    """A match of a bracket."""

    id = serializers.UUIDField()
    number = serializers.IntegerField()
    table = serializers.IntegerField(allow_null=True)
    status = serializers.CharField()
    outcome = serializers.CharField(allow_null=True)
    winner = serializers.IntegerField(allow_null=True)
    sides = BracketSideOutput(many=True)


class BracketRoundOutput(serializers.Serializer[Any]):
    """A round of a bracket, matches from top to bottom."""

    number = serializers.IntegerField()
    name = serializers.CharField()
    matches = BracketMatchOutput(many=True)


class BracketOutput(serializers.Serializer[Any]):
    """A whole bracket; ``champion`` is null until the final is decided."""

    stage = serializers.UUIDField(source="stage.public_id")
    rounds = BracketRoundOutput(many=True)
    champion = NamedEntry(allow_null=True)
