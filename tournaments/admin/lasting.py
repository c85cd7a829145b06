"""Season points and ratings: computed, so they are only read."""

from django.contrib import admin

from tournaments.admin.base import ShownAdmin
from tournaments.models import Rating, RatingChange, SeasonScore


@admin.register(SeasonScore)
class SeasonScoreAdmin(ShownAdmin):
    """Season points of one player from one event."""

    club_path = "season__club"
    list_display = ("player", "season", "event", "points", "reason")
    list_filter = (("season", admin.RelatedOnlyFieldListFilter),)
    list_select_related = ("player", "season__club", "event")
    search_fields = ("player__display_name",)
    ordering = ("-id",)


@admin.register(Rating)
class RatingAdmin(ShownAdmin):
    """Ratings as they are now."""

    club_path = "pool__club"
    list_display = ("player", "pool", "value", "deviation", "games")
    list_select_related = ("player", "pool__club")
    search_fields = ("player__display_name",)
    ordering = ("-value", "id")


@admin.register(RatingChange)
class RatingChangeAdmin(ShownAdmin):
    """What one event did to a rating."""

    club_path = "run__pool__club"
    list_display = ("player", "event", "value_before", "value_after", "games")
    list_select_related = ("player", "run__pool__club", "run__event")
    search_fields = ("player__display_name",)
    ordering = ("-id",)

    @admin.display(description="Event")
    def event(self, change: RatingChange) -> str:
        """The event."""
        return change.run.event.name
