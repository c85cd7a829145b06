"""What outlives an event: season scores and ratings.

Both are functions of accepted claims and can be computed again at any time.
"""

from django.db import models

from clubs.models import Club, Player
from common.models import PublicModel
from tournaments.models.occasion import Event, Season


class SeasonScore(models.Model):
    """The season points of one player from one event, with the reason."""

    season = models.ForeignKey(Season, on_delete=models.PROTECT, related_name="scores")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="season_scores")
    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="season_scores")
    points = models.IntegerField(null=True, blank=True)
    reason = models.CharField(max_length=200, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["season", "player", "event"], name="season_score_once")
        ]

    def __str__(self) -> str:
        return f"{self.points} for player {self.player_id}"


class RatingPool(PublicModel):
    """One list of ratings of a club: a system and the variant it is for."""

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="rating_pools")
    system = models.CharField(max_length=20, default="glicko")
    variant = models.CharField(max_length=30, default="six_card")
    params = models.JSONField(default=dict, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["club", "system", "variant"], name="rating_pool_once")
        ]

    def __str__(self) -> str:
        return f"{self.system} {self.variant}"


class RatingRun(PublicModel):
    """One computation of the ratings of an event, unique by its inputs."""

    pool = models.ForeignKey(RatingPool, on_delete=models.PROTECT, related_name="runs")
    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="rating_runs")
    inputs_digest = models.CharField(max_length=64)
    is_current = models.BooleanField(default=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["pool", "event"],
                condition=models.Q(is_current=True),
                name="rating_run_one_current_an_event",
            ),
            models.UniqueConstraint(
                fields=["pool", "event", "inputs_digest"], name="rating_run_once_an_input"
            ),
        ]

    def __str__(self) -> str:
        return f"run of event {self.event_id}"


class Rating(models.Model):
    """The rating of one player now: value and deviation in Elo units."""

    pool = models.ForeignKey(RatingPool, on_delete=models.PROTECT, related_name="ratings")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="ratings")
    value = models.FloatField()
    deviation = models.FloatField()
    games = models.PositiveIntegerField(default=0)
    updated_at = models.DateTimeField(auto_now=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["pool", "player"], name="rating_once_a_player")
        ]

    def __str__(self) -> str:
        return f"{self.value:.0f} of player {self.player_id}"


class RatingChange(models.Model):
    """How one event changed the rating of one player."""

    run = models.ForeignKey(RatingRun, on_delete=models.CASCADE, related_name="changes")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="rating_changes")
    value_before = models.FloatField()
    value_after = models.FloatField()
    deviation_before = models.FloatField()
    deviation_after = models.FloatField()
    games = models.PositiveIntegerField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["run", "player"], name="rating_change_once_a_run")
        ]

    def __str__(self) -> str:
        return f"change of player {self.player_id} in run {self.run_id}"
