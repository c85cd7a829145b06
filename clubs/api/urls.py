"""Addresses of clubs, players and who asks."""

from django.urls import path

from clubs.api import schema, views

__all__ = ("schema", "urlpatterns")

urlpatterns = [
    path("clubs", views.ClubsView.as_view()),
    path("clubs/<uuid:club_id>", views.ClubView.as_view()),
    path("clubs/<uuid:club_id>/players", views.PlayersView.as_view()),
    path("players/me", views.OwnPlayerView.as_view()),
    path("players/<uuid:player_id>", views.PlayerView.as_view()),
    path("me", views.MeView.as_view()),
    path("me/token", views.OwnTokenView.as_view()),
]
