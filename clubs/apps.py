"""The app of this package."""

from django.apps import AppConfig


class ClubsConfig(AppConfig):
    """Clubs."""

    name = "clubs"
    verbose_name = "Clubs"
