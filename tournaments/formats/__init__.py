"""The formats, one line each: a module with ``check_config``, ``plan``, ``is_over``."""

from collections.abc import Mapping
from types import MappingProxyType

from tournaments.formats import rotation, single_elim
from tournaments.formats.base import Format

FORMATS: Mapping[str, Format] = MappingProxyType(
    {
        "rotation": rotation,
        "single_elim": single_elim,
    }
)
