"""The app of this package."""

from django.apps import AppConfig


class TournamentsConfig(AppConfig):
    """Tournaments."""

    name = "tournaments"
    verbose_name = "Tournaments"
