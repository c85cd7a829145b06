"""What a director must settle: opened by the site, closed by a person.

A game that was abandoned, or a side that does not play on, is no result. What the
director does is a step of its own: give the game to a side (``forfeit_game``,
``forfeit_match``), have it played on from its last deal
(``games.services.corrections.void_deal``), open a new one (``start_engine_game``), or
adjourn. Closing the task says which.

The listeners are called after the commit of the news, and again by the sweep until
they have succeeded; they lock the event and never the game.
"""

from datetime import datetime
from uuid import UUID

from django.db import transaction

from common import clock
from common.actor import Actor
from common.errors import ValidationFailed
from common.text import clean_text
from games.selectors.finished import outcome_of
from tournaments.errors import WrongState
from tournaments.models import DirectorTask, MatchGame
from tournaments.selectors.matches import OVER
from tournaments.services import records
from tournaments.services.locks import lock_event_of_task
from tournaments.services.match_lock import lock_match
from tournaments.services.rights import may_direct

ENGINE = Actor.system(agent="engine")
LONGEST_NOTE = 400


def on_game_abandoned(game_id: UUID) -> None:
    """Open a task for a game that ended without a result, if it belongs to a match.

    Args:
        game_id: public id; a game that has a winner, or goes on, needs nobody.
    """
    if _match_of(game_id) is None:
        return
    outcome = outcome_of(game_id)
    if outcome.is_over and outcome.winner_side is None:
        _open(game_id, DirectorTask.Kind.ABANDONED_GAME, since=outcome.finished_at)


def on_director_called(game_id: UUID) -> None:
    """Open a task for a side that does not play on, as the other one says.

    Args:
        game_id: public id; a game that is over by now needs nobody.
    """
    if _match_of(game_id) is not None and not outcome_of(game_id).is_over:
        _open(game_id, DirectorTask.Kind.ABSENT_PLAYER)


def close_task(*, task_id: UUID, actor: Actor, note: str) -> DirectorTask:
    """Close a task and keep what was decided.

    Args:
        task_id: public id.
        actor: directs the club.
        note: what was decided, in words; for the club.

    Raises:
        NotFound, PermissionDenied: no such task, or not to be closed.
        ValidationFailed: nothing is said, or too much.
        WrongState: it is closed.
    """
    said = clean_text(note, field="note", longest=LONGEST_NOTE)
    if not said:
        raise ValidationFailed("Say what was decided, so that others can follow it.", field="note")
    with transaction.atomic():
        task = lock_event_of_task(task_id)
        may_direct(actor, task.event.tournament.club)
        if task.state == DirectorTask.State.DONE:
            raise WrongState("This is settled already. Look at the page again.")
        task.state = DirectorTask.State.DONE
        task.closed_at, task.closed_by, task.note = clock.now(), actor.key, said
        records.bump(task, "state", "closed_at", "closed_by", "note")
        records.note(
            task.event,
            actor=actor,
            action="director_task.closed",
            target=task,
            after={"kind": task.kind},
            reason=said,
            payload={"kind": task.kind},
        )
    return task


def _match_of(game_id: UUID) -> UUID | None:
    games = MatchGame.objects.filter(engine_game=game_id)
    return games.values_list("match__public_id", flat=True).first()


def _open(game_id: UUID, kind: str, *, since: datetime | None = None) -> None:
    match_id = _match_of(game_id)
    if match_id is None:
        return
    with transaction.atomic():
        at = lock_match(match_id)
        if at.match.status in OVER:
            return
        tasks = DirectorTask.objects.filter(match=at.match, kind=kind)
        was_told = since is not None and tasks.filter(game=game_id, opened_at__gte=since).exists()
        if was_told or tasks.filter(state=DirectorTask.State.OPEN).exists():
            return
        task = DirectorTask.objects.create(event=at.event, match=at.match, game=game_id, kind=kind)
        about = {"kind": kind, "match": at.match.public_id, "game": game_id}
        records.note(
            at.event,
            actor=ENGINE,
            action="director_task.opened",
            target=task,
            after=about,
            payload=about,
        )
