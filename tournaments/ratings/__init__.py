"""The rating systems by key, with the parameters they are used with by default.

Rule: docs/rules.md#ratings
"""

from collections.abc import Mapping
from dataclasses import fields, replace
from types import MappingProxyType
from typing import Any, Final

from tournaments.ratings.base import RatingSystem
from tournaments.ratings.elo import Elo
from tournaments.ratings.errors import UnknownRatingSystem
from tournaments.ratings.glicko import Glicko

_SYSTEMS: Final[tuple[RatingSystem, ...]] = (Glicko(), Elo())

RATING_SYSTEMS: Final[Mapping[str, RatingSystem]] = MappingProxyType(
    {system.key: system for system in _SYSTEMS}
)


def rating_system(key: str, params: Mapping[str, float] | None = None) -> RatingSystem:
    """Return a system, with parameters of its own where a pool has fitted some.

    Args:
        key: of the registry.
        params: fields of the system to values, such as ``{"first_deal_edge": 39}``.

    Raises:
        UnknownRatingSystem: there is no such system, or it has no such parameter.

    Rule: docs/rules.md#ratings
    """
    # Every system is a frozen dataclass of its parameters, which no protocol can say.
    system: Any = RATING_SYSTEMS.get(key)
    if system is None:
        raise UnknownRatingSystem(
            f'there is no rating system called "{key}"; known: {", ".join(RATING_SYSTEMS)}'
        )
    known = {field.name for field in fields(system)} - {"key"}
    for name in params or {}:
        if name not in known:
            raise UnknownRatingSystem(
                f'{key} has no parameter "{name}"; known: {", ".join(sorted(known))}'
            )
    parametrised: RatingSystem = replace(system, **dict(params or {}))
    return parametrised
