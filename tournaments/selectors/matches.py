"""Matches as every door reads them."""

from uuid import UUID

from django.db.models import Prefetch, QuerySet

from clubs import access
from clubs.access import Viewer
from common.errors import NotFound
from tournaments.models import Event, Match, MatchGame, MatchSide, ResultClaim, Round
from tournaments.selectors.events import events_for

OVER = Match.OVER
PLAYABLE = (Match.Status.READY, Match.Status.IN_PROGRESS, Match.Status.REPORTED)


def match_by_id(viewer: Viewer, match_id: UUID) -> Match:
    """Return a match that somebody may see, with its round, sides, games and claims.

    Args:
        viewer: an actor, a user, or None for a stranger.
        match_id: public id.

    Raises:
        NotFound: there is none, or he may not see it; drafts are for the staff.
    """
    found = with_everything(Match.objects.filter(public_id=match_id)).first()
    if found is None or not _may_see(viewer, found):
        raise NotFound("There is no such match.")
    return found


def matches_of(event: Event) -> QuerySet[Match]:
    """Return the published matches of an event in the order they are played.

    Args:
        event: any state.

    Returns:
        What was drawn anew before it was played is left out, a game declared void not.
    """
    return (
        with_sides(Match.objects.filter(stage__event=event))
        .exclude(round__state=Round.State.DRAFT)
        .exclude(status=Match.Status.VOID, outcome__isnull=True)
        .order_by("stage__number", "round__number", "table", "number")
    )


def open_matches(event: Event) -> QuerySet[Match]:
    """Return the matches that take a result now, in the order they are played.

    Args:
        event: any state.

    Returns:
        Matches with round, stage, sides and entries; two queries.
    """
    return matches_of(event).filter(kind=Match.Kind.PAIRING, status__in=PLAYABLE)


def with_sides(matches: QuerySet[Match]) -> QuerySet[Match]:
    """Load round, stage and sides along with matches.

    Args:
        matches: any.
    """
    sides = MatchSide.objects.select_related("entry").order_by("slot")
    return matches.select_related("round", "stage__event__tournament__club").prefetch_related(
        Prefetch("sides", sides)
    )


def with_everything(matches: QuerySet[Match]) -> QuerySet[Match]:
    """Load games and claims as well; the accepted claim, if any, is among them.

    Args:
        matches: any.
    """
    return with_sides(matches).prefetch_related(
        Prefetch("games", MatchGame.objects.order_by("number")),
        Prefetch("claims", ResultClaim.objects.order_by("number")),
    )


def accepted_claim(match: Match) -> ResultClaim | None:
    """Return the claim that counts, or None.

    Args:
        match: any.
    """
    accepted = ResultClaim.objects.filter(match=match, state=ResultClaim.State.ACCEPTED)
    return accepted.first()


def _may_see(viewer: Viewer, match: Match) -> bool:
    event = match.stage.event
    if match.round.state == Round.State.DRAFT:
        path = "tournament__club"
        return access.staffed(viewer, Event.objects.filter(pk=event.pk), club=path).exists()
    return events_for(viewer).filter(pk=event.pk).exists()
