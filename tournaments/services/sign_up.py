"""One step from a player to a side of an event, and back: for doors that know entries.

A person is registered for the occasion and entered in the event; a club night does
both at once. Here the same step works at a night and at a weekend.
"""

from collections.abc import Callable
from typing import NamedTuple
from uuid import UUID

from django.db import transaction

from clubs.selectors import players_with_member_no
from common.actor import Actor
from common.errors import NotFound, ValidationFailed
from tournaments.errors import AlreadyEntered
from tournaments.models import Entry, EntryMember, Event, Registration
from tournaments.services.entries import enter, members_of_a_side, withdraw_entry
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


class Newcomer(NamedTuple):
    """Somebody who stands at the desk: a new name, or the number of a member."""

    name: str
    member_no: str = ""


def sign_up(
    *,
    event_id: UUID,
    actor: Actor,
    player_id: UUID,
    is_guest: bool = False,
    partner_id: UUID | None = None,
) -> Entry:
    """Enter a player of the club in an event, on the roster of its occasion too.

    Args:
        event_id: public id of the event.
        actor: runs the desk.
        player_id: public id of the player.
        is_guest: he visits, and his visits are counted.
        partner_id: public id of the partner, where a side is a pair.

    Returns:
        The entry.

    Raises:
        AlreadyEntered: he is in the event.
        SameEntryTwice: he would be his own partner.
        ValidationFailed: the club has no such player, or a side has a partner more
            or fewer.
        EventFinal, WrongState: the event takes nobody new.
    """
    with transaction.atomic():
        event = lock_roots_of_event(event_id)
        may_run_desk(actor, event.tournament.club)
        who = [player_id] if partner_id is None else [player_id, partner_id]
        require_whole_side(event, len(who))
        known = [_on_roster(event, actor, one, is_guest=is_guest) for one in who]
        entered = _entry_of(event, known[0]) if len(known) == 1 else None
        if entered is not None:
            return entered
        ids = [one.public_id for one in known]
        return enter(event_id=event_id, actor=actor, registration_ids=ids)


def walk_in(
    *,
    event_id: UUID,
    actor: Actor,
    name: str,
    member_no: str = "",
    partner: Newcomer | None = None,
) -> Entry:
    """Take somebody on who stands at the desk, with a partner where pairs play.

    Args:
        event_id: public id of the event.
        actor: runs the desk.
        name: of a new guest.
        member_no: finds a player of the club; may be empty.
        partner: who plays with him; None in an event where everybody plays alone.

    Returns:
        The entry, checked in.

    Raises:
        As ``add_walk_in``; ValidationFailed: a side has a partner more or fewer.
    """
    who = [Newcomer(name, member_no)] if partner is None else [Newcomer(name, member_no), partner]
    with transaction.atomic():
        event = lock_roots_of_event(event_id)
        may_run_desk(actor, event.tournament.club)
        require_whole_side(event, len(who))
        here = [
            _at_the_desk(event, actor, one)
            if len(who) > 1
            else add_walk_in(event_id=event_id, actor=actor, **one._asdict())
            for one in who
        ]
        if len(here) == 1:
            return Entry.objects.get(event=event, members__registration=here[0])
        ids = [one.public_id for one in here]
        return enter(event_id=event_id, actor=actor, registration_ids=ids)


def require_whole_side(event: Event, people: int) -> None:
    """Insist that as many sign up together as a side has.

    Args:
        event: its variant says how many.
        people: who sign up together.

    Raises:
        ValidationFailed: a partner is missing, or one too many; the field is ``partner``.
    """
    needed = members_of_a_side(event)
    if people == needed:
        return
    raise ValidationFailed(
        f"In {event.name} everybody plays alone. Leave the partner out."
        if needed == 1
        else f"In {event.name} two partners are one side. Name the partner too.",
        field="partner",
    )


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


def _at_the_desk(event: Event, actor: Actor, who: Newcomer) -> Registration:
    """Take a partner on; he may have checked in before, alone."""
    players = players_with_member_no(event.tournament.club, who.member_no)
    there = Registration.objects.select_related("player").filter(
        tournament=event.tournament,
        player__in=players,
        status=Registration.Status.CHECKED_IN,
    )
    known = there.first() if who.member_no else None
    return known or add_walk_in(event_id=event.public_id, actor=actor, **who._asdict())


def _on_roster(event: Event, actor: Actor, player_id: UUID, *, is_guest: bool) -> Registration:
    known = _registered(event, player_id)
    if known is None:
        return register_player(
            tournament_id=event.tournament.public_id,
            actor=actor,
            player_id=player_id,
            is_guest=is_guest,
        )
    entry = _entry_of(event, known)
    is_gone = entry is not None and entry.status == Entry.Status.WITHDRAWN
    if entry is not None and not (is_gone and members_of_a_side(event) > 1):
        raise AlreadyEntered(
            f"{known.player.display_name} is in {event.name} already, as number {known.number}.",
            number=known.number,
        )
    return known


def _registered(event: Event, player_id: UUID) -> Registration | None:
    known = Registration.objects.select_related("player").filter(
        tournament=event.tournament, player__public_id=player_id
    )
    return known.exclude(status=Registration.Status.WITHDRAWN).first()


def _entry_of(event: Event, one: Registration) -> Entry | None:
    member = EntryMember.objects.select_related("entry").filter(event=event, registration=one)
    found = member.first()
    return found.entry if found else None
