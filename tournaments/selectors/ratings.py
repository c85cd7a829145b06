"""Ratings as they are read: the list of a pool, a player's history, a checkpoint."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from django.db.models import QuerySet

from clubs.models import Player
from tournaments.models import Event, Rating, RatingChange, RatingPool
from tournaments.ratings.base import Rated


class RatedPlayer(NamedTuple):
    """A line of the list; players whose ratings are equal share ``place``."""

    place: int
    player: Player
    rating: Rating


class RatedNight(NamedTuple):
    """What one event did to a player's rating."""

    event: Event
    change: RatingChange


def ratings_of(pool: RatingPool) -> tuple[RatedPlayer, ...]:
    """List the ratings of a pool, the highest first.

    Args:
        pool: of a club.

    Returns:
        Everybody who has a rated game; one query. Who is level shares a place, in
        the order of names, which means nothing.

    Rule: docs/rules.md#ratings
    """
    rows = Rating.objects.filter(pool=pool).select_related("player")
    listed: list[RatedPlayer] = []
    for number, row in enumerate(rows.order_by("-value", "player__sort_name", "pk"), start=1):
        is_level = bool(listed) and listed[-1].rating.value == row.value
        listed.append(RatedPlayer(listed[-1].place if is_level else number, row.player, row))
    return tuple(listed)


def pool_of(
    club_id: int, *, system: str = "glicko", variant: str = "six_card"
) -> RatingPool | None:
    """Return a club's pool; None until a rated game of it is final.

    Args:
        club_id: key of the club.
        system: of the registry.
        variant: of the games.
    """
    pools = RatingPool.objects.filter(club_id=club_id, system=system, variant=variant)
    return pools.first()


def history_of(player: Player, pool: RatingPool) -> tuple[RatedNight, ...]:
    """List what each event did to a player's rating, the first event first.

    Args:
        player: anybody.
        pool: of a club.

    Returns:
        One line an event that counts; one query.

    Rule: docs/rules.md#ratings
    """
    changes = RatingChange.objects.filter(player=player, run__pool=pool, run__is_current=True)
    in_order = changes.select_related("run__event__tournament").order_by(
        "run__event__tournament__starts_at", "run__event__tournament", "run__event__number"
    )
    return tuple(RatedNight(change.run.event, change) for change in in_order)


def changes_of_event(event: Event) -> QuerySet[RatingChange]:
    """Return how an event changed the ratings, as it counts now.

    Args:
        event: any state; one that is not final changes none.
    """
    changes = RatingChange.objects.filter(run__event=event, run__is_current=True)
    return changes.select_related("player", "run__pool").order_by("player__sort_name", "player")


def ratings_after(pool: RatingPool, events: Sequence[int]) -> dict[Any, Rated]:
    """Return everybody's rating after some events: the checkpoint of a rebuild.

    Args:
        pool: whose current runs are read.
        events: keys, all from the first event on, in order.
    """
    place = {event: number for number, event in enumerate(events)}
    rows: Any = RatingChange.objects.filter(
        run__pool=pool, run__is_current=True, run__event__in=list(events)
    ).values_list("run__event_id", "player_id", "value_after", "deviation_after", "games")
    ratings: dict[Any, Rated] = {}
    for _, player, value, deviation, games in sorted(rows, key=lambda row: place[row[0]]):
        known = ratings.get(player)
        ratings[player] = Rated(value, deviation, games + (known.games if known else 0))
    return ratings
