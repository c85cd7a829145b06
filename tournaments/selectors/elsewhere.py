"""Who is due at a table of another event of the same occasion."""

from django.db.models import QuerySet

from tournaments.models import Entry, EntryMember, Event, Match, MatchSide, Round


def sides_elsewhere(event: Event, entries: QuerySet[Entry]) -> tuple[MatchSide, ...]:
    """List the open matches that people of an event have in its sister events.

    Args:
        event: with its occasion.
        entries: of it; only their people are looked at.

    Returns:
        The sides, with match, round, event and entry, each match once a person;
        none for a club night, which has one event; two queries at most.
    """
    if not Event.objects.filter(tournament=event.tournament_id).exclude(pk=event.pk).exists():
        return ()
    people = EntryMember.objects.filter(entry__in=entries).values("registration")
    sides = MatchSide.objects.filter(
        is_live=True,
        entry__members__registration__in=people,
        match__status__in=(Match.Status.READY, Match.Status.IN_PROGRESS),
    )
    return tuple(
        sides.exclude(entry__event=event)
        .exclude(round__state=Round.State.DRAFT)
        .select_related("match__round", "match__stage__event", "entry")
        .order_by("pk")
        .distinct()
    )
