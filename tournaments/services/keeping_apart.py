"""Two who must not meet, or rather should not: a director says so, with the reason.

What was said is a ruling, and rulings are kept: who may meet again has another one.
"""

from collections.abc import Sequence
from uuid import UUID

from django.db import transaction

from common.actor import Actor
from common.errors import ValidationFailed
from tournaments.errors import SameEntryTwice, WrongState
from tournaments.formats import FORMATS
from tournaments.models import Entry, Event, Ruling, Stage
from tournaments.selectors.situations import KEPT_APART, LIFTED, kept_apart
from tournaments.services.drafting import mark_stale_drafts
from tournaments.services.lifecycle import BEFORE_PLAY, UNDER_WAY, given_reason, require_state
from tournaments.services.locks import lock_roots_of_event
from tournaments.services.records import note
from tournaments.services.rights import may_direct


def keep_apart(
    *, event_id: UUID, actor: Actor, entries: Sequence[UUID], how: str, reason: str
) -> Ruling:
    """Say that two entries must not meet, or rather should not.

    Args:
        event_id: public id of the event.
        actor: directs the club.
        entries: public ids of the two.
        how: a key of ``KEPT_APART``.
        reason: in words.

    Returns:
        The ruling; drafts that do not fit it any more are stale.

    Raises:
        NotFound, PermissionDenied: no such event, or not to be directed.
        SameEntryTwice: both are one.
        ValidationFailed: not two of this event, no such way, or no reason.
        WrongState: no stage of the event reads it.
        EventFinal, WrongState: the event has ended.
    """
    if how not in KEPT_APART:
        raise ValidationFailed(f"Choose one of: {', '.join(KEPT_APART)}.", field="how")
    with transaction.atomic():
        event = _directed(event_id, actor)
        if not any(FORMATS[kind].needs_results for kind in _kinds(event)):
            raise WrongState(
                f"{event.name} has no stage that is drawn round by round. "
                "Swap the two where the chart lets them meet."
            )
        return _ruled(event, actor, entries, how, given_reason(reason))


def let_meet(*, event_id: UUID, actor: Actor, entries: Sequence[UUID], reason: str) -> Ruling:
    """Say that two who were kept apart may meet again.

    Args:
        event_id: public id of the event.
        actor: directs the club.
        entries: public ids of the two.
        reason: in words.

    Returns:
        The ruling.

    Raises:
        As ``keep_apart``; ValidationFailed: nobody keeps these two apart.
    """
    with transaction.atomic():
        event = _directed(event_id, actor)
        apart = {
            frozenset((one.one.public_id, one.other.public_id)) for one in kept_apart(event.pk)
        }
        if frozenset(entries) not in apart:
            raise ValidationFailed("These two may meet already.", field="entries")
        return _ruled(event, actor, entries, LIFTED, given_reason(reason))


def _directed(event_id: UUID, actor: Actor) -> Event:
    event = lock_roots_of_event(event_id)
    may_direct(actor, event.tournament.club)
    require_state(event, *BEFORE_PLAY, *UNDER_WAY, step="Nobody is drawn any more.")
    return event


def _kinds(event: Event) -> list[str]:
    return list(Stage.objects.filter(event=event).values_list("kind", flat=True))


def _ruled(event: Event, actor: Actor, entries: Sequence[UUID], how: str, reason: str) -> Ruling:
    if len(entries) != 2 or entries[0] == entries[1]:
        raise SameEntryTwice("Name two different players.")
    found = Entry.objects.filter(event=event, public_id__in=entries).order_by("number")
    pair = list(found.values_list("number", flat=True))
    if len(pair) != 2:
        raise ValidationFailed(
            "Somebody does not play in this event. Name two who do.", field="entries"
        )
    payload: dict[str, object] = {"pair": pair, "how": how}
    ruling = Ruling.objects.create(
        event=event,
        kind=Ruling.Kind.KEPT_APART,
        payload=payload,
        reason=reason,
        made_by=actor.label[:120],
    )
    mark_stale_drafts(event)
    # Who is kept apart, and why, is nobody's business but the club's.
    note(event, actor=actor, action="ruling.kept_apart", target=event, after=payload, reason=reason)
    return ruling
