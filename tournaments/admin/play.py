"""Matches: only where and when one is played may be changed here."""

from typing import Any

from django import forms
from django.contrib import admin
from django.db.models import Model
from django.http import HttpRequest
from django.utils.html import format_html
from django.utils.safestring import SafeString

from common.desk import DeskForm, admin_actor
from tournaments.admin.base import ShownAdmin
from tournaments.admin.console.line import match_url
from tournaments.models import Match
from tournaments.selectors.matches import with_sides
from tournaments.services.tables import HIGHEST_TABLE, edit_match


class MatchForm(DeskForm):
    """Where and when a match is played."""

    table = forms.IntegerField(min_value=1, max_value=HIGHEST_TABLE, required=False)

    class Meta:
        model = Match
        fields = ("table", "starts_at")


@admin.register(Match)
class MatchAdmin(ShownAdmin):
    """Matches of one's clubs; results are entered and corrected on the console."""

    form = MatchForm
    club_path = "stage__event__tournament__club"
    writer_roles = ("director", "scorer")
    list_display = ("sides", "round_name", "table", "status", "outcome", "event", "console")
    list_display_links = ("sides",)
    list_filter = ("status", "outcome", "kind")
    search_fields = ("sides__entry__display", "stage__event__name")
    ordering = ("-id",)
    readonly_fields = ("sides", "event", "round_name", "status", "outcome", "console")

    def get_queryset(self, request: HttpRequest) -> Any:
        return with_sides(super().get_queryset(request))

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return self._has_role(request, obj, self.writer_roles)

    def get_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        shown = (*self.readonly_fields, "table", "starts_at")
        may = self.has_change_permission(request, obj)
        return (*shown, "expected_version") if may else shown

    def serve(self, request: HttpRequest, obj: Any, values: dict[str, Any], change: bool) -> Match:
        stored = Match.objects.get(pk=obj.pk)
        given = {"table": values["table"] or stored.table, "starts_at": values["starts_at"]}
        changes = {name: value for name, value in given.items() if value != getattr(stored, name)}
        if not changes:
            return stored
        return edit_match(
            match_id=obj.public_id,
            actor=admin_actor(request),
            expected_version=values["expected_version"] or 0,
            **changes,
        )

    @admin.display(description="Sides")
    def sides(self, match: Match) -> str:
        """Who plays."""
        names = [
            side.entry.display if side.entry else "not known yet" for side in match.sides.all()
        ]
        return " – ".join(names) if len(names) > 1 else f"{names[0]} sits out"

    @admin.display(description="Round")
    def round_name(self, match: Match) -> str:
        """The round."""
        return match.round.name or f"Round {match.round.number}"

    @admin.display(description="Event")
    def event(self, match: Match) -> str:
        """The event."""
        return match.stage.event.name

    @admin.display(description="Result")
    def console(self, match: Match) -> SafeString:
        """The way to the result."""
        return format_html('<a href="{}">result</a>', match_url(match.stage.event, match.public_id))
