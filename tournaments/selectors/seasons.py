"""Season points of an event, and the table they add up to."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any, NamedTuple
from zoneinfo import ZoneInfo

from clubs.models import Player
from tournaments.formats import KNOCKOUTS
from tournaments.models import EntryMember, Event, Round, Season, SeasonScore, Stage
from tournaments.points import points_for
from tournaments.points.base import NightCard
from tournaments.points.errors import CardImpossible, PointsUndefined, UnknownSchedule
from tournaments.points.season import CountingRule, NightScore, SeasonNight
from tournaments.points.season import season_table as add_up
from tournaments.rulesets import match_format
from tournaments.selectors.rated_games import COUNTED_STATES
from tournaments.selectors.standings import standings_of

LONGEST_REASON = 200


class Award(NamedTuple):
    """Points, or None with the reason why the schedule gives none."""

    points: int | None
    reason: str


@dataclass(frozen=True, slots=True)
class SeasonLine:
    """A player's row; ``nights`` are in the order they were held."""

    place: int
    is_shared: bool
    player: Player
    total: int
    nights: tuple[SeasonNight, ...]


@dataclass(frozen=True, slots=True)
class SeasonTable:
    """The table; ``events`` by their keys, ``undecided`` waits for the director."""

    season: Season
    lines: tuple[SeasonLine, ...]
    events: Mapping[int, Event]
    undecided: tuple[SeasonScore, ...]


def season_table(season: Season) -> SeasonTable:
    """Add up a season from the scores of its final events.

    Args:
        season: of a club.

    Returns:
        The table; one query, whatever the size. Level players share a place.

    Rule: docs/rules.md#season
    """
    rows = SeasonScore.objects.filter(season=season).select_related("player", "event__tournament")
    scores = list(rows.order_by("player__sort_name", "player_id"))
    players = {score.player_id: score.player for score in scores}
    table = add_up(
        (
            NightScore(score.player_id, _night(score.event), score.points)
            for score in scores
            if score.points is not None
        ),
        counting_rule(season),
    )
    shared = _shared(row.place for row in table)
    return SeasonTable(
        season=season,
        lines=tuple(
            SeasonLine(
                row.place, row.place in shared, players[_key(row.player)], row.total, row.nights
            )
            for row in table
        ),
        events={score.event_id: score.event for score in scores},
        undecided=tuple(score for score in scores if score.points is None),
    )


def counting_rule(season: Season) -> CountingRule:
    """Read which nights of a season count.

    Args:
        season: its ``counting`` may say ``best_k`` and ``min_score``.

    Raises:
        CountingRuleInvalid: a value cannot be.
    """
    counting: dict[str, Any] = season.counting
    return CountingRule(best_k=counting.get("best_k"), min_score=counting.get("min_score", 0))


def awards_of(event: Event) -> dict[int, Award]:
    """Say what an event gives its players in its season, by the season's schedule.

    Args:
        event: with its tournament and club.

    Returns:
        An award for each player on a card of the first stage, by the player's key;
        nothing for an event that is not final, is in no season, or has no cards.

    Rule: docs/rules.md#points
    """
    stage = _stage_of_cards(event)
    if event.season is None or event.state not in COUNTED_STATES or stage is None:
        return {}
    held_on, games = held_on_day(event).isoformat(), _games_of_night(stage)
    cards = {row.entry.pk: row.game_points for row in standings_of(stage).rows}
    members = EntryMember.objects.filter(entry__in=list(cards)).select_related("registration")
    return {
        one.registration.player_id: _award(
            event.season.schedule, held_on, games=games, game_points=cards[one.entry_id]
        )
        for one in members
    }


def held_on_day(event: Event) -> date:
    """Return the day of an event as it was at the club.

    Args:
        event: with its tournament and club.
    """
    occasion = event.tournament
    return occasion.starts_at.astimezone(ZoneInfo(occasion.club.timezone)).date()


def _award(schedule: str, held_on: str, *, games: int, game_points: int) -> Award:
    try:
        given = points_for(schedule, held_on, NightCard(games, game_points))
    except (PointsUndefined, CardImpossible, UnknownSchedule) as refusal:
        return Award(None, refusal.message[:LONGEST_REASON])
    return Award(given.points, given.reason[:LONGEST_REASON])


def _stage_of_cards(event: Event) -> Stage | None:
    """The stage whose card counts: the first, where everybody plays."""
    first = Stage.objects.filter(event=event).order_by("number").first()
    return None if first is None or first.kind in KNOCKOUTS else first


def _games_of_night(stage: Stage) -> int:
    published = Round.objects.filter(stage=stage).exclude(state=Round.State.DRAFT)
    return published.count() * match_format(stage.config).best_of


def _night(event: Event) -> tuple[str, int]:
    return (event.tournament.starts_at.isoformat(), event.pk)


def _shared(places: Iterable[int]) -> set[int]:
    return {place for place, people in Counter(places).items() if people > 1}


def _key(player: object) -> int:
    if not isinstance(player, int):
        raise TypeError("players of a season are named by their keys")
    return player
