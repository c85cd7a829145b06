"""The season table: the best nights of every player, added up.

Rule: docs/rules.md#season
"""

from collections.abc import Hashable, Iterable
from dataclasses import dataclass
from itertools import groupby
from typing import Literal, NamedTuple

from tournaments.points.errors import CountingRuleInvalid, NightCountedTwice


class NightScore(NamedTuple):
    """A player's points of one night; ``night`` sorts by the time it was held."""

    player: Hashable
    night: tuple[str, int] | str
    points: int


@dataclass(frozen=True, slots=True)
class CountingRule:
    """Which nights count.

    Args:
        best_k: so many of a player's best nights; None is all of them.
        min_score: a night below it counts for nobody.
    """

    best_k: int | None = None
    min_score: int = 0

    def __post_init__(self) -> None:
        if self.min_score < 0 or (self.best_k is not None and self.best_k < 1):
            raise CountingRuleInvalid(
                "a season counts one night or more, from 0 points on",
                best_k=self.best_k,
                min_score=self.min_score,
            )


class SeasonNight(NamedTuple):
    """One night in a player's row; ``reason`` says why it does not count."""

    night: tuple[str, int] | str
    points: int
    counted: bool
    reason: Literal["", "below_threshold", "not_among_best"]


class SeasonRow(NamedTuple):
    """A player's season; players level on ``total`` share ``place``."""

    place: int
    player: Hashable
    total: int
    nights: tuple[SeasonNight, ...]


def season_table(scores: Iterable[NightScore], rule: CountingRule) -> tuple[SeasonRow, ...]:
    """Add up a season.

    Args:
        scores: of all players and nights, in any order.
        rule: which nights count.

    Returns:
        One row a player, best first, nights in the order they were held. Equal
        totals are equal places and the next place is skipped (1, 2, 2, 4);
        within a place the order is that of ``scores`` and means nothing. Of
        equal nights at the limit of ``best_k`` the earlier one counts.

    Raises:
        NightCountedTwice: a player has two scores for one night.

    Rule: docs/rules.md#season
    """
    by_player: dict[Hashable, list[NightScore]] = {}
    for score in scores:
        nights = by_player.setdefault(score.player, [])
        if any(other.night == score.night for other in nights):
            raise NightCountedTwice(
                "a player has one score a night", player=score.player, night=score.night
            )
        nights.append(score)
    counted = [(player, _nights(own, rule)) for player, own in by_player.items()]
    totals = [(_total(nights), player, nights) for player, nights in counted]
    totals.sort(key=lambda row: -row[0])
    rows: list[SeasonRow] = []
    for total, level in groupby(totals, key=lambda row: row[0]):
        place = len(rows) + 1
        rows += [SeasonRow(place, player, total, nights) for _, player, nights in level]
    return tuple(rows)


def _nights(own: list[NightScore], rule: CountingRule) -> tuple[SeasonNight, ...]:
    in_order = sorted(own, key=lambda score: score.night)
    eligible = [score for score in in_order if score.points >= rule.min_score]
    # Sorting is stable: of equal nights the earlier one stays in front.
    best = sorted(eligible, key=lambda score: -score.points)[: rule.best_k]
    counting = {score.night for score in best}
    return tuple(_night(score, rule, counted=score.night in counting) for score in in_order)


def _night(score: NightScore, rule: CountingRule, *, counted: bool) -> SeasonNight:
    if counted:
        return SeasonNight(score.night, score.points, True, "")
    below = score.points < rule.min_score
    return SeasonNight(
        score.night, score.points, False, "below_threshold" if below else "not_among_best"
    )


def _total(nights: tuple[SeasonNight, ...]) -> int:
    return sum(night.points for night in nights if night.counted)
