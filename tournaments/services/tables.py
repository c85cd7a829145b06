"""Where and when a match is played: what the desk may simply change about it."""

from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import F

from common import clock
from common.actor import Actor
from common.errors import ValidationFailed
from tournaments.errors import WrongState
from tournaments.models import Match
from tournaments.services.events import aware
from tournaments.services.lifecycle import BEFORE_PLAY, UNDER_WAY, require_state
from tournaments.services.locks import check_version, lock_event_of_match
from tournaments.services.records import bump, note
from tournaments.services.rights import may_enter_results

HIGHEST_TABLE = 9999
OVER = (Match.Status.CONFIRMED, Match.Status.LOCKED, Match.Status.VOID)


def move_table(
    *, match_id: UUID, actor: Actor, table: int, expected_version: int | None = None
) -> Match:
    """Put a match on another table; whoever is there in this round changes places.

    Args:
        match_id: public id of the match.
        actor: enters results at the club.
        table: number of the table, from 1.
        expected_version: of the match, as read; None for any.

    Returns:
        The match on its new table.

    Raises:
        ValidationFailed: no table has this number.
        EventFinal, WrongState: the event has ended; the match is over, or a sit-out.
        PreconditionFailed: the match has moved on.
    """
    if not 1 <= table <= HIGHEST_TABLE:
        raise ValidationFailed(f"Tables are numbered 1 to {HIGHEST_TABLE}.", field="table")
    with transaction.atomic():
        match = _to_move(match_id, actor, expected_version)
        if match.status in OVER:
            raise WrongState("This match is over, so its table stays. Move one that is not.")
        before = match.table
        Match.objects.filter(round=match.round, table=table).exclude(pk=match.pk).update(
            table=before, version=F("version") + 1, updated_at=clock.now()
        )
        match.table = table
        bump(match, "table")
        note(
            match.stage.event,
            actor=actor,
            action="match.moved",
            target=match,
            before={"table": before},
            after={"table": table},
            payload={"table": table},
        )
    return match


def set_start(
    *,
    match_id: UUID,
    actor: Actor,
    starts_at: datetime | None,
    expected_version: int | None = None,
) -> Match:
    """Say when a match is to be played; None takes the appointment away.

    Args:
        match_id: public id of the match.
        actor: enters results at the club.
        starts_at: aware instant.
        expected_version: of the match, as read; None for any.

    Returns:
        The match.

    Raises:
        ValidationFailed: the instant has no time zone.
        EventFinal, WrongState: the event has ended; the match is over, or a sit-out.
        PreconditionFailed: the match has moved on.
    """
    if starts_at is not None:
        starts_at = aware(starts_at)
    with transaction.atomic():
        match = _to_move(match_id, actor, expected_version)
        if match.status in OVER:
            raise WrongState("This match is over, so its time stays. Choose one that is not.")
        before, match.starts_at = match.starts_at, starts_at
        bump(match, "starts_at")
        note(
            match.stage.event,
            actor=actor,
            action="match.scheduled",
            target=match,
            before={"starts_at": before},
            after={"starts_at": starts_at},
            payload={"starts_at": starts_at},
        )
    return match


def edit_match(*, match_id: UUID, actor: Actor, expected_version: int, **changes: Any) -> Match:
    """Change table and time of a match in one step.

    Args:
        match_id: public id of the match.
        actor: enters results at the club.
        expected_version: of the match, as read.
        changes: of ``table, starts_at``; at least one.

    Returns:
        The match, changed.

    Raises:
        As ``move_table`` and ``set_start``; ValidationFailed without a change.
    """
    unknown = sorted(set(changes) - {"table", "starts_at"})
    if unknown or not changes:
        raise ValidationFailed("A match has a table and a time to change.", field="table")
    expected: int | None = expected_version
    with transaction.atomic():
        if "table" in changes:
            match = move_table(
                match_id=match_id, actor=actor, table=changes["table"], expected_version=expected
            )
            expected = None
        if "starts_at" in changes:
            match = set_start(
                match_id=match_id,
                actor=actor,
                starts_at=changes["starts_at"],
                expected_version=expected,
            )
    return match


def _to_move(match_id: UUID, actor: Actor, expected_version: int | None) -> Match:
    match = lock_event_of_match(match_id)
    event = match.stage.event
    may_enter_results(actor, event.tournament.club)
    require_state(event, *BEFORE_PLAY, *UNDER_WAY, step="Its tables and times stay.")
    check_version(match, expected_version)
    return match
