"""What the public pages beside an event's own list: nights, seasons, people."""

from dataclasses import dataclass
from datetime import date
from uuid import UUID

from django.db.models import QuerySet

from clubs import access
from clubs.access import Viewer
from clubs.models import Club, Player
from common.errors import NotFound
from tournaments.models import Entry, Event, PublicLevel, Rating, Season
from tournaments.selectors.events import events_for

UNDER_WAY = (Event.State.OPEN, Event.State.CHECKIN, Event.State.RUNNING, Event.State.REVIEW)
OVER = (Event.State.FINAL, Event.State.ARCHIVED)
MOST = 20


@dataclass(frozen=True, slots=True)
class Nights:
    """Events under way or to come, the next first; and those that are final."""

    coming: tuple[Event, ...]
    final: tuple[Event, ...]


def nights_of(viewer: Viewer, club: Club | None = None) -> Nights:
    """List what is on and what has been, as far as somebody may see it.

    Args:
        viewer: a user, or None for a stranger.
        club: of this club only; None for all.

    Returns:
        At most 20 each; two queries.
    """
    events = events_for(viewer)
    if club is not None:
        events = events.filter(tournament__club=club)
    coming = events.filter(state__in=UNDER_WAY).order_by("tournament__starts_at", "pk")
    final = events.filter(state__in=OVER).order_by("-tournament__starts_at", "-pk")
    return Nights(tuple(coming[:MOST]), tuple(final[:MOST]))


def club_by_slug(viewer: Viewer, slug: str) -> Club:
    """Return a club that somebody may see.

    Args:
        viewer: a user, or None for a stranger.
        slug: the club's word in addresses.

    Raises:
        NotFound: there is none, or he may not see it.
    """
    club = access.visible_clubs(viewer).filter(slug=slug).first()
    if club is None:
        raise NotFound("There is no such club.")
    return club


def season_on(club: Club, day: date) -> Season | None:
    """Return the season of a club that a day belongs to, else the one before.

    Args:
        club: any.
        day: today.
    """
    begun = Season.objects.filter(club=club, starts_on__lte=day).select_related("club")
    return begun.order_by("-starts_on", "-pk").first()


def public_player(viewer: Viewer, player_id: UUID) -> Player:
    """Return a player whose name somebody may read.

    Args:
        viewer: a user, or None for a stranger.
        player_id: public id.

    Returns:
        A player of one's own club, or one who has played where full names are shown.

    Raises:
        NotFound: there is none, or he may not be seen.
    """
    player = Player.objects.select_related("club").filter(public_id=player_id).first()
    if player is None or not (
        access.belongs(viewer, player.club) or played_events(viewer, player).exists()
    ):
        raise NotFound("There is no such player.")
    return player


def played_events(viewer: Viewer, player: Player) -> QuerySet[Event]:
    """Return the events a player was in that somebody may see with his full name.

    Args:
        viewer: a user, or None for a stranger.
        player: any.
    """
    of_player = Entry.objects.filter(members__registration__player=player).exclude(
        status__in=(Entry.Status.WITHDRAWN, Entry.Status.NO_SHOW)
    )
    events = events_for(viewer).filter(pk__in=of_player.values("event"))
    if not access.belongs(viewer, player.club):
        events = events.filter(public_level=PublicLevel.FULL)
    return events.order_by("-tournament__starts_at", "-pk")


def ratings_of_player(player: Player) -> QuerySet[Rating]:
    """Return the ratings of a player.

    Args:
        player: any.
    """
    return Rating.objects.filter(player=player).select_related("pool").order_by("pool__system")
