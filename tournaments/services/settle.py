"""What follows from an event that is final: season points and ratings.

Both are functions of accepted claims. Settling writes what is missing or wrong and
nothing else, so a message that comes twice, or late, does no harm; an event that was
reopened is settled by taking back what it gave.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from uuid import UUID

from django.db import transaction

from common.actor import Actor
from tournaments.models import Event, SeasonScore
from tournaments.selectors.ratings import changes_of_event
from tournaments.selectors.seasons import awards_of
from tournaments.services.locks import lock_event
from tournaments.services.rating_runs import lock_pool_of, rate_from
from tournaments.services.records import note


@dataclass(frozen=True, slots=True)
class Settled:
    """How many players an event gives points and a rating; whether anything was new."""

    scores: int
    rated: int
    is_new: bool


def settle_message(payload: Mapping[str, object]) -> None:
    """Settle the event of an outbox message.

    Args:
        payload: ``event_id``, the public id.
    """
    settle_event(event_id=UUID(str(payload["event_id"])))


def settle_event(*, event_id: UUID, actor: Actor | None = None) -> Settled:
    """Write the season points and the ratings that follow from an event.

    Args:
        event_id: public id; an event that is not final gives nothing.
        actor: for the audit; left out, the worker.

    Returns:
        What the event gives now.

    Raises:
        NotFound: there is no such event.
        LockTimeout: another event of the club is being settled; try again.

    Rule: docs/rules.md#ratings
    """
    with transaction.atomic():
        pool = lock_pool_of(event_id)
        event = lock_event(event_id)
        changed = _write_scores(event) + (rate_from(event, pool) if pool else 0)
        settled = Settled(
            scores=SeasonScore.objects.filter(event=event).count(),
            rated=changes_of_event(event).count(),
            is_new=changed > 0,
        )
        if settled.is_new:
            given: dict[str, object] = {"scores": settled.scores, "rated": settled.rated}
            note(
                event,
                actor=actor or Actor.system("worker"),
                action="event.settled",
                target=event,
                after=given,
                payload=given,
            )
    return settled


def _write_scores(event: Event) -> int:
    """Bring the season scores of an event to what it gives; return how many changed."""
    due = awards_of(event)
    rows = {row.player_id: row for row in SeasonScore.objects.filter(event=event)}
    wrong = [row.pk for player, row in rows.items() if not _stands(event, row, due.get(player))]
    SeasonScore.objects.filter(pk__in=wrong).delete()
    missing = [
        SeasonScore(season=event.season, event=event, player_id=player, **award._asdict())
        for player, award in due.items()
        if player not in rows or rows[player].pk in wrong
    ]
    SeasonScore.objects.bulk_create(missing)
    return len({*wrong}) + len(missing)


def _stands(event: Event, row: SeasonScore, award: tuple[int | None, str] | None) -> bool:
    return row.season_id == event.season_id and (row.points, row.reason) == award
