"""The admin site that organisers work in."""

from typing import Any

from django.contrib.admin import AdminSite
from django.http import HttpRequest
from django.template.response import TemplateResponse

from tournaments.selectors.desk import (
    directed_clubs,
    night_to_copy,
    night_under_way,
    recent_nights,
)


class FifteenTwoAdminSite(AdminSite):
    """The desk: the ordinary Django admin with the project's name and look."""

    site_header = "Fifteen Two"
    site_title = "Fifteen Two"
    index_title = "The desk"
    index_template = "desk/index.html"

    def index(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> TemplateResponse:
        """Show the nights first, the ordinary lists below."""
        nights = recent_nights(request.user)
        shown = {
            "nights": nights,
            "tonight": night_under_way(nights),
            "last": night_to_copy(nights),
            "can_set_up": directed_clubs(request.user).exists(),
        }
        return super().index(request, {**shown, **(extra_context or {})})
