"""The API, version 1: every resource of the apps under one root."""

from django.urls import URLPattern, URLResolver, include, path

urlpatterns: list[URLPattern | URLResolver] = [
    path("", include("common.api.docs")),
    path("", include("clubs.api.urls")),
    path("", include("tournaments.api.urls")),
    path("", include("games.api.urls")),
]
