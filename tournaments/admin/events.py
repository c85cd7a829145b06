"""Events: the list leads to the console, where everything is done."""

from typing import Any

from django.contrib import admin
from django.db.models import Model
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import URLPattern
from django.utils.html import format_html
from django.utils.safestring import SafeString

from tournaments.admin.base import ShownAdmin
from tournaments.admin.console.line import console_url
from tournaments.admin.console.urls import console_urls
from tournaments.models import Event
from tournaments.templatetags.fifteen import club_time


@admin.register(Event)
class EventAdmin(ShownAdmin):
    """Nights and events; adding one is the console's new night."""

    club_path = "tournament__club"
    list_display = ("console", "club", "starts", "state", "preset", "season")
    list_display_links = None
    list_filter = ("state", ("tournament__club", admin.RelatedOnlyFieldListFilter))
    list_select_related = ("tournament__club", "season")
    search_fields = ("name",)
    ordering = ("-tournament__starts_at", "-id")

    def get_urls(self) -> list[URLPattern]:
        return [*console_urls(self), *super().get_urls()]

    def has_add_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return self._has_role(request, None, ("director",))

    def change_view(
        self,
        request: HttpRequest,
        object_id: str,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> HttpResponse:
        event = self.get_object(request, object_id)
        if request.method == "GET" and isinstance(event, Event):
            return HttpResponseRedirect(console_url(event, "night"))
        return super().change_view(request, object_id, form_url, extra_context)

    @admin.display(description="Event", ordering="name")
    def console(self, event: Event) -> SafeString:
        """The name, as the way to the console."""
        return format_html('<a href="{}">{}</a>', console_url(event, "night"), event.name)

    @admin.display(description="Club", ordering="tournament__club__name")
    def club(self, event: Event) -> str:
        """The club."""
        return event.tournament.club.name

    @admin.display(description="Starts", ordering="tournament__starts_at")
    def starts(self, event: Event) -> str:
        """The start in the club's zone."""
        return club_time(event.tournament.starts_at, event.tournament.club.timezone)
