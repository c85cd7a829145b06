"""Addresses of the console, under those of the events."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import URLPattern, path

from tournaments.admin.console.check_in import CheckInPage
from tournaments.admin.console.details import DetailsPage
from tournaments.admin.console.finish import PublishedPage
from tournaments.admin.console.history import HistoryPage
from tournaments.admin.console.line import console_url, current_slug
from tournaments.admin.console.match import MatchPage
from tournaments.admin.console.page import ConsolePage, DeskPage
from tournaments.admin.console.play import PlayPage
from tournaments.admin.console.play_offs import PlayOffsPage
from tournaments.admin.console.roster import RosterPage
from tournaments.admin.console.seating import SeatingPage
from tournaments.admin.console.setup import CopyNightPage, NewNightPage
from tournaments.admin.console.standings import StandingsPage

PAGES: tuple[type[ConsolePage], ...] = (
    RosterPage,
    CheckInPage,
    SeatingPage,
    PlayPage,
    StandingsPage,
    PlayOffsPage,
    PublishedPage,
    HistoryPage,
    DetailsPage,
)


class NightPage(ConsolePage):
    """Leads to the step where the night stands."""

    slug = "night"

    def get(self, request: HttpRequest, **kwargs: Any) -> HttpResponse:
        return HttpResponseRedirect(console_url(self.event, current_slug(self.night)))

    def post(self, request: HttpRequest, **kwargs: Any) -> HttpResponse:
        return self.get(request, **kwargs)


def console_urls(model_admin: Any) -> list[URLPattern]:
    """Return the addresses of an event's pages, for the front of the stock ones."""

    def view(page: type[DeskPage]) -> Any:
        return model_admin.admin_site.admin_view(page.as_view(model_admin=model_admin))

    consoles: tuple[type[ConsolePage], ...] = (*PAGES, NightPage)
    pages = {page.slug: view(page) for page in consoles}

    def by_slug(request: HttpRequest, slug: str, **kwargs: Any) -> Any:
        if slug not in pages:
            raise Http404("The console has no such page.")
        return pages[slug](request, **kwargs)

    return [
        path("add/", view(NewNightPage), name="tournaments_event_add"),
        path("<uuid:event_id>/copy/", view(CopyNightPage), name="tournaments_event_copy"),
        path(
            "<uuid:event_id>/console/match/<uuid:match_id>/",
            view(MatchPage),
            name="tournaments_event_match",
        ),
        path("<uuid:event_id>/console/<slug:slug>/", by_slug, name="tournaments_event_console"),
    ]
