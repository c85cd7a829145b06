"""The club's own points: the game points of every night, however many games it had.

Rule: docs/rules.md#points
"""

from typing import Final

from tournaments.points.base import NightCard, PointsAward, Schedule, Version


def _award(card: NightCard) -> PointsAward:
    return PointsAward(card.game_points, f"{card.game_points} game points in {card.games} games")


CLUB_POINTS: Final = Schedule(
    key="club_points",
    title="Club points",
    versions=(Version("0001-01-01", "the club's own", _award),),
)
