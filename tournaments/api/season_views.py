"""What outlives an event: seasons and ratings."""

from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from clubs import access
from common.api import params
from tournaments.api import base
from tournaments.api.base import ApiView, ListView, viewer_of
from tournaments.api.event_views import CLUB
from tournaments.api.outputs import RatingsOutput, SeasonOutput, SeasonTableOutput
from tournaments.models import PublicLevel
from tournaments.selectors.events import event_by_id
from tournaments.selectors.people import player_name, season_names
from tournaments.selectors.ratings import changes_of_event
from tournaments.selectors.seasons import SeasonLine, SeasonTable, season_table
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


class SeasonTableView(ApiView):
    """The table of a season."""

    public_methods = base.GET

    @extend_schema(operation_id="seasons_table", responses=SeasonTableOutput)
    def get(self, request: Request, season_id: UUID) -> Response:
        """Show the table of a season; level players share a place."""
        viewer = viewer_of(request)
        season = season_by_id(viewer, season_id)
        self.check_parameters(request)
        table = season_table(season)
        names = season_names(viewer, table)
        is_own = access.belongs(viewer, season.club)
        shown = {
            "season": season.public_id,
            "lines": [_line(line, table, names, is_own=is_own) for line in table.lines],
            "undecided": len(table.undecided),
        }
        return Response(SeasonTableOutput(shown).data)


class RatingsView(ApiView):
    """Ratings of an event."""

    public_methods = base.GET

    @extend_schema(operation_id="events_ratings", responses=RatingsOutput)
    def get(self, request: Request, event_id: UUID) -> Response:
        """Show how an event changed the ratings."""
        viewer = viewer_of(request)
        event = event_by_id(viewer, event_id)
        self.check_parameters(request)
        is_own = access.belongs(viewer, event.tournament.club)
        level = PublicLevel.FULL if is_own else event.public_level
        rows = [
            {
                "player": change.player.public_id if is_own else None,
                "name": player_name(change.player.display_name, level),
                "system": change.run.pool.system,
                "value_before": change.value_before,
                "value_after": change.value_after,
                "deviation_before": change.deviation_before,
                "deviation_after": change.deviation_after,
                "games": change.games,
            }
            for change in changes_of_event(event)
        ]
        return Response(RatingsOutput({"results": rows}).data)


def _line(
    line: SeasonLine, table: SeasonTable, names: dict[int, str], *, is_own: bool
) -> dict[str, object]:
    return {
        "place": line.place,
        "is_shared": line.is_shared,
        "player": line.player.public_id if is_own else None,
        "name": names[line.player.pk],
        "total": line.total,
        "nights": [
            {
                "event": table.events[int(one.night[1])].public_id,
                "points": one.points,
                "counted": one.counted,
                "reason": one.reason,
            }
            for one in line.nights
        ],
    }
