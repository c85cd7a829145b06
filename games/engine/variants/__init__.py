"""The registry of variants: one file and one line each.

A variant is numbers. What it plays is decided by the phases, which read them.
"""

from collections.abc import Mapping
from types import MappingProxyType

from games.engine.variants.base import Variant
from games.engine.variants.six_card import SIX_CARD

VARIANTS: Mapping[str, Variant] = MappingProxyType(
    {variant.key: variant for variant in (SIX_CARD,)}
)
