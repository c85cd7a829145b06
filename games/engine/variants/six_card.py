"""The classic game for two."""

from games.engine.variants.base import Variant

SIX_CARD = Variant(key="six_card", seats=2, sides=2, dealt=6, laid_away=2)
