"""Addresses of the public pages."""

from django.urls import path

from tournaments.web import pages

app_name = "public"
urlpatterns = [
    path("", pages.front_page, name="front"),
    path("events/<uuid:event_id>", pages.event, name="event"),
    path("clubs/<slug:slug>", pages.club, name="club"),
    path("players/<uuid:player_id>", pages.player, name="player"),
]
