"""Seasons, occasions, and who is on their rosters."""

from typing import Any

from django import forms
from django.contrib import admin
from django.db.models import Model, QuerySet
from django.http import HttpRequest

from clubs.desk import ClubDeskAdmin
from common.desk import DeskForm, admin_actor
from tournaments.admin.base import ShownAdmin
from tournaments.models import Entry, Registration, Ruling, Season, Tournament
from tournaments.points import SCHEDULES
from tournaments.services.seasons import create_season


class SeasonForm(DeskForm):
    """A new season."""

    schedule = forms.ChoiceField(
        choices=lambda: [(key, key.replace("_", " ")) for key in SCHEDULES], label="Points"
    )

    class Meta:
        model = Season
        fields = ("club", "name", "starts_on", "ends_on", "schedule")


@admin.register(Season)
class SeasonAdmin(ClubDeskAdmin):
    """Seasons of a club; made here, read afterwards."""

    form = SeasonForm
    list_display = ("name", "club", "starts_on", "ends_on", "schedule")
    list_select_related = ("club",)
    search_fields = ("name",)
    ordering = ("-starts_on", "id")

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def serve(self, request: HttpRequest, obj: Any, values: dict[str, Any], change: bool) -> Season:
        return create_season(
            club_id=values["club"].public_id,
            actor=admin_actor(request),
            name=values["name"],
            starts_on=values["starts_on"],
            ends_on=values["ends_on"],
            schedule=values["schedule"],
        )


@admin.register(Tournament)
class TournamentAdmin(ShownAdmin):
    """Occasions with several events; a club night never shows its own."""

    list_display = ("name", "club", "place", "starts_at")
    list_select_related = ("club",)
    search_fields = ("name", "place")
    ordering = ("-starts_at", "id")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        return super().get_queryset(request).filter(is_night=False)


@admin.register(Registration)
class RegistrationAdmin(ShownAdmin):
    """Who was on which roster."""

    club_path = "tournament__club"
    list_display = ("player", "number", "tournament", "status", "fee_paid", "is_walk_in")
    list_filter = ("status", "is_guest")
    list_select_related = ("player", "tournament__club")
    search_fields = ("player__display_name", "player__member_no", "tournament__name")
    ordering = ("-tournament__starts_at", "number")


@admin.register(Entry)
class EntryAdmin(ShownAdmin):
    """Who played in which event."""

    club_path = "event__tournament__club"
    list_display = ("display", "number", "event", "status")
    list_filter = ("status",)
    list_select_related = ("event__tournament__club",)
    search_fields = ("display", "event__name")
    ordering = ("-event__tournament__starts_at", "number")


@admin.register(Ruling)
class RulingAdmin(ShownAdmin):
    """What directors decided, and lots that were drawn."""

    club_path = "event__tournament__club"
    list_display = ("kind", "event", "reason", "made_by", "created_at")
    list_filter = ("kind",)
    list_select_related = ("event__tournament__club",)
    ordering = ("-id",)
