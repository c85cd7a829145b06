"""A game: one row that is locked, its log, and its secrets apart from both.

``Game`` holds the projection: the state as of ``version``, so that a command is
judged without reading the log. ``GameEvent`` is the log and is only added to.
``GameSecret`` is what the log may not show while the game lasts: hidden cards,
and of every pack the salt that its order is drawn from. Nothing refers to it and
no page shows it. ``Heartbeat`` and ``Outage`` say when nobody could play.
"""

from uuid import uuid4

from django.db import models
from django.db.models import Q

from clubs.models import Club, Player
from common import clock
from common.models import PublicModel

MATCH = "match:"
"""How the origin of a game begins that belongs to a match."""


class Game(PublicModel):
    """One game; ``version`` is the number of its last event."""

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="games")
    origin = models.CharField(max_length=80, default="", blank=True)
    rules = models.JSONField()
    rules_digest = models.CharField(max_length=64)
    version = models.PositiveIntegerField(default=0)
    phase = models.CharField(max_length=20)
    is_over = models.BooleanField(default=False)
    winner_side = models.PositiveSmallIntegerField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)
    # The login of each seat that is taken, by seat: a command needs no look at the seats.
    users = models.JSONField(default=list)
    # When the time that runs ends, if one does.
    due_at = models.DateTimeField(null=True, blank=True)
    # Hidden cards are in it: for the server alone.
    snapshot = models.JSONField()
    # The pack in use: its number, key id and salt. Worthless without the key.
    pack = models.JSONField(null=True, blank=True)
    head = models.BinaryField(max_length=32)

    class Meta:
        indexes = [
            models.Index(fields=["club", "id"], name="game_of_club"),
            models.Index(
                fields=["due_at"],
                name="game_due",
                condition=Q(is_over=False, due_at__isnull=False),
            ),
            models.Index(
                fields=["id"],
                name="game_being_played",
                condition=Q(is_over=False) & ~Q(phase="seating"),
            ),
        ]
        constraints = [
            models.CheckConstraint(
                condition=Q(is_over=True, finished_at__isnull=False)
                | Q(is_over=False, finished_at=None, winner_side=None),
                name="game_over_is_dated",
            )
        ]

    def __str__(self) -> str:
        return f"game {self.public_id}"


class GameSeat(models.Model):
    """One place at a table: kept for a player until he takes it."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="seats")
    seat = models.PositiveSmallIntegerField()
    player = models.ForeignKey(
        Player, null=True, blank=True, on_delete=models.PROTECT, related_name="game_seats"
    )
    taken_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["game", "seat"], name="game_seat_once"),
            models.UniqueConstraint(
                fields=["game", "player"],
                condition=Q(player__isnull=False),
                name="game_player_once",
            ),
            models.CheckConstraint(
                condition=Q(taken_at=None) | Q(player__isnull=False), name="game_seat_by_player"
            ),
        ]

    def __str__(self) -> str:
        return f"seat {self.seat} of game #{self.game_id}"


class GameEvent(models.Model):
    """One event as everybody may read it; ``hash`` covers the events before.

    ``commit`` is the digest of the event's secret, where it has one.
    """

    pk = models.CompositePrimaryKey("game_id", "seq")
    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="events", db_index=False)
    seq = models.PositiveIntegerField()
    type = models.CharField(max_length=20)
    seat = models.PositiveSmallIntegerField(null=True)
    public = models.JSONField()
    at = models.DateTimeField(default=clock.now)
    actor_key = models.CharField(max_length=40)
    commit = models.BinaryField(max_length=32, null=True)
    hash = models.BinaryField(max_length=32)

    def __str__(self) -> str:
        return f"event {self.seq} of game #{self.game_id}"


class GameSecret(models.Model):
    """What an event hides; opened by who may see it, and to all seats after the end."""

    pk = models.CompositePrimaryKey("game_id", "seq")
    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="+", db_index=False)
    seq = models.PositiveIntegerField()
    nonce = models.BinaryField(max_length=32)
    private = models.JSONField()

    def __str__(self) -> str:
        return f"secret {self.seq} of game #{self.game_id}"


class Heartbeat(models.Model):
    """The last sign that the site was up: one row, written by beat through a worker."""

    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"alive at {self.at.isoformat()}"


class Outage(models.Model):
    """A time without a sign of life; running clocks get it back, each game once."""

    public_id = models.UUIDField(default=uuid4, unique=True, editable=False)
    # The last sign before it: whoever notices the gap names the same outage.
    started_at = models.DateTimeField(unique=True)
    ended_at = models.DateTimeField()
    granted_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        indexes = [models.Index(fields=["ended_at"], name="outage_end")]
        constraints = [
            models.CheckConstraint(
                condition=Q(ended_at__gt=models.F("started_at")), name="outage_ends_after_start"
            )
        ]

    def __str__(self) -> str:
        return f"outage {self.public_id}"
