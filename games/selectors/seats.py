"""Who sits where."""

from django.db.models import OuterRef, Subquery

from clubs.access import Viewer
from common.actor import Actor
from games.models import GameSeat


def own_seat(viewer: Viewer) -> Subquery:
    """Return the expression for the seat a viewer has taken in each game of a queryset.

    Args:
        viewer: a person, or a token, which acts for its maker in its own club.

    Returns:
        The seat's number, or null for who does not play.
    """
    user_id = viewer.user_id if isinstance(viewer, Actor) else getattr(viewer, "pk", None)
    taken = GameSeat.objects.filter(game=OuterRef("pk"), taken_at__isnull=False)
    own = taken.none() if user_id is None else taken.filter(player__user_id=user_id)
    if isinstance(viewer, Actor) and viewer.club_id is not None:
        own = own.filter(player__club_id=viewer.club_id)
    return Subquery(own.values("seat")[:1])
