"""The public pages: what is on, one event, one club, one player."""

from typing import Any
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import conditional_page, require_safe

from clubs.access import Viewer, visible_clubs
from common import clock
from common.errors import NotFound
from tournaments.selectors.events import event_by_id
from tournaments.selectors.people import season_names
from tournaments.selectors.public import (
    club_by_slug,
    nights_of,
    played_events,
    public_player,
    ratings_of_player,
    season_on,
)
from tournaments.selectors.seasons import season_table
from tournaments.web.event_page import event_page

LONGEST_NAME = 80
MOST_CLUBS = 50


@require_safe
@conditional_page
def front_page(request: HttpRequest) -> HttpResponse:
    """Show what is on tonight and what has been, at every club one may see."""
    viewer = _viewer(request)
    clubs = visible_clubs(viewer).order_by("name")[:MOST_CLUBS]
    return _page(request, "public/front.html", {"nights": nights_of(viewer), "clubs": clubs})


@require_safe
@conditional_page
def event(request: HttpRequest, event_id: UUID) -> HttpResponse:
    """Show an event: pairings, standings, bracket, results."""
    viewer = _viewer(request)
    try:
        found = event_by_id(viewer, event_id)
    except NotFound as error:
        raise Http404 from error
    name = request.GET.get("name", "")[:LONGEST_NAME]
    page = event_page(viewer, found, round_number=_round_number(request), name=name)
    if page is None:
        raise Http404
    club = found.tournament.club
    return _page(request, "public/event.html", {"page": page, "club": club, "zone": club.timezone})


@require_safe
@conditional_page
def club(request: HttpRequest, slug: str) -> HttpResponse:
    """Show a club: its nights and the table of its season."""
    viewer = _viewer(request)
    try:
        found = club_by_slug(viewer, slug)
    except NotFound as error:
        raise Http404 from error
    season = season_on(found, clock.now().date())
    context: dict[str, Any] = {"club": found, "nights": nights_of(viewer, found)}
    if season is not None:
        table = season_table(season)
        names = season_names(viewer, table)
        context |= {
            "table": table,
            "lines": [(line, names[line.player.pk]) for line in table.lines],
        }
    return _page(request, "public/club.html", context)


@require_safe
@conditional_page
def player(request: HttpRequest, player_id: UUID) -> HttpResponse:
    """Show a player where names may be shown: his nights and his rating."""
    viewer = _viewer(request)
    try:
        found = public_player(viewer, player_id)
    except NotFound as error:
        raise Http404 from error
    context = {
        "player": found,
        "events": played_events(viewer, found)[:MOST_CLUBS],
        "ratings": ratings_of_player(found),
    }
    return _page(request, "public/player.html", context)


def _viewer(request: HttpRequest) -> Viewer:
    user = request.user
    return user if user.is_authenticated else None


def _round_number(request: HttpRequest) -> int | None:
    given = request.GET.get("round")
    if given is None:
        return None
    if not given.isascii() or not given.isdigit() or len(given) > 4:
        raise Http404
    return int(given)


def _page(request: HttpRequest, template: str, context: dict[str, Any]) -> HttpResponse:
    answer = render(request, template, context)
    answer["Cache-Control"] = "private, no-cache"
    return answer
