"""The admin site of the project."""

from django.contrib.admin.apps import AdminConfig


class FifteenTwoAdminConfig(AdminConfig):
    """The organisers' desk is the project's own admin site."""

    default_site = "cribbage_site.admin.FifteenTwoAdminSite"
