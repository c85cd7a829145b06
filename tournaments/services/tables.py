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
        WrongState: the match is over, or a sit-out.
        PreconditionFailed: the match has moved on.
    """
    with transaction.atomic():
        match = lock_event_of_match(match_id)
        may_enter_results(actor, match.stage.event.tournament.club)
        check_version(match, expected_version)
        _move(match, table, actor)
    return match


def place_match(
    *,
    match_id: UUID,
    actor: Actor,
    table: int | None,
    starts_at: datetime | None,
    expected_version: int | None = None,
) -> Match:
    """Say where and when a match is played, in one edit.

    Args:
        match_id: public id of the match.
        actor: enters results at the club.
        table: number of the table; None leaves it.
        starts_at: aware instant; None for no time of its own.
        expected_version: of the match, as read; None for any.

    Returns:
        The match as it is planned now.

    Raises:
        As ``move_table``.
    """
    with transaction.atomic():
        match = lock_event_of_match(match_id)
        may_enter_results(actor, match.stage.event.tournament.club)
        check_version(match, expected_version)
        if table is not None and table != match.table:
            _move(match, table, actor)
        if starts_at == match.starts_at:
            return match
        before, match.starts_at = match.starts_at, starts_at
        bump(match, "starts_at")
        note(
            match.stage.event,
            actor=actor,
            action="match.timed",
            target=match,
            before={"starts_at": before},
            after={"starts_at": starts_at},
            payload={"starts_at": starts_at and starts_at.isoformat()},
        )
    return match


def _move(match: Match, table: int, actor: Actor) -> None:
    if not 1 <= table <= HIGHEST_TABLE:
        raise ValidationFailed(f"Tables are numbered 1 to {HIGHEST_TABLE}.", field="table")
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
