"""Events, rosters and charts as every door reads them."""

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from django.db.models import Prefetch, Q, QuerySet

from clubs import access
from clubs.access import Viewer
from common.errors import NotFound
from tournaments.formats.charts import checks_of as count_checks
from tournaments.models import Entry, EntryMember, Event, PublicLevel, Registration, Round, Stage
from tournaments.pairing.checks import Checks
from tournaments.selectors.draws import rounds_with_matches
from tournaments.selectors.plans import planned_rounds

HIDDEN_FROM_PLAYERS = (Event.State.DRAFT,)


@dataclass(frozen=True, slots=True)
class RosterLine:
    """A person on the roster, with the entry in this event; None when not entered."""

    registration: Registration
    entry: Entry | None


def events_for(viewer: Viewer) -> QuerySet[Event]:
    """Return the events that somebody may see.

    Args:
        viewer: an actor, a user, or None for a stranger.

    Returns:
        Everything of clubs the viewer works for; of clubs he plays at, what is
        no draft; of public clubs, what is neither draft nor hidden.
    """
    events = Event.objects.select_related("tournament__club", "season")
    path = "tournament__club"
    staff = access.staffed(viewer, Event.objects.all(), club=path).values("pk")
    own = access.scoped(viewer, Event.objects.all(), club=path).values("pk")
    shown = ~Q(state__in=HIDDEN_FROM_PLAYERS)
    public = Q(tournament__club__is_public=True) & ~Q(public_level=PublicLevel.HIDDEN)
    return events.filter(Q(pk__in=staff) | (shown & (Q(pk__in=own) | public)))


def event_by_id(viewer: Viewer, event_id: UUID) -> Event:
    """Return an event that somebody may see, with tournament, club and season.

    Args:
        viewer: an actor, a user, or None for a stranger.
        event_id: public id.

    Raises:
        NotFound: there is none, or he may not see it.
    """
    event = events_for(viewer).filter(public_id=event_id).first()
    if event is None:
        raise NotFound("There is no such event.")
    return event


def sees_names(viewer: Viewer, event: Event) -> bool:
    """Tell whether somebody reads full names whatever the event shows strangers.

    Args:
        viewer: an actor, a user, or None for a stranger.
        event: with its tournament and club.
    """
    return event.public_level == PublicLevel.FULL or access.belongs(viewer, event.tournament.club)


def roster_of(event: Event) -> tuple[RosterLine, ...]:
    """List who is on the roster of an event's occasion, by number.

    Args:
        event: any state.

    Returns:
        One line a person, with player and entry; two queries.
    """
    members = EntryMember.objects.filter(event=event).select_related("entry")
    registrations = (
        Registration.objects.filter(tournament_id=event.tournament_id)
        .select_related("player")
        .prefetch_related(Prefetch("memberships", members, to_attr="in_event"))
        .order_by("number")
    )
    return tuple(
        RosterLine(one, one.in_event[0].entry if one.in_event else None) for one in registrations
    )


def entries_of(event: Event) -> QuerySet[Entry]:
    """Return the entries of an event by number.

    Args:
        event: any state.
    """
    return Entry.objects.filter(event=event).order_by("number")


def stages_of(event: Event) -> QuerySet[Stage]:
    """Return the stages of an event in order.

    Args:
        event: any state.
    """
    return Stage.objects.filter(event=event).order_by("number")


def chart_of(stage: Stage, *, drafts: bool = False) -> tuple[Round, ...]:
    """Return the rounds of a stage with matches, sides and entries, all in order.

    Args:
        stage: any stage.
        drafts: whether rounds that are not published are shown, in the place of
            those they are going to replace; strangers never see them.

    Returns:
        Rounds whose ``matches.all()`` and their ``sides.all()`` are loaded;
        three queries, whatever the size.
    """
    rounds = rounds_with_matches(stage)
    if not drafts:
        return tuple(rounds.exclude(state=Round.State.DRAFT))
    shown = list(rounds)
    first = next((one.number for one in shown if one.state == Round.State.DRAFT), None)
    return tuple(
        one
        for one in shown
        if one.state == Round.State.DRAFT or first is None or one.number < first
    )


def checks_of(stage: Stage) -> Checks:
    """Count what the chart of a stage, drafts included, does to everybody.

    Args:
        stage: any stage.

    Returns:
        Repeats, sit-outs and first deals by key of the entry; three queries.
    """
    return checks_of_rounds(chart_of(stage, drafts=True))


def checks_of_rounds(rounds: Sequence[Round]) -> Checks:
    """Count what loaded rounds do to everybody.

    Args:
        rounds: as ``chart_of`` returns them.

    Returns:
        As ``checks_of``; no query.
    """
    return count_checks(planned_rounds(rounds))
