"""The rating systems by key.

Rule: docs/rules.md#ratings
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from tournaments.ratings.base import RatingSystem
from tournaments.ratings.elo import Elo
from tournaments.ratings.glicko import Glicko

_SYSTEMS: Final[tuple[RatingSystem, ...]] = (Glicko(), Elo())

RATING_SYSTEMS: Final[Mapping[str, RatingSystem]] = MappingProxyType(
    {system.key: system for system in _SYSTEMS}
)
