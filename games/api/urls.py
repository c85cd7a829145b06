"""Addresses of games."""

from django.urls import path

from games.api import commands, corrections, views

urlpatterns = [
    path("games", views.GamesView.as_view()),
    path("games/<uuid:game_id>", views.GameView.as_view()),
    path("games/<uuid:game_id>/seats", views.SeatsView.as_view()),
    path("games/<uuid:game_id>/commands", commands.CommandsView.as_view()),
    path("games/<uuid:game_id>/call-director", views.DirectorCallView.as_view()),
    path("games/<uuid:game_id>/corrections", corrections.CorrectionsView.as_view()),
    path("games/<uuid:game_id>/events", views.EventsView.as_view()),
    path("games/<uuid:game_id>/deals/<int:number>/seed", views.SeedView.as_view()),
    path("games/<uuid:game_id>/verify", views.VerifyView.as_view()),
]
