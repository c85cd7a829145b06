"""The life of an event: draft, open, check-in, running, in review, final.

Each step has one service here and starts from the states it names; everything
else is refused with what to do. Publishing the first rounds sets running, the last
result of the last stage sets review: both through :func:`move`.
"""

from uuid import UUID

from django.db import transaction

from common import clock, outbox
from common.actor import Actor
from common.errors import ValidationFailed
from common.text import clean_text
from tournaments.errors import EventFinal, WrongState
from tournaments.models import Event, Match, Stage
from tournaments.services.locks import lock_event
from tournaments.services.records import bump, note
from tournaments.services.rights import may_direct

State = Event.State
LONGEST_REASON = 400
BEFORE_PLAY = (State.DRAFT, State.OPEN, State.CHECKIN)
UNDER_WAY = (State.RUNNING, State.REVIEW)
STAGE_OVER = (Stage.State.COMPLETE, Stage.State.FINAL)
ENDED = (State.FINAL, State.ARCHIVED, State.CANCELLED)


def open_event(*, event_id: UUID, actor: Actor, expected_version: int | None = None) -> Event:
    """Open an event for entries; from now on its rules stay.

    Args:
        event_id: public id.
        actor: directs the club.
        expected_version: as read; None for any.

    Returns:
        The event, open.

    Raises:
        WrongState: it is not a draft.
    """
    with transaction.atomic():
        event = _directed(event_id, actor, expected_version)
        require_state(event, State.DRAFT, step="Only a draft can be opened for entries.")
        move(event, State.OPEN, actor=actor, action="event.opened")
    return event


def open_check_in(*, event_id: UUID, actor: Actor, expected_version: int | None = None) -> Event:
    """Open the check-in of an event; from now on its rules stay.

    Args:
        event_id: public id.
        actor: directs the club.
        expected_version: as read; None for any.

    Returns:
        The event, in check-in.

    Raises:
        WrongState: it is not a draft or open for entries.
    """
    with transaction.atomic():
        event = _directed(event_id, actor, expected_version)
        require_state(event, State.DRAFT, State.OPEN, step="Check-in was opened before.")
        move(event, State.CHECKIN, actor=actor, action="event.checkin_opened")
    return event


def cancel_event(
    *, event_id: UUID, actor: Actor, reason: str, expected_version: int | None = None
) -> Event:
    """Call an event off; what was played stays readable and counts for nothing.

    Args:
        event_id: public id.
        actor: directs the club.
        reason: in words; kept in the audit.
        expected_version: as read; None for any.

    Returns:
        The event, cancelled.

    Raises:
        EventFinal: it has been published as final.
        WrongState: it was cancelled or archived before.
        ValidationFailed: no reason.
    """
    reason = given_reason(reason)
    with transaction.atomic():
        event = _directed(event_id, actor, expected_version)
        require_state(event, *BEFORE_PLAY, *UNDER_WAY, step="There is nothing left to cancel.")
        move(event, State.CANCELLED, actor=actor, action="event.cancelled", reason=reason)
    return event


def reopen_event(
    *, event_id: UUID, actor: Actor, reason: str, expected_version: int | None = None
) -> Event:
    """Take a final event back into review, so that results can be corrected.

    The published standings stay as their version; finalising again makes the next.

    Args:
        event_id: public id.
        actor: directs the club.
        reason: in words; kept in the audit.
        expected_version: as read; None for any.

    Returns:
        The event, in review.

    Raises:
        WrongState: it is not final.
        ValidationFailed: no reason.
    """
    reason = given_reason(reason)
    with transaction.atomic():
        event = _directed(event_id, actor, expected_version)
        require_state(event, State.FINAL, step="Only a final event is reopened.")
        Stage.objects.filter(event=event).update(state=Stage.State.COMPLETE)
        locked = Match.objects.filter(stage__event=event, status=Match.Status.LOCKED)
        locked.update(status=Match.Status.CONFIRMED)
        move(event, State.REVIEW, actor=actor, action="event.reopened", reason=reason)
        announce(event, "event.reopened")
    return event


def move(event: Event, to: str, *, actor: Actor, action: str, reason: str = "") -> None:
    """Set the state of a locked event, freeze its rules, and tell.

    Args:
        event: locked.
        to: the state it goes into.
        actor: who made it go there.
        action: of the audit and the feed.
        reason: for the audit.
    """
    before, event.state = event.state, to
    if to not in (State.DRAFT, State.CANCELLED) and event.frozen_at is None:
        event.frozen_at = clock.now()
    event.finished_at = clock.now() if to == State.FINAL else None
    bump(event, "state", "frozen_at", "finished_at")
    note(
        event,
        actor=actor,
        action=action,
        target=event,
        before={"state": before},
        after={"state": to},
        reason=reason,
        payload={"state": to},
    )


def review_if_over(event: Event, *, actor: Actor) -> bool:
    """Put an event into review when its last stage is complete.

    Args:
        event: locked; a stage of it has just been completed or removed.
        actor: who did that.

    Returns:
        Whether the event is in review now.
    """
    stages = Stage.objects.filter(event=event)
    over = stages.filter(state__in=STAGE_OVER).exists()
    if event.state != State.RUNNING or not over or stages.exclude(state__in=STAGE_OVER).exists():
        return False
    move(event, State.REVIEW, actor=actor, action="event.played")
    return True


def announce(event: Event, topic: str) -> None:
    """Let the worker settle an event that has become final, or no longer is.

    Args:
        event: locked, and moved already: its version makes the key.
        topic: ``event.final`` or ``event.reopened``.
    """
    outbox.enqueue(
        topic=topic,
        key=f"{topic}:{event.public_id}:{event.version}",
        payload={"event_id": event.public_id},
    )


def require_state(event: Event, *states: str, step: str) -> None:
    """Insist that an event is where a step starts from.

    Args:
        event: locked.
        states: the ones that are right.
        step: a whole sentence: why not, or what to do instead.

    Raises:
        EventFinal: it is final or archived, and should not be.
        WrongState: any other state.
    """
    if event.state in states:
        return
    if event.state in (State.FINAL, State.ARCHIVED):
        raise EventFinal(
            f"{event.name} is published as final. Reopen it with a reason, then repeat the step.",
            state=event.state,
        )
    if event.state == State.CANCELLED:
        raise WrongState(f"{event.name} was cancelled. Copy it to a new night instead.")
    raise WrongState(f"{event.name} is {_now_called(event)}. {step}", state=event.state)


def given_reason(reason: str) -> str:
    """Return a reason as it is kept.

    Args:
        reason: as typed.

    Raises:
        ValidationFailed: empty, too long or with invisible characters.
    """
    cleaned = clean_text(reason, field="reason", longest=LONGEST_REASON)
    if not cleaned:
        raise ValidationFailed("Give a reason, so that others can follow it.", field="reason")
    return cleaned


def _now_called(event: Event) -> str:
    return {
        State.DRAFT: "still a draft",
        State.OPEN: "open for entries",
        State.CHECKIN: "in check-in",
        State.RUNNING: "being played",
        State.REVIEW: "played and waits to be finalised",
    }[State(event.state)]


def _directed(event_id: UUID, actor: Actor, expected_version: int | None) -> Event:
    event = lock_event(event_id, expected_version=expected_version)
    may_direct(actor, event.tournament.club)
    return event
