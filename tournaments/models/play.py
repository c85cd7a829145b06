"""Play: stages, rounds, matches and their sides.

``Match.status`` says how far a match is; ``Match.outcome`` says what became of it:
played, bye, walkover, forfeit, retired, double_forfeit or annulled. ``is_live`` on a
side is false once its match is void, so that the pair may be drawn again. A match
that was published and then drawn anew is void without an outcome: it was never played.
"""

from django.db import models
from django.db.models import Q

from common.models import VersionedModel
from tournaments.models.occasion import Entry, Event


class Stage(VersionedModel):
    """A part of an event with one format: the rotation, the play-offs."""

    class State(models.TextChoices):
        PLANNED = "planned", "planned"
        SEEDED = "seeded", "seeded"
        RUNNING = "running", "running"
        COMPLETE = "complete", "complete"
        FINAL = "final", "final"

    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="stages")
    number = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=20)
    name = models.CharField(max_length=80)
    config = models.JSONField(default=dict)
    state = models.CharField(max_length=10, choices=State, default=State.PLANNED)
    rng_seed = models.BigIntegerField(default=0)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["event", "number"], name="stage_number_once"),
            models.CheckConstraint(
                condition=Q(state__in=["planned", "seeded", "running", "complete", "final"]),
                name="stage_state_known",
            ),
        ]

    def __str__(self) -> str:
        return self.name


class StageFeed(models.Model):
    """Where a stage takes its entries from, and by which rule."""

    class Rule(models.TextChoices):
        ALL = "all", "all entries"
        TOP_FRACTION = "top_fraction", "a top fraction, rounded up"
        TOP_K = "top_k", "the top k"
        NON_QUALIFIERS = "non_qualifiers", "those who missed the cut"
        FIRST_MATCH_LOSERS = "first_match_losers", "losers of their first match"
        LOSERS_TO_ROUND = "losers_to_round", "losers up to a round"

    # Rules that take those who are out of the title.
    CONSOLATION = (Rule.NON_QUALIFIERS, Rule.FIRST_MATCH_LOSERS, Rule.LOSERS_TO_ROUND)

    stage = models.ForeignKey(Stage, on_delete=models.PROTECT, related_name="feeds")
    source = models.ForeignKey(Stage, on_delete=models.PROTECT, related_name="feeds_into")
    rule = models.CharField(max_length=20, choices=Rule)
    params = models.JSONField(default=dict)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["stage", "source"], name="feed_once"),
            models.CheckConstraint(
                condition=~Q(stage=models.F("source")), name="feed_not_from_itself"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.rule} of stage {self.source_id}"


class StageEntry(models.Model):
    """An entry that plays in a stage, with its seed or its first seat."""

    stage = models.ForeignKey(Stage, on_delete=models.PROTECT, related_name="stage_entries")
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="stage_entries")
    seed = models.PositiveIntegerField(null=True, blank=True)
    group = models.PositiveSmallIntegerField(null=True, blank=True)
    is_out = models.BooleanField(default=False)

    class Meta:
        verbose_name_plural = "stage entries"
        constraints = [
            models.UniqueConstraint(fields=["stage", "entry"], name="stage_entry_once"),
            models.UniqueConstraint(
                fields=["stage", "seed"],
                condition=Q(seed__isnull=False),
                name="stage_seed_once",
            ),
        ]

    def __str__(self) -> str:
        return f"entry {self.entry_id} in stage {self.stage_id}"


class Round(VersionedModel):
    """One pairing of a stage: draft, published, in progress, complete, closed."""

    class State(models.TextChoices):
        DRAFT = "draft", "draft"
        PUBLISHED = "published", "published"
        IN_PROGRESS = "in_progress", "in progress"
        COMPLETE = "complete", "complete"
        CLOSED = "closed", "closed"

    stage = models.ForeignKey(Stage, on_delete=models.PROTECT, related_name="rounds")
    number = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=40)
    state = models.CharField(max_length=12, choices=State, default=State.DRAFT)
    is_stale = models.BooleanField(default=False)
    algorithm = models.CharField(max_length=40, blank=True)
    inputs_digest = models.CharField(max_length=64, blank=True)
    notes = models.JSONField(default=list, blank=True)
    published_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["stage", "number"],
                condition=~Q(state="draft"),
                name="round_number_once",
            ),
            # A draft may stand beside the round it is going to replace.
            models.UniqueConstraint(
                fields=["stage", "number"],
                condition=Q(state="draft"),
                name="round_drafted_once",
            ),
            models.CheckConstraint(
                condition=Q(state__in=["draft", "published", "in_progress", "complete", "closed"]),
                name="round_state_known",
            ),
        ]

    def __str__(self) -> str:
        return self.name


class Match(VersionedModel):
    """Two sides that meet in a round, best of n; or one side that sits out."""

    class Status(models.TextChoices):
        BLOCKED = "blocked", "waiting for its sides"
        READY = "ready", "ready"
        IN_PROGRESS = "in_progress", "being played"
        REPORTED = "reported", "reported"
        DISPUTED = "disputed", "disputed"
        CONFIRMED = "confirmed", "confirmed"
        LOCKED = "locked", "confirmed and locked"
        VOID = "void", "void"
        NOT_REQUIRED = "not_required", "not required"

    # Nothing more is to be played.
    OVER = (Status.CONFIRMED, Status.LOCKED, Status.VOID, Status.NOT_REQUIRED)

    class Outcome(models.TextChoices):
        PLAYED = "played", "played"
        BYE = "bye", "bye"
        WALKOVER = "walkover", "walkover"
        FORFEIT = "forfeit", "forfeit"
        RETIRED = "retired", "retired"
        DOUBLE_FORFEIT = "double_forfeit", "both absent"
        ANNULLED = "annulled", "annulled"

    class Kind(models.TextChoices):
        PAIRING = "pairing", "pairing"
        BYE = "bye", "sit-out"
        TIE = "tie", "tie of several boards"

    stage = models.ForeignKey(Stage, on_delete=models.PROTECT, related_name="matches")
    round = models.ForeignKey(Round, on_delete=models.PROTECT, related_name="matches")
    number = models.PositiveIntegerField()
    kind = models.CharField(max_length=8, choices=Kind, default=Kind.PAIRING)
    table = models.PositiveIntegerField(null=True, blank=True)
    status = models.CharField(max_length=12, choices=Status, default=Status.BLOCKED)
    outcome = models.CharField(  # noqa: DJ001 - no outcome yet is not an empty outcome
        max_length=15, choices=Outcome, null=True, blank=True
    )
    best_of = models.PositiveSmallIntegerField(default=1)
    first_dealer = models.PositiveSmallIntegerField(null=True, blank=True)
    winner = models.PositiveSmallIntegerField(null=True, blank=True)
    pair_key = models.CharField(  # noqa: DJ001 - byes and open slots have no pair
        max_length=60, null=True, blank=True
    )
    meeting_no = models.PositiveSmallIntegerField(default=1)
    winner_to = models.ForeignKey(
        "self", on_delete=models.PROTECT, null=True, blank=True, related_name="winners_from"
    )
    winner_to_slot = models.PositiveSmallIntegerField(null=True, blank=True)
    loser_to = models.ForeignKey(
        "self", on_delete=models.PROTECT, null=True, blank=True, related_name="losers_from"
    )
    loser_to_slot = models.PositiveSmallIntegerField(null=True, blank=True)
    # A board of a tie: the tie it belongs to, and the number of the board there.
    parent = models.ForeignKey(
        "self", on_delete=models.PROTECT, null=True, blank=True, related_name="boards"
    )
    board = models.CharField(max_length=20, default="", blank=True)
    group = models.PositiveSmallIntegerField(null=True, blank=True)
    starts_at = models.DateTimeField(null=True, blank=True)
    started_at = models.DateTimeField(null=True, blank=True)
    confirmed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name_plural = "matches"
        constraints = [
            models.UniqueConstraint(fields=["round", "number"], name="match_number_once"),
            models.UniqueConstraint(
                fields=["stage", "pair_key", "meeting_no"],
                condition=Q(pair_key__isnull=False) & ~Q(status="void"),
                name="match_pair_once_a_meeting",
            ),
            models.CheckConstraint(
                condition=Q(
                    status__in=[
                        "blocked",
                        "ready",
                        "in_progress",
                        "reported",
                        "disputed",
                        "confirmed",
                        "locked",
                        "void",
                        "not_required",
                    ]
                ),
                name="match_status_known",
            ),
            models.CheckConstraint(
                condition=Q(outcome__isnull=True)
                | Q(
                    outcome__in=[
                        "played",
                        "bye",
                        "walkover",
                        "forfeit",
                        "retired",
                        "double_forfeit",
                        "annulled",
                    ]
                ),
                name="match_outcome_known",
            ),
            models.CheckConstraint(
                condition=Q(winner__isnull=True) | Q(winner__in=[1, 2, 3, 4]),
                name="match_winner_is_a_slot",
            ),
            models.CheckConstraint(
                condition=Q(best_of__gte=1) & Q(best_of__lte=99), name="match_best_of_in_range"
            ),
        ]
        indexes = [models.Index(fields=["stage", "status"], name="match_stage_status")]

    def __str__(self) -> str:
        return f"match {self.number} of round {self.round_id}"


class MatchSide(models.Model):
    """One slot of a match: an entry, nobody yet, or known to stay empty."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="sides")
    round = models.ForeignKey(Round, on_delete=models.PROTECT, related_name="sides")
    slot = models.PositiveSmallIntegerField()
    entry = models.ForeignKey(
        Entry, on_delete=models.PROTECT, null=True, blank=True, related_name="sides"
    )
    seat = models.PositiveIntegerField(null=True, blank=True)
    is_empty = models.BooleanField(default=False)
    is_live = models.BooleanField(default=True)
    tally = models.IntegerField(default=0)
    games_won = models.PositiveSmallIntegerField(default=0)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["match", "slot"], name="side_slot_once"),
            models.UniqueConstraint(
                fields=["round", "entry"],
                condition=Q(entry__isnull=False) & Q(is_live=True),
                name="side_entry_once_a_round",
            ),
            models.CheckConstraint(
                condition=Q(slot__gte=1) & Q(slot__lte=4), name="side_slot_in_range"
            ),
            models.CheckConstraint(
                condition=Q(entry__isnull=True) | Q(is_empty=False),
                name="side_not_empty_with_entry",
            ),
        ]

    def __str__(self) -> str:
        return f"slot {self.slot} of match {self.match_id}"
