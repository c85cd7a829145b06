"""The schedules of points by key, and the one way to ask them.

Rule: docs/rules.md#points
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from tournaments.points.base import NightCard, PointsAward, Schedule
from tournaments.points.club_points import CLUB_POINTS
from tournaments.points.errors import UnknownSchedule
from tournaments.points.grass_roots import GRASS_ROOTS

SCHEDULES: Final[Mapping[str, Schedule]] = MappingProxyType(
    {schedule.key: schedule for schedule in (CLUB_POINTS, GRASS_ROOTS)}
)


def points_for(schedule: str, held_on: str, card: NightCard) -> PointsAward:
    """Return the points of a card by the edition in force that day.

    Args:
        schedule: key of the registry.
        held_on: the day of the night, as ``2026-11-30``.
        card: the player's card of the night.

    Returns:
        Points, 0 included, with the reason.

    Raises:
        UnknownSchedule: there is no schedule of this key.
        PointsUndefined: the schedule is silent on this case; the message says
            what to ask the director.

    Rule: docs/rules.md#points
    """
    if schedule not in SCHEDULES:
        raise UnknownSchedule(
            f'there is no schedule of points called "{schedule}"; known: {", ".join(SCHEDULES)}'
        )
    return SCHEDULES[schedule].version_on(held_on).award(card)
