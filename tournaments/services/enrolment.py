"""Putting players on a roster: the one place where numbers are given out."""

from collections.abc import Sequence

from django.db.models import Max

from clubs.models import Player
from common import clock
from tournaments.models import Entry, EntryMember, Event, Registration, Tournament


def enrol(
    tournament: Tournament,
    event: Event | None,
    newcomers: Sequence[tuple[Player, bool]],
    *,
    is_walk_in: bool = False,
    is_checked_in: bool = False,
    fee_paid: bool = False,
) -> list[Registration]:
    """Register players with the next numbers, and enter them in a night's event.

    Args:
        tournament: locked.
        event: locked; the one event of a night, where a number is also the
            number of the entry. None registers only.
        newcomers: players who are not on the roster, each with whether he is a guest.
        is_walk_in: they came without having been announced.
        is_checked_in: they stand at the desk.
        fee_paid: they have paid.

    Returns:
        The registrations in the order of the newcomers.
    """
    first = _highest(tournament) + 1
    status = Registration.Status.CHECKED_IN if is_checked_in else Registration.Status.REGISTERED
    made = Registration.objects.bulk_create(
        Registration(
            tournament=tournament,
            player=player,
            number=number,
            status=status,
            checked_in_at=clock.now() if is_checked_in else None,
            fee_paid=fee_paid,
            is_guest=is_guest,
            is_walk_in=is_walk_in,
        )
        for number, (player, is_guest) in enumerate(newcomers, start=first)
    )
    if event is not None:
        enter_alone(event, made)
    return made


def enter_alone(event: Event, registrations: Sequence[Registration]) -> list[Entry]:
    """Enter registered people in an event, each for himself, with his own number.

    Args:
        event: locked; nobody of them is entered in it.
        registrations: with their players.

    Returns:
        The entries in the same order.
    """
    entries = Entry.objects.bulk_create(
        Entry(event=event, number=one.number, display=one.player.display_name)
        for one in registrations
    )
    EntryMember.objects.bulk_create(
        EntryMember(entry=entry, event=event, registration=one)
        for entry, one in zip(entries, registrations, strict=True)
    )
    _tell_namesakes_apart(event, entries)
    return entries


def enter_as(event: Event, other: Entry, registrations: Sequence[int]) -> Entry:
    """Enter the people of another event's entry as a side of this one.

    Args:
        event: locked, of the same occasion; nobody of them is entered in it.
        other: their entry there.
        registrations: keys, in the order of the partners.

    Returns:
        The entry; it keeps the number where that is free.
    """
    taken = Entry.objects.filter(event=event)
    number = other.number
    if taken.filter(number=number).exists():
        number = (taken.aggregate(top=Max("number"))["top"] or 0) + 1
    entry = Entry.objects.create(event=event, number=number, display=other.display)
    EntryMember.objects.bulk_create(
        EntryMember(entry=entry, event=event, registration_id=one, place=place)
        for place, one in enumerate(registrations, start=1)
    )
    return entry


def _tell_namesakes_apart(event: Event, newcomers: Sequence[Entry]) -> None:
    """Add the number to the names that more than one player of the event has."""
    names = {entry.display for entry in newcomers}
    members = EntryMember.objects.filter(
        event=event, registration__player__display_name__in=names
    ).select_related("entry", "registration__player")
    alone: dict[str, list[Entry]] = {}
    for member in members:
        name = member.registration.player.display_name
        if member.entry.display in (name, f"{name} ({member.entry.number})"):  # not in a pair
            alone.setdefault(name, []).append(member.entry)
    for name, namesakes in alone.items():
        if len(namesakes) < 2:
            continue
        for entry in namesakes:
            entry.display = f"{name} ({entry.number})"
            entry.save(update_fields=["display", "updated_at"])
    told = {entry.pk: entry.display for namesakes in alone.values() for entry in namesakes}
    for entry in newcomers:
        entry.display = told.get(entry.pk, entry.display)


def _highest(tournament: Tournament) -> int:
    highest = Registration.objects.filter(tournament=tournament).aggregate(top=Max("number"))
    return highest["top"] or 0
