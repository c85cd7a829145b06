"""The app of this package."""

from django.apps import AppConfig


class CommonConfig(AppConfig):
    """Common parts."""

    name = "common"
    verbose_name = "Common parts"
