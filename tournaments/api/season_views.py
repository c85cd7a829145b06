"""Seasons of a club."""

from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from common.api import params
from tournaments.api import base
from tournaments.api.base import ApiView, ListView, viewer_of
from tournaments.api.event_views import CLUB
from tournaments.api.outputs import SeasonOutput
from tournaments.selectors.visible import season_by_id, seasons_for


class SeasonsView(ListView):
    """The seasons one may see."""

    public_methods = base.GET
    parameters = frozenset({"club"})
    ordering = ("-starts_on", "-id")

    @extend_schema(
        operation_id="seasons_list", responses=SeasonOutput(many=True), parameters=[CLUB]
    )
    def get(self, request: Request) -> Response:
        """List seasons, the latest first."""
        self.check_parameters(request)
        rows = seasons_for(viewer_of(request))
        club = params.uuid(request.query_params, "club")
        return self.page_of(rows.filter(club__public_id=club) if club else rows, SeasonOutput)


class SeasonView(ApiView):
    """One season."""

    public_methods = base.GET

    @extend_schema(operation_id="seasons_read", responses=SeasonOutput)
    def get(self, request: Request, season_id: UUID) -> Response:
        """Show a season."""
        season = season_by_id(viewer_of(request), season_id)
        self.check_parameters(request)
        return base.versioned(SeasonOutput(season).data, season.version)
