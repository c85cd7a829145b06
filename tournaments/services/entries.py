"""Entries of one event: who plays as one side in it."""

from collections.abc import Sequence
from uuid import UUID

from django.db import transaction
from django.db.models import Max

from common.actor import Actor
from common.errors import NotFound, ValidationFailed
from tournaments.errors import AlreadyEntered, SameEntryTwice, WrongState
from tournaments.models import Entry, EntryMember, Event, Registration
from tournaments.rulesets import side_size
from tournaments.selectors.redraws import lets_leave
from tournaments.services.desk import require_room
from tournaments.services.drafting import mark_stale_drafts
from tournaments.services.leaving import leave_play
from tournaments.services.lifecycle import UNDER_WAY
from tournaments.services.locks import lock_roots_of_event
from tournaments.services.records import bump, note
from tournaments.services.rights import may_run_desk


def enter(*, event_id: UUID, actor: Actor, registration_ids: Sequence[UUID]) -> Entry:
    """Enter registered people as one side of an event.

    Args:
        event_id: public id of the event.
        actor: runs the desk.
        registration_ids: public ids, in the order of the partners; as many as a
            side of the event's variant has.

    Returns:
        The entry; a single person's has his number, if it is free.

    Raises:
        AlreadyEntered: one of them is in this event.
        SameEntryTwice: somebody would be his own partner.
        ValidationFailed: somebody is not on the roster, or a partner is missing.
        EventFinal, WrongState: the event takes nobody new.
    """
    if len(set(registration_ids)) != len(registration_ids):
        raise SameEntryTwice("Nobody is his own partner. Choose two different people.")
    with transaction.atomic():
        event = lock_roots_of_event(event_id)
        may_run_desk(actor, event.tournament.club)
        require_room(event)
        people = _people(event, registration_ids)
        entry = Entry.objects.create(
            event=event,
            number=_number(event, people),
            display=" and ".join(one.player.display_name for one in people),
        )
        EntryMember.objects.bulk_create(
            EntryMember(entry=entry, event=event, registration=one, place=place)
            for place, one in enumerate(people, start=1)
        )
        mark_stale_drafts(event)
        note(
            event,
            actor=actor,
            action="entry.added",
            target=entry,
            after={"number": entry.number, "members": [one.public_id for one in people]},
            payload={"number": entry.number},
        )
    return entry


def withdraw_entry(*, event_id: UUID, actor: Actor, entry_id: UUID, reason: str = "") -> Entry:
    """Take a side out of an event; its people stay on the roster.

    Args:
        event_id: public id of the event.
        actor: runs the desk.
        entry_id: public id of the entry.
        reason: in words, for the audit; may be empty.

    Returns:
        The entry, withdrawn; doing it twice is the same.

    Raises:
        NotFound: the event has no such entry.
        WrongState: the entry is on the published seating, and every round has begun.
        PermissionDenied: play has begun, and the actor does not direct the club.
    """
    with transaction.atomic():
        event = lock_roots_of_event(event_id)
        may_run_desk(actor, event.tournament.club)
        entry = Entry.objects.filter(event=event, public_id=entry_id).first()
        if entry is None:
            raise NotFound("There is no such entry.")
        if entry.status == Entry.Status.WITHDRAWN:
            return entry
        before = entry.status
        if entry.status == Entry.Status.ACTIVE and lets_leave(event):
            leave_play(event, [entry], actor=actor, reason=reason)
        else:
            _require_unseated(event, entry)
            entry.status = Entry.Status.WITHDRAWN
            bump(entry, "status")
        mark_stale_drafts(event)
        note(
            event,
            actor=actor,
            action="entry.withdrawn",
            target=entry,
            before={"status": before},
            after={"status": entry.status},
            reason=reason[:400],
            payload={"number": entry.number},
        )
    return entry


def _require_unseated(event: Event, entry: Entry) -> None:
    if event.state in UNDER_WAY and entry.status == Entry.Status.ACTIVE:
        raise WrongState(
            f"{entry.display} is on the published seating. Enter a forfeit for each game "
            "that is not played."
        )
    require_room(event)


def keep_seat(*, entry_id: UUID, actor: Actor, keeps_seat: bool) -> Entry:
    """Say whether an entry keeps its seat in every round; doing it twice is the same.

    Args:
        entry_id: public id of the entry.
        actor: runs the desk.
        keeps_seat: True for a seat that is easy to reach and stays.

    Returns:
        The entry; drafts that do not fit any more are stale.

    Raises:
        NotFound: there is no such entry.
        EventFinal, WrongState: the event takes nobody new, so seats stay as they are.
    """
    with transaction.atomic():
        event_id = Entry.objects.filter(public_id=entry_id).values_list("event__public_id")
        if not event_id:
            raise NotFound("There is no such entry.")
        event = lock_roots_of_event(event_id[0][0])
        may_run_desk(actor, event.tournament.club)
        require_room(event)
        entry = Entry.objects.get(public_id=entry_id)
        if entry.is_anchor == keeps_seat:
            return entry
        entry.is_anchor = keeps_seat
        bump(entry, "is_anchor")
        mark_stale_drafts(event)
        note(
            event,
            actor=actor,
            action="entry.seat_kept" if keeps_seat else "entry.seat_moves",
            target=entry,
            after={"keeps_seat": keeps_seat},
            payload={"number": entry.number},
        )
    return entry


def members_of_a_side(event: Event) -> int:
    """Return how many people play as one side of an event.

    Args:
        event: its rules name the variant; where the engine has none, one person.
    """
    return side_size(event.rules)


def _people(event: Event, registration_ids: Sequence[UUID]) -> list[Registration]:
    needed = members_of_a_side(event)
    if len(registration_ids) != needed:
        raise ValidationFailed(
            f"A side of {event.name} is {needed} on the roster, not {len(registration_ids)}.",
            field="registrations",
        )
    found = Registration.objects.select_related("player").filter(
        tournament=event.tournament, public_id__in=registration_ids
    )
    by_id = {one.public_id: one for one in found.exclude(status=Registration.Status.WITHDRAWN)}
    if len(by_id) != needed:
        raise ValidationFailed(
            "Somebody is not on the roster. Register everybody first, then enter them.",
            field="registrations",
        )
    people = [by_id[one] for one in registration_ids]
    _dissolve_gone(event, people)
    entered = EntryMember.objects.select_related("registration__player").filter(
        event=event, registration__in=people
    )
    for member in entered:
        raise AlreadyEntered(f"{member.registration.player.display_name} is entered already.")
    return people


def _dissolve_gone(event: Event, people: Sequence[Registration]) -> None:
    """Free who is left of pairs that withdrew before they were on any chart."""
    if len(people) == 1:
        return
    gone = Entry.objects.filter(
        event=event,
        status=Entry.Status.WITHDRAWN,
        members__registration__in=people,
        sides__isnull=True,
        stage_entries__isnull=True,
    )
    Entry.objects.filter(pk__in=list(gone.values_list("pk", flat=True))).delete()


def _number(event: Event, people: Sequence[Registration]) -> int:
    taken = Entry.objects.filter(event=event)
    if len(people) == 1 and not taken.filter(number=people[0].number).exists():
        return people[0].number
    return (taken.aggregate(highest=Max("number"))["highest"] or 0) + 1
