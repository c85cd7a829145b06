"""The registry of variants: one file and one line each.

A variant is numbers. What it plays is decided by the phases, which read them.
"""

from collections.abc import Mapping
from types import MappingProxyType

from games.engine.variants.base import Variant
from games.engine.variants.five_card import FIVE_CARD
from games.engine.variants.five_card_crib import FIVE_CARD_CRIB
from games.engine.variants.partnership import PARTNERSHIP
from games.engine.variants.six_card import SIX_CARD
from games.engine.variants.three_hand import THREE_HAND
from games.engine.variants.three_hand_six_five import THREE_HAND_SIX_FIVE

VARIANTS: Mapping[str, Variant] = MappingProxyType(
    {
        variant.key: variant
        for variant in (
            SIX_CARD,
            FIVE_CARD,
            FIVE_CARD_CRIB,
            THREE_HAND,
            THREE_HAND_SIX_FIVE,
            PARTNERSHIP,
        )
    }
)
