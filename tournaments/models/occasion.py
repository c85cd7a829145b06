"""Occasions: the season, the tournament with its roster, the event and its entries.

*Tournament* is the occasion: place, days, one roster, one desk. A club night makes
its tournament by itself and never shows it. It holds one or more *events* (main,
consolation, doubles). A *registration* is a person on the roster with one number for
the occasion; an *entry* is a side in one event and its members are registrations.
"""

from django.db import models
from django.db.models import Q

from clubs.models import Club, Player
from common.models import PublicModel, VersionedModel


class PublicLevel(models.TextChoices):
    """How much of an event strangers see."""

    HIDDEN = "hidden", "hidden"
    INITIALS = "initials", "names as initials"
    FULL = "full", "full names"


class Season(VersionedModel):
    """A run of nights whose points add up to one table."""

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="seasons")
    name = models.CharField(max_length=80)
    starts_on = models.DateField()
    ends_on = models.DateField()
    schedule = models.CharField(max_length=40, default="club_points")
    counting = models.JSONField(default=dict, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["club", "name"], name="season_name_once_a_club"),
            models.CheckConstraint(
                condition=Q(ends_on__gte=models.F("starts_on")), name="season_ends_after_start"
            ),
        ]

    def __str__(self) -> str:
        return self.name


class Tournament(VersionedModel):
    """One occasion: a club night or a weekend, with one roster and one desk."""

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="tournaments")
    name = models.CharField(max_length=120)
    place = models.CharField(max_length=120, blank=True)
    starts_at = models.DateTimeField()
    is_night = models.BooleanField(default=True)

    def __str__(self) -> str:
        return self.name


class Registration(VersionedModel):
    """A person on the roster of an occasion, with one number for all papers."""

    class Status(models.TextChoices):
        REGISTERED = "registered", "on the roster"
        CHECKED_IN = "checked_in", "checked in"
        WITHDRAWN = "withdrawn", "withdrawn"

    tournament = models.ForeignKey(
        Tournament, on_delete=models.PROTECT, related_name="registrations"
    )
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="registrations")
    number = models.PositiveIntegerField()
    status = models.CharField(max_length=12, choices=Status, default=Status.REGISTERED)
    checked_in_at = models.DateTimeField(null=True, blank=True)
    fee_paid = models.BooleanField(default=False)
    is_guest = models.BooleanField(default=False)
    is_walk_in = models.BooleanField(default=False)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "player"], name="registration_player_once"
            ),
            models.UniqueConstraint(
                fields=["tournament", "number"], name="registration_number_once"
            ),
            models.CheckConstraint(
                condition=Q(status__in=["registered", "checked_in", "withdrawn"]),
                name="registration_status_known",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.number} in tournament {self.tournament_id}"


class Event(VersionedModel):
    """One competition of an occasion, with rules that freeze when it leaves draft."""

    class State(models.TextChoices):
        DRAFT = "draft", "draft"
        OPEN = "open", "open for entries"
        CHECKIN = "checkin", "check-in"
        RUNNING = "running", "running"
        REVIEW = "review", "in review"
        FINAL = "final", "final"
        ARCHIVED = "archived", "archived"
        CANCELLED = "cancelled", "cancelled"

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="events")
    season = models.ForeignKey(
        Season, on_delete=models.PROTECT, related_name="events", null=True, blank=True
    )
    number = models.PositiveSmallIntegerField(default=1)
    name = models.CharField(max_length=120)
    preset = models.CharField(max_length=40)
    state = models.CharField(max_length=10, choices=State, default=State.DRAFT)
    rules = models.JSONField()
    ruleset = models.JSONField()
    frozen_at = models.DateTimeField(null=True, blank=True)
    planned_minutes = models.PositiveSmallIntegerField(default=15)
    boards_needed = models.BooleanField(default=True)
    fee = models.CharField(max_length=40, blank=True)
    public_level = models.CharField(max_length=10, choices=PublicLevel, default=PublicLevel.FULL)
    cloned_from = models.ForeignKey(
        "self", on_delete=models.SET_NULL, null=True, blank=True, related_name="clones"
    )
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="event_number_once"),
            models.CheckConstraint(
                condition=Q(
                    state__in=[
                        "draft",
                        "open",
                        "checkin",
                        "running",
                        "review",
                        "final",
                        "archived",
                        "cancelled",
                    ]
                ),
                name="event_state_known",
            ),
            models.CheckConstraint(
                condition=Q(state__in=["draft", "cancelled"]) | Q(frozen_at__isnull=False),
                name="event_rules_frozen_after_draft",
            ),
        ]

    def __str__(self) -> str:
        return self.name


class Entry(VersionedModel):
    """A side in one event: one player, or the partners of a pair."""

    class Status(models.TextChoices):
        ENTERED = "entered", "entered"
        ACTIVE = "active", "playing"
        WITHDRAWN = "withdrawn", "withdrawn"
        NO_SHOW = "no_show", "did not come"
        DISQUALIFIED = "disqualified", "disqualified"

    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="entries")
    number = models.PositiveIntegerField()
    display = models.CharField(max_length=170)
    status = models.CharField(max_length=12, choices=Status, default=Status.ENTERED)
    is_anchor = models.BooleanField(default=False)
    joined_round = models.PositiveSmallIntegerField(default=1)
    left_round = models.PositiveSmallIntegerField(null=True, blank=True)

    class Meta:
        verbose_name_plural = "entries"
        constraints = [
            models.UniqueConstraint(fields=["event", "number"], name="entry_number_once"),
            models.CheckConstraint(
                condition=Q(
                    status__in=["entered", "active", "withdrawn", "no_show", "disqualified"]
                ),
                name="entry_status_known",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.number} {self.display}"


class EntryMember(models.Model):
    """A registered person as a member of an entry; nobody is in one event twice."""

    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="members")
    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="members")
    registration = models.ForeignKey(
        Registration, on_delete=models.PROTECT, related_name="memberships"
    )
    place = models.PositiveSmallIntegerField(default=1)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["event", "registration"], name="member_once_an_event"),
            models.UniqueConstraint(fields=["entry", "place"], name="member_place_once"),
        ]

    def __str__(self) -> str:
        return f"member {self.place} of entry {self.entry_id}"


class Ruling(PublicModel):
    """What a director decided, or a lot that was drawn, with its reason."""

    class Kind(models.TextChoices):
        CUT_ORDER = "cut_order", "order at the cut"
        LOT = "lot", "lot for seeds"
        KEPT_APART = "kept_apart", "two who are kept apart"
        NOTE = "note", "note"

    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="rulings")
    kind = models.CharField(max_length=12, choices=Kind)
    payload = models.JSONField(default=dict)
    reason = models.CharField(max_length=400)
    made_by = models.CharField(max_length=120)

    def __str__(self) -> str:
        return f"{self.kind} in event {self.event_id}"
