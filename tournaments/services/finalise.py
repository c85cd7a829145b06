"""Making an event final: nothing is open, the standings are published, the news goes out."""

from uuid import UUID

from django.db import transaction

from common.actor import Actor
from tournaments.errors import WrongState
from tournaments.models import Event, Match, Stage
from tournaments.selectors.night import open_items, stage_progress
from tournaments.services.lifecycle import UNDER_WAY, announce, move, require_state
from tournaments.services.locks import lock_event
from tournaments.services.publishing import publish_standings
from tournaments.services.rights import may_direct


def finalise_event(*, event_id: UUID, actor: Actor, expected_version: int | None = None) -> Event:
    """Publish an event as final; season points and ratings follow from a worker.

    Args:
        event_id: public id.
        actor: directs the club.
        expected_version: as read; None for any.

    Returns:
        The event, final, with standings published as their next version.

    Raises:
        WrongState: something is open; ``open`` lists what, in sentences.
        EventFinal: it is final already.
        PreconditionFailed: the event has moved on.
    """
    with transaction.atomic():
        event = lock_event(event_id, expected_version=expected_version)
        may_direct(actor, event.tournament.club)
        require_state(event, *UNDER_WAY, step="Play the games first, then finalise.")
        stages = stage_progress(event)
        _require_nothing_open([item.sentence for item in open_items(stages)])
        for one in stages:
            publish_standings(stage_id=one.stage.public_id, actor=actor)
        Match.objects.filter(stage__event=event, status=Match.Status.CONFIRMED).update(
            status=Match.Status.LOCKED
        )
        Stage.objects.filter(event=event).update(state=Stage.State.FINAL)
        move(event, Event.State.FINAL, actor=actor, action="event.final")
        announce(event, "event.final")
    return event


def _require_nothing_open(sentences: list[str]) -> None:
    if sentences:
        raise WrongState(
            f"Something is still open. {' '.join(sentences)} Settle it, then finalise.",
            open=sentences,
        )
