"""The roster of an occasion: who is on it, who is there, who went.

A person is registered once and keeps the number. At a club night the registration
enters the one event as well, and checking in is all that seats somebody.
"""

from uuid import UUID

from django.db import transaction

from clubs.models import Club, Player
from clubs.selectors import players_with_member_no
from clubs.services.players import create_player
from common import clock
from common.actor import Actor
from common.errors import ValidationFailed
from tournaments.errors import AlreadyEntered, WrongState
from tournaments.models import Entry, EntryMember, Event, Registration
from tournaments.selectors.redraws import lets_leave
from tournaments.services.desk import (
    Desk,
    desk_of,
    desk_of_registration,
    require_never_seated,
    require_not_seated,
    require_room,
)
from tournaments.services.enrolment import enrol
from tournaments.services.entries import enter, members_of_a_side
from tournaments.services.leaving import come_back_to_play, leave_play
from tournaments.services.locks import lock_roots_of_event
from tournaments.services.records import bump, note

Status = Registration.Status


def register_player(
    *, tournament_id: UUID, actor: Actor, player_id: UUID, is_guest: bool = False
) -> Registration:
    """Put a player of the club on the roster, with the next number.

    Args:
        tournament_id: public id of the occasion.
        actor: runs the desk.
        player_id: public id of the player.
        is_guest: he visits, and his visits are counted.

    Returns:
        The registration; of somebody who had withdrawn, the same one again.

    Raises:
        AlreadyEntered: he is on the roster.
        ValidationFailed: the club has no such player; the field is ``player``.
        EventFinal, WrongState: the night takes nobody new.
    """
    with transaction.atomic():
        desk = desk_of(tournament_id, actor)
        player = _player(desk.tournament.club, player_id)
        known = Registration.objects.filter(tournament=desk.tournament, player=player).first()
        if known is not None and known.status != Status.WITHDRAWN:
            raise AlreadyEntered(
                f"{player.display_name} is on the roster already, as number {known.number}.",
                number=known.number,
            )
        desk.require_newcomers(known)
        if known is not None:
            return _reinstate(desk, actor, known)
        enters = desk.night_event if _enters_alone(desk.night_event) else None
        made = enrol(desk.tournament, enters, [(player, is_guest)])[0]
        _note(desk, actor, "registration.added", made)
        return made


def add_walk_in(*, event_id: UUID, actor: Actor, name: str, member_no: str = "") -> Registration:
    """Take somebody on who stands at the desk: registered, entered and checked in.

    Where partners are one side nobody enters alone: whoever walks in gets a partner
    afterwards, or both walk in by ``sign_up.walk_in``.

    Args:
        event_id: public id of the event.
        actor: runs the desk; a new player needs a scorer or more.
        name: of a new guest; not read when the member number is known.
        member_no: finds a player of the club; may be empty.

    Returns:
        The registration, checked in.

    Raises:
        AlreadyEntered: the player is checked in already.
        ValidationFailed: no name, or a member number that is written differently.
        EventFinal, WrongState: check-in is not open.
    """
    with transaction.atomic():
        event = lock_roots_of_event(event_id)
        require_room(event)
        desk = desk_of(event.tournament.public_id, actor)
        desk.require_check_in()
        player = _known(desk.tournament.club, member_no)
        is_new = player is None
        player = player or _new_guest(desk.tournament.club, actor, name, member_no)
        known = Registration.objects.filter(tournament=desk.tournament, player=player).first()
        if known is not None:
            return _walk_in_again(desk, event, actor, known)
        is_guest = is_new or player.status != "member"
        made = enrol(
            desk.tournament,
            event if _enters_alone(event) else None,
            [(player, is_guest)],
            is_walk_in=True,
            is_checked_in=True,
        )[0]
        desk.mark_stale()
        _note(desk, actor, "registration.walked_in", made)
    return made


def check_in(*, registration_id: UUID, actor: Actor, fee_paid: bool | None = None) -> Registration:
    """Note that somebody is there; doing it twice is the same.

    Args:
        registration_id: public id.
        actor: runs the desk.
        fee_paid: whether he has paid; None leaves it.

    Returns:
        The registration, checked in.

    Raises:
        WrongState: check-in is not open, or he has withdrawn.
    """
    with transaction.atomic():
        desk, one = desk_of_registration(registration_id, actor)
        if one.status == Status.WITHDRAWN:
            raise WrongState(
                f"{one.player.display_name} has withdrawn. Register him again, then check him in."
            )
        pays = fee_paid is not None and fee_paid != one.fee_paid
        if one.status == Status.CHECKED_IN and not pays:
            return one
        if one.status != Status.CHECKED_IN:
            desk.require_check_in(one)
        if fee_paid is not None:
            one.fee_paid = fee_paid
        return _checked_in(desk, actor, one)


def undo_check_in(*, registration_id: UUID, actor: Actor) -> Registration:
    """Take a check-in back; doing it twice is the same.

    Args:
        registration_id: public id.
        actor: runs the desk.

    Returns:
        The registration, on the roster and not there.

    Raises:
        WrongState: he is on the published seating, or has played, or all is over.
    """
    with transaction.atomic():
        desk, one = desk_of_registration(registration_id, actor)
        if one.status != Status.CHECKED_IN:
            return one
        desk.require_open()
        require_never_seated(one)
        one.status, one.checked_in_at = Status.REGISTERED, None
        bump(one, "status", "checked_in_at")
        desk.mark_stale()
        _note(desk, actor, "registration.check_in_undone", one)
    return one


def withdraw_registration(*, registration_id: UUID, actor: Actor, reason: str = "") -> Registration:
    """Take somebody off the roster; the number stays his. Doing it twice is the same.

    His entries in events that are over stay: he has played there. In one that is being
    played the open game of the round goes to the opponent, and the rounds to come are
    to be drawn again.

    Args:
        registration_id: public id.
        actor: runs the desk.
        reason: in words, for the audit; may be empty.

    Returns:
        The registration, withdrawn.

    Raises:
        WrongState: he is on the published seating and every round has begun, or all
            is over.
        PermissionDenied: he plays, and the actor does not direct the club.
    """
    with transaction.atomic():
        desk, one = desk_of_registration(registration_id, actor)
        if one.status == Status.WITHDRAWN:
            return one
        desk.require_open()
        _leave_play(desk, actor, one, reason)
        require_not_seated(one)
        one.status, one.checked_in_at = Status.WITHDRAWN, None
        bump(one, "status", "checked_in_at")
        entries = Entry.objects.filter(members__registration=one, event__in=desk.events)
        for entry in entries.exclude(status=Entry.Status.WITHDRAWN).order_by("pk"):
            entry.status = Entry.Status.WITHDRAWN
            bump(entry, "status")
        desk.mark_stale()
        _note(desk, actor, "registration.withdrawn", one, reason=reason[:400])
    return one


def _leave_play(desk: Desk, actor: Actor, one: Registration, reason: str) -> None:
    """Take somebody out of the rounds to come of whatever he plays in."""
    for event in desk.events:
        playing = Entry.objects.filter(
            event=event, members__registration=one, status=Entry.Status.ACTIVE
        )
        if playing and lets_leave(event):
            leave_play(event, playing, actor=actor, reason=reason)


def _checked_in(desk: Desk, actor: Actor, one: Registration) -> Registration:
    one.status = Status.CHECKED_IN
    one.checked_in_at = one.checked_in_at or clock.now()
    bump(one, "status", "checked_in_at", "fee_paid")
    for event in desk.events:
        come_back_to_play(event)
    desk.mark_stale()
    _note(desk, actor, "registration.checked_in", one)
    return one


def _reinstate(desk: Desk, actor: Actor, one: Registration) -> Registration:
    one.status = Status.REGISTERED
    bump(one, "status")
    withdrawn = Entry.objects.filter(members__registration=one, status=Entry.Status.WITHDRAWN)
    for entry in withdrawn.order_by("pk"):
        entry.status = Entry.Status.ENTERED
        bump(entry, "status")
    _note(desk, actor, "registration.reinstated", one)
    return one


def _walk_in_again(desk: Desk, event: Event, actor: Actor, one: Registration) -> Registration:
    """Check in somebody who was announced after all, had withdrawn, or plays elsewhere too."""
    is_entered = EntryMember.objects.filter(event=event, registration=one).exists()
    if one.status == Status.CHECKED_IN and (is_entered or not _enters_alone(event)):
        raise AlreadyEntered(
            f"{one.player.display_name} is checked in already, as number {one.number}.",
            number=one.number,
        )
    if one.status == Status.WITHDRAWN:
        one = _reinstate(desk, actor, one)
    if not is_entered and _enters_alone(event):
        enter(event_id=event.public_id, actor=actor, registration_ids=[one.public_id])
    return one if one.status == Status.CHECKED_IN else _checked_in(desk, actor, one)


def _enters_alone(event: Event | None) -> bool:
    return event is not None and members_of_a_side(event) == 1


def _player(club: Club, player_id: UUID) -> Player:
    players = Player.objects.filter(club=club, merged_into=None, is_active=True)
    player = players.filter(public_id=player_id).first()
    if player is None:
        raise ValidationFailed(
            "The club has no such player. Choose one from its list, or add a walk-in.",
            field="player",
        )
    return player


def _known(club: Club, member_no: str) -> Player | None:
    """Find a player by his number as text; a near match is never guessed."""
    player = players_with_member_no(club, member_no).first()
    if player is None or player.member_no == member_no.strip():
        return player
    raise ValidationFailed(
        f"The club has a number {player.member_no}, which is {player.display_name}. "
        "Enter it like that, or leave the number out.",
        field="member_no",
    )


def _new_guest(club: Club, actor: Actor, name: str, member_no: str) -> Player:
    return create_player(
        club_id=club.public_id,
        values={"display_name": name, "member_no": member_no, "status": "guest"},
        actor=actor,
    )


def _note(desk: Desk, actor: Actor, action: str, one: Registration, *, reason: str = "") -> None:
    note(
        desk.tournament,
        actor=actor,
        action=action,
        target=one,
        after={"status": one.status, "number": one.number, "fee_paid": one.fee_paid},
        reason=reason,
        payload={"number": one.number, "status": one.status},
    )
