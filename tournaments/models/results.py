"""Results: what was said, and what counts.

A *claim* is the whole match as somebody said it; claims are appended, and a match has
at most one accepted claim. What counts are *game lines*, one per side and game of the
accepted claim: two cards may lawfully differ, so nothing is checked across the two
lines of a game here. *Match games* are the progress of a match that is still growing.
"""

from django.db import models
from django.db.models import Q

from common.models import PublicModel
from tournaments.models.play import Match, MatchSide, Stage


class MatchGame(models.Model):
    """One game of a match in progress: on the engine, typed live, or forfeited."""

    class Source(models.TextChoices):
        ENGINE = "engine", "played on the engine"
        LIVE = "live", "entered live"
        FORFEIT = "forfeit", "forfeited"

    match = models.ForeignKey(Match, on_delete=models.PROTECT, related_name="games")
    number = models.PositiveSmallIntegerField()
    source = models.CharField(max_length=8, choices=Source)
    engine_game = models.UUIDField(null=True, blank=True, unique=True)
    first_dealer = models.PositiveSmallIntegerField(null=True, blank=True)
    winner = models.PositiveSmallIntegerField(null=True, blank=True)
    loser_score = models.PositiveSmallIntegerField(null=True, blank=True)
    # Of every slot, where more than two sit at the table.
    scores = models.JSONField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["match", "number"], name="match_game_number_once"),
            models.CheckConstraint(
                condition=Q(winner__isnull=True) | Q(winner__in=[1, 2, 3, 4]),
                name="match_game_winner_is_a_slot",
            ),
        ]

    def __str__(self) -> str:
        return f"game {self.number} of match {self.match_id}"


class ResultClaim(PublicModel):
    """The whole match as somebody said it."""

    class Source(models.TextChoices):
        SCORER = "scorer", "scorer"
        SIDE_1 = "side_1", "first side"
        SIDE_2 = "side_2", "second side"
        SIDE_3 = "side_3", "third side"
        CARD = "card", "score cards"
        ENGINE = "engine", "engine"
        API = "api", "app"
        ADMIN = "admin", "desk"
        IMPORT = "import", "import"

    class State(models.TextChoices):
        OPEN = "open", "open"
        ACCEPTED = "accepted", "accepted"
        REJECTED = "rejected", "rejected"
        SUPERSEDED = "superseded", "superseded"

    match = models.ForeignKey(Match, on_delete=models.PROTECT, related_name="claims")
    number = models.PositiveSmallIntegerField()
    source = models.CharField(max_length=8, choices=Source)
    actor_key = models.CharField(max_length=60)
    actor_label = models.CharField(max_length=120)
    payload = models.JSONField()
    payload_hash = models.CharField(max_length=64)
    state = models.CharField(max_length=10, choices=State, default=State.OPEN)
    supersedes = models.ForeignKey(
        "self", on_delete=models.PROTECT, null=True, blank=True, related_name="superseded_by"
    )
    reason = models.CharField(max_length=400, blank=True)
    decided_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["match", "number"], name="claim_number_once"),
            models.UniqueConstraint(
                fields=["match"],
                condition=Q(state="accepted"),
                name="claim_one_accepted_a_match",
            ),
            models.CheckConstraint(
                condition=Q(state__in=["open", "accepted", "rejected", "superseded"]),
                name="claim_state_known",
            ),
        ]

    def __str__(self) -> str:
        return f"claim {self.number} on match {self.match_id}"


class GameLine(models.Model):
    """What counts of one game for one side: win, signed spread, game points, skunk."""

    claim = models.ForeignKey(ResultClaim, on_delete=models.PROTECT, related_name="lines")
    side = models.ForeignKey(MatchSide, on_delete=models.PROTECT, related_name="lines")
    number = models.PositiveSmallIntegerField()
    won = models.BooleanField()
    spread = models.SmallIntegerField(null=True, blank=True)
    points = models.SmallIntegerField(null=True, blank=True)
    skunk = models.CharField(max_length=6, default="none")
    rule_code = models.CharField(  # noqa: DJ001 - null is OK, as the decision table says
        max_length=4, null=True, blank=True
    )
    is_forfeit = models.BooleanField(default=False)
    dealt_first = models.BooleanField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["claim", "side", "number"], name="line_once_a_side_and_game"
            ),
            models.CheckConstraint(
                condition=Q(skunk__in=["none", "skunk", "double"]), name="line_skunk_known"
            ),
            models.CheckConstraint(
                condition=Q(spread__isnull=True)
                | Q(won=True, spread__gt=0)
                | Q(won=False, spread__lt=0),
                name="line_spread_has_the_sign_of_the_win",
            ),
        ]

    def __str__(self) -> str:
        return f"game {self.number} of side {self.side_id}"


class StandingSnapshot(PublicModel):
    """Standings as they were published: version n stays when n + 1 follows."""

    stage = models.ForeignKey(Stage, on_delete=models.PROTECT, related_name="snapshots")
    version = models.PositiveIntegerField()
    rows = models.JSONField()
    reasons = models.JSONField(default=list)
    inputs_digest = models.CharField(max_length=64)
    published_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["stage", "version"], name="snapshot_version_once")
        ]

    def __str__(self) -> str:
        return f"standings {self.version} of stage {self.stage_id}"
