"""Games at the desk: looked at as a spectator, by whoever works for the club."""

from typing import Any

from django.contrib import admin
from django.http import HttpRequest

from clubs.desk import ClubDeskAdmin
from games.codec import state_of
from games.models import Game


@admin.register(Game)
class GameAdmin(ClubDeskAdmin):
    """Games; what they hide is on no page."""

    list_display = ("public_id", "club", "origin", "phase", "scores", "created_at", "finished_at")
    list_filter = ("is_over", "phase")
    list_select_related = ("club",)
    search_fields = ("=public_id", "origin")
    ordering = ("-id",)
    fields = (
        "public_id",
        "club",
        "origin",
        "rules",
        "rules_digest",
        "version",
        "phase",
        "scores",
        "is_over",
        "winner_side",
        "created_at",
        "finished_at",
        "chain_head",
    )
    readonly_fields = fields

    @admin.display(description="score")
    def scores(self, game: Game) -> str:
        """Return the score of every side."""
        return "–".join(str(score) for score in state_of(game).scores)

    @admin.display(description="head of the chain")
    def chain_head(self, game: Game) -> str:
        """Return the hash that the whole log leads to."""
        return bytes(game.head).hex()

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False
