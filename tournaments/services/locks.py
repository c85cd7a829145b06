"""Locking the root rows of tournaments, always in the order tournament, event, game.

Each function locks what it returns until the transaction ends, so it is called
inside ``transaction.atomic()`` and before anything else is read.
"""

from typing import TypeVar
from uuid import UUID

from django.core.exceptions import ObjectDoesNotExist
from django.db.models import QuerySet

from common.errors import NotFound, PreconditionFailed
from common.locking import lock_row
from common.models import VersionedModel
from tournaments.models import (
    DirectorTask,
    Event,
    Match,
    Registration,
    Round,
    Stage,
    Tournament,
)

Row = TypeVar("Row", bound=VersionedModel)


def lock_tournament(tournament_id: UUID) -> Tournament:
    """Lock an occasion: its roster and its numbers.

    Args:
        tournament_id: public id.

    Returns:
        The tournament with its club.

    Raises:
        NotFound: there is none.
        LockTimeout: somebody else held it too long.
    """
    return _locked(
        Tournament.objects.select_related("club").filter(public_id=tournament_id), "occasion"
    )


def lock_event(event_id: UUID, *, expected_version: int | None = None) -> Event:
    """Lock an event: its entries, rounds and results.

    Args:
        event_id: public id.
        expected_version: the version the caller has read; None for any.

    Returns:
        The event with its tournament and club.

    Raises:
        NotFound: there is none.
        PreconditionFailed: the event has moved on.
        LockTimeout: somebody else held it too long.
    """
    event = _locked(_events().filter(public_id=event_id), "event")
    check_version(event, expected_version)
    return event


def lock_roots_of_event(event_id: UUID, *, expected_version: int | None = None) -> Event:
    """Lock an event after its occasion, for what changes roster and event together.

    Args:
        event_id: public id.
        expected_version: of the event; None for any.

    Returns:
        The event; ``event.tournament`` is the locked row.

    Raises:
        NotFound, PreconditionFailed, LockTimeout: as ``lock_event``.
    """
    tournament = _locked(
        Tournament.objects.select_related("club").filter(events__public_id=event_id), "event"
    )
    event = lock_event(event_id, expected_version=expected_version)
    event.tournament = tournament
    return event


def lock_event_of_stage(stage_id: UUID) -> Stage:
    """Lock the event that a stage belongs to.

    Args:
        stage_id: public id of the stage.

    Returns:
        The stage; ``stage.event`` is the locked row.

    Raises:
        NotFound: there is no such stage.
        LockTimeout: somebody else held the event too long.
    """
    event = _locked(_events().filter(stages__public_id=stage_id), "stage")
    stage = Stage.objects.get(public_id=stage_id)
    stage.event = event
    return stage


def lock_roots_of_stage(stage_id: UUID) -> Stage:
    """Lock the event that a stage belongs to after its occasion, for a draw.

    Args:
        stage_id: public id of the stage.

    Returns:
        The stage; ``stage.event`` and its tournament are the locked rows.

    Raises:
        NotFound, LockTimeout: as ``lock_event_of_stage``.
    """
    tournament = _locked(
        Tournament.objects.select_related("club").filter(events__stages__public_id=stage_id),
        "stage",
    )
    stage = lock_event_of_stage(stage_id)
    stage.event.tournament = tournament
    return stage


def lock_roots_of_round(round_id: UUID) -> Round:
    """Lock the event that a round belongs to after its occasion.

    Args:
        round_id: public id of the round.

    Returns:
        The round; ``round.stage.event`` and its tournament are the locked rows.

    Raises:
        NotFound, LockTimeout: as ``lock_event_of_stage``.
    """
    stage_id = Stage.objects.filter(rounds__public_id=round_id).values_list("public_id", flat=True)
    if not stage_id:
        raise NotFound("There is no such round.")
    stage = lock_roots_of_stage(stage_id[0])
    try:
        round_ = Round.objects.get(public_id=round_id, stage=stage)
    except ObjectDoesNotExist as error:
        raise NotFound("There is no such round.") from error
    round_.stage = stage
    return round_


def lock_event_of_match(match_id: UUID) -> Match:
    """Lock the event that a match belongs to.

    Args:
        match_id: public id of the match.

    Returns:
        The match with round and stage; ``match.stage.event`` is the locked row.

    Raises:
        NotFound: there is no such match.
        LockTimeout: somebody else held the event too long.
    """
    event = _locked(_events().filter(stages__matches__public_id=match_id), "match")
    match = Match.objects.select_related("stage", "round").get(public_id=match_id)
    match.stage.event = event
    match.round.stage = match.stage
    return match


def lock_event_of_task(task_id: UUID) -> DirectorTask:
    """Lock the event that a director's task belongs to.

    Args:
        task_id: public id of the task.

    Returns:
        The task; ``task.event`` is the locked row.

    Raises:
        NotFound: there is no such task.
        LockTimeout: somebody else held the event too long.
    """
    event = _locked(_events().filter(director_tasks__public_id=task_id), "task")
    task = DirectorTask.objects.get(public_id=task_id)
    task.event = event
    return task


def lock_tournament_of_registration(registration_id: UUID) -> Registration:
    """Lock the occasion that a registration belongs to.

    Args:
        registration_id: public id of the registration.

    Returns:
        The registration with its player; ``registration.tournament`` is locked.

    Raises:
        NotFound: there is no such registration.
        LockTimeout: somebody else held the occasion too long.
    """
    tournament = _locked(
        Tournament.objects.select_related("club").filter(registrations__public_id=registration_id),
        "registration",
    )
    registration = Registration.objects.select_related("player").get(public_id=registration_id)
    registration.tournament = tournament
    return registration


def check_version(row: VersionedModel, expected_version: int | None) -> None:
    """Refuse an edit of something that has moved on.

    Args:
        row: locked, or of a locked root.
        expected_version: what the caller has read; None accepts any.

    Raises:
        PreconditionFailed: the versions differ; the present one is in ``version``.
    """
    if expected_version is not None and row.version != expected_version:
        raise PreconditionFailed(
            "Somebody has changed this since you opened it. Look at it again, then repeat it.",
            version=row.version,
        )


def _events() -> QuerySet[Event]:
    return Event.objects.select_related("tournament__club")


def _locked(queryset: QuerySet[Row], what: str) -> Row:
    try:
        return lock_row(queryset)
    except ObjectDoesNotExist as error:
        raise NotFound(f"There is no such {what}.") from error
