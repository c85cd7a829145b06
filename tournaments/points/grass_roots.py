"""Grass-roots points of a club night.

| case | source | done |
|---|---|---|
| nine games, 12 game points or more: the card's total | reports of several clubs | yes |
| nine games, fewer: none | the same | yes |
| another number of games | nobody says | refused |
| regional and national events | other tables | no: results from elsewhere |

The values are configured from what clubs report; they are nobody's official table.

Rule: docs/rules.md#points
"""

from typing import Final

from tournaments.points.base import NightCard, PointsAward, Schedule, Version
from tournaments.points.errors import PointsUndefined

_GAMES: Final = 9
_LEAST: Final = 12


def _award(card: NightCard) -> PointsAward:
    if card.games != _GAMES:
        raise PointsUndefined(
            f"grass-roots points are defined for a night of {_GAMES} games, and this one had"
            f" {card.games}: ask the director how many points {card.game_points} game points are",
            games=card.games,
            game_points=card.game_points,
        )
    if card.game_points < _LEAST:
        return PointsAward(0, f"{card.game_points} game points; points begin at {_LEAST}")
    return PointsAward(card.game_points, f"{card.game_points} game points, {_LEAST} or more")


GRASS_ROOTS: Final = Schedule(
    key="grass_roots",
    title="Grass-roots points",
    # The oldest rule book seen that counts 2, 3 and 0 game points is of August 2004.
    versions=(Version("2004-08-01", "configured from club reports, not official", _award),),
)
