"""What a schedule of points is: dated versions, and what they ask of a card.

A *night card* is what one player's card of a night came to. A *schedule* turns
it into points for a list that runs over a season or a lifetime. Its tables are
changed by those who publish them, so a schedule is a row of versions, each with
the day it came into force; the day the night was held decides which one counts.

Rule: docs/rules.md#points
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, NamedTuple

from tournaments.points.errors import CardImpossible, PointsUndefined

_DATE: Final = re.compile(r"[0-9]{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12][0-9]|3[01])")


@dataclass(frozen=True, slots=True)
class NightCard:
    """A player's card of one night.

    Args:
        games: that the night had for everybody, sit-outs included; not how many
            this player was there for.
        game_points: the card's total, 0 to 3 a game.
    """

    games: int
    game_points: int

    def __post_init__(self) -> None:
        if self.games < 1 or not 0 <= self.game_points <= 3 * self.games:
            raise CardImpossible(
                f"a card of {self.games} games cannot have {self.game_points} game points",
                games=self.games,
                game_points=self.game_points,
            )


class PointsAward(NamedTuple):
    """Points with the reason a player is shown."""

    points: int
    reason: str


class Version(NamedTuple):
    """One edition of a schedule, in force from a day on (ISO) until the next."""

    valid_from: str
    source: str
    award: Callable[[NightCard], PointsAward]


@dataclass(frozen=True, slots=True)
class Schedule:
    """A schedule by key; ``versions`` from the oldest to the newest."""

    key: str
    title: str
    versions: tuple[Version, ...]

    def version_on(self, held_on: str) -> Version:
        """Return the edition in force on a day.

        Args:
            held_on: the day of the night, as ``2026-11-30``.

        Raises:
            PointsUndefined: the day is no date, or before the first edition.

        Rule: docs/rules.md#points
        """
        if not _DATE.fullmatch(held_on):
            raise PointsUndefined(f'"{held_on}" is not a date such as 2026-11-30')
        in_force = [version for version in self.versions if version.valid_from <= held_on]
        if not in_force:
            raise PointsUndefined(
                f"{self.title} begins on {self.versions[0].valid_from}, and the night was held"
                f" on {held_on}: ask the director whether it counts, and by which table",
                schedule=self.key,
                held_on=held_on,
            )
        return in_force[-1]
