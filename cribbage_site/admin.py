"""The admin site that organisers work in."""

from django.contrib.admin import AdminSite


class FifteenTwoAdminSite(AdminSite):
    """The desk: the ordinary Django admin with the project's name and look."""

    site_header = "Fifteen Two"
    site_title = "Fifteen Two"
    index_title = "The desk"
