"""Pairs of an event, and who has no partner in it."""

from collections.abc import Sequence

from django.db.models import Exists, OuterRef, Prefetch, QuerySet

from tournaments.models import Entry, EntryMember, Event, Registration

GONE = (Entry.Status.WITHDRAWN, Entry.Status.DISQUALIFIED)


def without_partner(event: Event) -> QuerySet[Registration]:
    """Return those on the roster who are in no pair of an event, by number.

    Args:
        event: that pairs play in. A pair that has withdrawn is none.
    """
    paired = EntryMember.objects.filter(event=event, registration=OuterRef("pk")).exclude(
        entry__status__in=GONE
    )
    here = Registration.objects.filter(tournament=event.tournament_id).select_related("player")
    staying = here.exclude(status=Registration.Status.WITHDRAWN)
    return staying.exclude(Exists(paired)).order_by("number")


def pairs_of(event: Event) -> Sequence[Entry]:
    """List the pairs of an event by number, with their members; two queries.

    Args:
        event: any.
    """
    members = EntryMember.objects.select_related("registration__player").order_by("place")
    entries = Entry.objects.filter(event=event).exclude(status__in=GONE).order_by("number")
    return list(entries.prefetch_related(Prefetch("members", members)))
