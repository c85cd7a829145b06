"""Two seats, five cards each and two dealt to the crib: one card is laid away."""

from games.engine.variants.base import Variant

FIVE_CARD_CRIB = Variant(key="five_card_crib", seats=2, sides=2, dealt=5, laid_away=1, to_crib=2)
