"""What somebody may see of a night, row by row; what he may not see is not there.

Drafts are for those who work for the club. Everything else of an event goes with the
event itself, as ``tournaments.selectors.events`` shows it.
"""

from uuid import UUID

from django.db.models import Max, OuterRef, Prefetch, Q, QuerySet, Subquery

from clubs import access
from clubs.access import Viewer
from common.errors import NotFound, PermissionDenied
from common.models import Change
from tournaments.models import (
    Entry,
    EntryMember,
    Event,
    Match,
    Registration,
    ResultClaim,
    Round,
    Season,
    Stage,
    Tournament,
)
from tournaments.selectors.events import events_for
from tournaments.selectors.matches import with_everything, with_sides

CLUB_OF_EVENT = "tournament__club"


def tournaments_for(viewer: Viewer) -> QuerySet[Tournament]:
    """Return the occasions that somebody may see: by an event, or working for the club.

    Args:
        viewer: an actor, a user, or None for a stranger.
    """
    staff = access.staffed(viewer, Tournament.objects.all()).values("pk")
    shown = events_for(viewer).values("tournament")
    return Tournament.objects.select_related("club").filter(Q(pk__in=staff) | Q(pk__in=shown))


def tournament_by_id(viewer: Viewer, tournament_id: UUID) -> Tournament:
    """Return an occasion that somebody may see, with its club.

    Args:
        viewer: an actor, a user, or None for a stranger.
        tournament_id: public id.

    Raises:
        NotFound: there is none, or he may not see it.
    """
    found = tournaments_for(viewer).filter(public_id=tournament_id).first()
    if found is None:
        raise NotFound("There is no such occasion.")
    return found


def registrations_for(viewer: Viewer, tournament: Tournament) -> QuerySet[Registration]:
    """Return the roster of an occasion to those who run its desk.

    Args:
        viewer: who looks.
        tournament: one that he may see.

    Raises:
        PermissionDenied: he does not work for the club.
    """
    if not access.staffed(viewer, Tournament.objects.filter(pk=tournament.pk)).exists():
        raise PermissionDenied("The roster with check-in and fees is for the desk.")
    return Registration.objects.filter(tournament=tournament).select_related("player")


def stages_for(viewer: Viewer) -> QuerySet[Stage]:
    """Return the stages of events that somebody may see.

    Args:
        viewer: an actor, a user, or None for a stranger.
    """
    return Stage.objects.select_related("event__tournament__club").filter(
        event__in=events_for(viewer).values("pk")
    )


def stage_by_id(viewer: Viewer, stage_id: UUID) -> Stage:
    """Return a stage that somebody may see, with event and club.

    Args:
        viewer: an actor, a user, or None for a stranger.
        stage_id: public id.

    Raises:
        NotFound: there is none, or he may not see it.
    """
    found = stages_for(viewer).filter(public_id=stage_id).first()
    if found is None:
        raise NotFound("There is no such stage.")
    return found


def stage_with_news(viewer: Viewer, stage_id: UUID) -> tuple[Stage, int]:
    """Return a stage that somebody may see, and the number of its event's last change.

    Args:
        viewer: an actor, a user, or None for a stranger.
        stage_id: public id.

    Returns:
        The stage with event and club, and the number, 0 before the first; one query.

    Raises:
        NotFound: there is none, or he may not see it.
    """
    changes = Change.objects.filter(kind="event", root_id=OuterRef("event__public_id"))
    last = changes.values("root_id").annotate(last=Max("seq")).values("last")
    found = stages_for(viewer).filter(public_id=stage_id).annotate(news=Subquery(last)).first()
    if found is None:
        raise NotFound("There is no such stage.")
    return found, found.news or 0


def rounds_for(viewer: Viewer) -> QuerySet[Round]:
    """Return the rounds that somebody may see; drafts are for the staff.

    Args:
        viewer: an actor, a user, or None for a stranger.
    """
    return Round.objects.select_related("stage__event__tournament__club").filter(
        _shown(viewer, event="stage__event", state="state")
    )


def round_by_id(viewer: Viewer, round_id: UUID) -> Round:
    """Return a round that somebody may see, with stage, event and club.

    Args:
        viewer: an actor, a user, or None for a stranger.
        round_id: public id.

    Raises:
        NotFound: there is none, or he may not see it.
    """
    found = rounds_for(viewer).filter(public_id=round_id).first()
    if found is None:
        raise NotFound("There is no such round.")
    return found


def matches_for(viewer: Viewer) -> QuerySet[Match]:
    """Return the matches that somebody may see, with sides; drafts are for the staff.

    Args:
        viewer: an actor, a user, or None for a stranger.
    """
    return with_sides(
        Match.objects.filter(_shown(viewer, event="stage__event", state="round__state"))
    )


def match_to_read(viewer: Viewer, match_id: UUID) -> Match:
    """Return a match that somebody may see, with sides, games and claims.

    Args:
        viewer: an actor, a user, or None for a stranger.
        match_id: public id.

    Raises:
        NotFound: there is none, or he may not see it.
    """
    shown = Match.objects.filter(_shown(viewer, event="stage__event", state="round__state"))
    found = with_everything(shown.filter(public_id=match_id)).first()
    if found is None:
        raise NotFound("There is no such match.")
    return found


def match_to_report(viewer: Viewer, match_id: UUID) -> Match:
    """Return a match that somebody may see, with its club and nothing else; one query.

    Args:
        viewer: an actor, a user, or None for a stranger.
        match_id: public id.

    Raises:
        NotFound: there is none, or he may not see it.
    """
    rows = Match.objects.select_related("stage__event__tournament__club")
    found = rows.filter(
        _shown(viewer, event="stage__event", state="round__state"), public_id=match_id
    ).first()
    if found is None:
        raise NotFound("There is no such match.")
    return found


def claims_for(viewer: Viewer) -> QuerySet[ResultClaim]:
    """Return the claims of clubs that somebody belongs to, with their matches.

    Args:
        viewer: who looks; strangers read the result of the match instead.
    """
    path = "match__stage__event__tournament__club"
    return access.scoped(
        viewer,
        ResultClaim.objects.select_related("match", "supersedes").filter(
            _shown(viewer, event="match__stage__event", state="match__round__state")
        ),
        club=path,
    )


def claim_by_id(viewer: Viewer, claim_id: UUID) -> ResultClaim:
    """Return a claim of a club that somebody belongs to.

    Args:
        viewer: who looks.
        claim_id: public id.

    Raises:
        NotFound: there is none, or he may not see it.
    """
    found = claims_for(viewer).filter(public_id=claim_id).first()
    if found is None:
        raise NotFound("There is no such claim.")
    return found


def entries_for(viewer: Viewer) -> QuerySet[Entry]:
    """Return the entries of events that somebody may see, with their members.

    Args:
        viewer: an actor, a user, or None for a stranger.
    """
    members = EntryMember.objects.select_related("registration__player").order_by("place")
    return (
        Entry.objects.select_related("event__tournament__club")
        .filter(event__in=events_for(viewer).values("pk"))
        .prefetch_related(Prefetch("members", members))
    )


def entry_by_id(viewer: Viewer, entry_id: UUID) -> Entry:
    """Return an entry that somebody may see, with event, club and members.

    Args:
        viewer: an actor, a user, or None for a stranger.
        entry_id: public id.

    Raises:
        NotFound: there is none, or he may not see it.
    """
    found = entries_for(viewer).filter(public_id=entry_id).first()
    if found is None:
        raise NotFound("There is no such entry.")
    return found


def seasons_for(viewer: Viewer) -> QuerySet[Season]:
    """Return the seasons of clubs that somebody may see.

    Args:
        viewer: an actor, a user, or None for a stranger.
    """
    return Season.objects.select_related("club").filter(
        club__in=access.visible_clubs(viewer).values("pk")
    )


def season_by_id(viewer: Viewer, season_id: UUID) -> Season:
    """Return a season that somebody may see, with its club.

    Args:
        viewer: an actor, a user, or None for a stranger.
        season_id: public id.

    Raises:
        NotFound: there is none, or he may not see it.
    """
    found = seasons_for(viewer).filter(public_id=season_id).first()
    if found is None:
        raise NotFound("There is no such season.")
    return found


def _shown(viewer: Viewer, *, event: str, state: str) -> Q:
    """The rows of visible events, but of drafts only those of the viewer's own clubs."""
    staff = access.staffed(viewer, Event.objects.all(), club=CLUB_OF_EVENT).values("pk")
    visible = Q(**{f"{event}__in": events_for(viewer).values("pk")})
    published = ~Q(**{state: Round.State.DRAFT}) | Q(**{f"{event}__in": staff})
    return visible & published
