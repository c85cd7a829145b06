"""The formats, one line each: a module with ``check_config``, ``plan``, ``is_over``."""

from collections.abc import Mapping
from types import MappingProxyType

from tournaments.formats import groups, rotation, round_robin, single_elim
from tournaments.formats.base import Format

FORMATS: Mapping[str, Format] = MappingProxyType(
    {
        "rotation": rotation,
        "round_robin": round_robin,
        "groups": groups,
        "single_elim": single_elim,
    }
)
