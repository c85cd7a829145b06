"""One step from a player to a side of an event, and back: for doors that know entries.

A person is registered for the occasion and entered in the event; a club night does
both at once. Here the same step works at a night and at a weekend.
"""

from collections.abc import Callable
from uuid import UUID

from django.db import transaction

from common.actor import Actor
from common.errors import NotFound
from tournaments.errors import AlreadyEntered
from tournaments.models import Entry, EntryMember, Event, Registration
from tournaments.services.entries import enter, withdraw_entry
from tournaments.services.locks import lock_roots_of_event
from tournaments.services.rights import may_run_desk
from tournaments.services.rosters import (
    add_walk_in,
    check_in,
    register_player,
    undo_check_in,
    withdraw_registration,
)

Step = Callable[[UUID], Registration]


def sign_up(*, event_id: UUID, actor: Actor, player_id: UUID, is_guest: bool = False) -> Entry:
    """Enter a player of the club in an event, on the roster of its occasion too.

    Args:
        event_id: public id of the event.
        actor: runs the desk.
        player_id: public id of the player.
        is_guest: he visits, and his visits are counted.

    Returns:
        The entry.

    Raises:
        AlreadyEntered: he is in the event.
        ValidationFailed: the club has no such player; the field is ``player``.
        EventFinal, WrongState: the event takes nobody new.
    """
    with transaction.atomic():
        event = lock_roots_of_event(event_id)
        may_run_desk(actor, event.tournament.club)
        known = _registered(event, player_id)
        if known is None:
            known = register_player(
                tournament_id=event.tournament.public_id,
                actor=actor,
                player_id=player_id,
                is_guest=is_guest,
            )
            entered = _entry_of(event, known)
            if entered is not None:
                return entered
        elif _entry_of(event, known) is not None:
            raise AlreadyEntered(
                f"{known.player.display_name} is in {event.name} already, "
                f"as number {known.number}.",
                number=known.number,
            )
        return enter(event_id=event_id, actor=actor, registration_ids=[known.public_id])


def walk_in(*, event_id: UUID, actor: Actor, name: str, member_no: str = "") -> Entry:
    """Take somebody on who stands at the desk, and return his entry.

    Args:
        event_id: public id of the event.
        actor: runs the desk.
        name: of a new guest.
        member_no: finds a player of the club; may be empty.

    Returns:
        The entry, checked in.

    Raises:
        As ``add_walk_in``.
    """
    with transaction.atomic():
        one = add_walk_in(event_id=event_id, actor=actor, name=name, member_no=member_no)
        return Entry.objects.get(event__public_id=event_id, members__registration=one)


def check_entry_in(*, entry_id: UUID, actor: Actor, fee_paid: bool | None = None) -> Entry:
    """Note that everybody of an entry is there; doing it twice is the same.

    Args:
        entry_id: public id.
        actor: runs the desk.
        fee_paid: whether they have paid; None leaves it.

    Returns:
        The entry.

    Raises:
        NotFound: there is no such entry.
        WrongState: check-in is not open, or somebody has withdrawn.
    """
    return _each(
        entry_id, lambda one: check_in(registration_id=one, actor=actor, fee_paid=fee_paid)
    )


def undo_entry_check_in(*, entry_id: UUID, actor: Actor) -> Entry:
    """Take the check-in of an entry back; doing it twice is the same.

    Args:
        entry_id: public id.
        actor: runs the desk.

    Returns:
        The entry.

    Raises:
        NotFound: there is no such entry.
        WrongState: it is on the published seating.
    """
    return _each(entry_id, lambda one: undo_check_in(registration_id=one, actor=actor))


def sign_off(*, entry_id: UUID, actor: Actor, reason: str = "") -> Entry:
    """Take an entry out of its event; at a club night the person off the roster as well.

    Args:
        entry_id: public id.
        actor: runs the desk.
        reason: in words, for the audit; may be empty.

    Returns:
        The entry, withdrawn.

    Raises:
        NotFound: there is no such entry.
        WrongState: it is on the published seating.
    """
    entry = Entry.objects.select_related("event__tournament").filter(public_id=entry_id).first()
    if entry is None:
        raise NotFound("There is no such entry.")
    if entry.event.tournament.is_night:
        return _each(
            entry_id,
            lambda one: withdraw_registration(registration_id=one, actor=actor, reason=reason),
        )
    return withdraw_entry(
        event_id=entry.event.public_id, actor=actor, entry_id=entry_id, reason=reason
    )


def _each(entry_id: UUID, step: Step) -> Entry:
    members = EntryMember.objects.filter(entry__public_id=entry_id).order_by("place")
    with transaction.atomic():
        people = list(members.values_list("registration__public_id", flat=True))
        if not people:
            raise NotFound("There is no such entry.")
        for one in people:
            step(one)
        return Entry.objects.get(public_id=entry_id)


def _registered(event: Event, player_id: UUID) -> Registration | None:
    known = Registration.objects.select_related("player").filter(
        tournament=event.tournament, player__public_id=player_id
    )
    return known.exclude(status=Registration.Status.WITHDRAWN).first()


def _entry_of(event: Event, one: Registration) -> Entry | None:
    member = EntryMember.objects.select_related("entry").filter(event=event, registration=one)
    found = member.first()
    return found.entry if found else None
