"""Rating runs: one an event, each made from the games and from the run before it.

The digest of a run covers its games and the digest of the run before. So a run that
stands has its digest still, and everything after a changed event gets a new one:
ratings after a correction are those of having been right at once.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from common import clock
from common.canonical import digest
from common.locking import lock_row
from tournaments.models import Event, Rating, RatingChange, RatingPool, RatingRun
from tournaments.ratings import rating_system
from tournaments.ratings.base import GameToRate, Rated, RatingSystem, replay
from tournaments.selectors.rated_games import (
    COUNTED_STATES,
    RATED_VARIANTS,
    EventInOrder,
    games_to_rate,
    place_of,
    rated_events,
)
from tournaments.selectors.ratings import ratings_after

SYSTEM = "glicko"


@dataclass(slots=True)
class Replay:
    """Ratings while events are worked through in order; ``last`` is the run before."""

    pool: RatingPool
    ratings: dict[Any, Rated]
    last: str
    current: dict[int, RatingRun] = field(default_factory=dict)
    written: int = 0

    @property
    def system(self) -> RatingSystem:
        """The pool's way of rating."""
        return rating_system(self.pool.system, self.pool.params)


def lock_pool_of(event_id: UUID) -> RatingPool | None:
    """Lock the pool that an event is rated in, made on first use.

    It is locked before the event: a rebuild writes rows that refer to later events,
    and each of those may be held by somebody who waits for the pool.

    Args:
        event_id: public id.

    Returns:
        The pool; None for a game that is not rated, or an event that never was final.

    Raises:
        LockTimeout: another event of the club is being settled.
    """
    event = Event.objects.select_related("tournament").filter(public_id=event_id).first()
    variant = event.rules.get("variant") if event else None
    if event is None or variant not in RATED_VARIANTS:
        return None
    pool = {"club_id": event.tournament.club_id, "system": SYSTEM, "variant": variant}
    if event.state in COUNTED_STATES:
        RatingPool.objects.get_or_create(**pool)
    found = RatingPool.objects.filter(**pool)
    return lock_row(found) if found.exists() else None


def rate_from(event: Event, pool: RatingPool) -> int:
    """Rate an event and every later one of its club again, as far as they changed.

    Args:
        event: locked, with its tournament; one that is no longer final loses its run.
        pool: locked, of the event's club and variant.

    Returns:
        How many runs were written or taken back; 0 when all of them stood.

    Rule: docs/rules.md#ratings
    """
    in_order = rated_events(pool.club_id, pool.variant)
    earlier = [one for one in in_order if one.place < place_of(event)]
    later = [one for one in in_order if one.place >= place_of(event)]
    work = _begin(pool, earlier)
    work.written += _take_back(pool, in_order)
    games = games_to_rate(later)
    for one in later:
        _rate(work, one, games.get(one.event_id, ()))
    if work.written:
        _write_ratings(work)
    return work.written


def run_digest(pool: RatingPool, last: str, games: Iterable[GameToRate]) -> str:
    """Name what a run is computed from.

    Args:
        pool: its system and parameters.
        last: digest of the run before; empty for the first.
        games: in order.
    """
    params = sorted((name, str(value)) for name, value in pool.params.items())
    said = [(game.winner, game.loser, game.first_dealer, game.key) for game in games]
    return digest("ratings1", pool.system, params, last, said)


def _begin(pool: RatingPool, earlier: list[EventInOrder]) -> Replay:
    """Start from the checkpoint: what the runs before say."""
    runs = {run.event_id: run for run in RatingRun.objects.filter(pool=pool, is_current=True)}
    before = [one.event_id for one in earlier if one.event_id in runs]
    last = runs[before[-1]].inputs_digest if before else ""
    return Replay(pool, ratings_after(pool, before), last, runs)


def _take_back(pool: RatingPool, in_order: Iterable[EventInOrder]) -> int:
    """Let the runs of events that are not final any more count no longer."""
    runs = RatingRun.objects.filter(pool=pool, is_current=True)
    return runs.exclude(event__in=[one.event_id for one in in_order]).update(is_current=False)


def _rate(work: Replay, one: EventInOrder, games: tuple[GameToRate, ...]) -> None:
    current = work.current.get(one.event_id)
    if not games:
        if current is not None:
            work.written += RatingRun.objects.filter(pk=current.pk).update(is_current=False)
        return
    inputs = run_digest(work.pool, work.last, games)
    before = dict(work.ratings)
    replay(work.system, games, work.ratings)
    work.last = inputs
    if current is not None and current.inputs_digest == inputs:
        return
    RatingRun.objects.filter(pool=work.pool, event=one.event_id).update(is_current=False)
    _write_run(work, one.event_id, inputs, before)
    work.written += 1


def _write_run(work: Replay, event_id: int, inputs: str, before: Mapping[Any, Rated]) -> None:
    """Write a run with its changes; one that was computed before counts again."""
    run, is_new = RatingRun.objects.update_or_create(
        pool=work.pool, event_id=event_id, inputs_digest=inputs, defaults={"is_current": True}
    )
    if not is_new:
        return
    newcomer = work.system.initial()
    RatingChange.objects.bulk_create(
        _change(run, player, before.get(player, newcomer), after)
        for player, after in work.ratings.items()
        if after is not before.get(player)
    )


def _change(run: RatingRun, player: int, before: Rated, after: Rated) -> RatingChange:
    return RatingChange(
        run=run,
        player_id=player,
        value_before=before.value,
        value_after=after.value,
        deviation_before=before.deviation,
        deviation_after=after.deviation,
        games=after.games - before.games,
    )


def _write_ratings(work: Replay) -> None:
    """Bring the list of the pool to where the last run ends."""
    rows = {row.player_id: row for row in Rating.objects.filter(pool=work.pool)}
    Rating.objects.filter(pool=work.pool).exclude(player__in=list(work.ratings)).delete()
    missing: list[Rating] = []
    changed: list[Rating] = []
    for player, rated in work.ratings.items():
        row = rows.get(player)
        if row is None:
            missing.append(Rating(pool=work.pool, player_id=player, **rated._asdict()))
        elif (row.value, row.deviation, row.games) != tuple(rated):
            row.value, row.deviation, row.games = rated
            row.updated_at = clock.now()
            changed.append(row)
    Rating.objects.bulk_create(missing)
    Rating.objects.bulk_update(changed, ["value", "deviation", "games", "updated_at"])
