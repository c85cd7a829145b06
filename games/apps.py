"""The app of this package."""

from django.apps import AppConfig


class GamesConfig(AppConfig):
    """Games."""

    name = "games"
    verbose_name = "Games"
