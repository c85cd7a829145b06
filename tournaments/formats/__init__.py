"""The formats, one line each: a module with ``check_config``, ``plan``, ``is_over``."""

from collections.abc import Mapping
from types import MappingProxyType

from tournaments.formats import (
    double_elim,
    groups,
    pods,
    rotation,
    round_robin,
    single_elim,
    swiss,
)
from tournaments.formats.base import Format

_REGISTRY: dict[str, Format] = {
    "rotation": rotation,
    "round_robin": round_robin,
    "groups": groups,
    "swiss": swiss,
    "single_elim": single_elim,
    "double_elim": double_elim,
    "pods": pods,
}
FORMATS: Mapping[str, Format] = MappingProxyType(_REGISTRY)

LEAGUE = "league"
"""Key of the format whose matches are ties of teams."""

KNOCKOUTS = frozenset(key for key, module in FORMATS.items() if module.is_knockout)
"""Keys of the formats with a bracket."""

TABLES = frozenset(key for key, module in FORMATS.items() if module.most_sides > 2)
"""Keys of the formats where more than two sit at a table, each for itself."""
