"""Three seats, each for itself: five cards each and one dealt to the crib."""

from games.engine.variants.base import Variant

THREE_HAND = Variant(key="three_hand", seats=3, sides=3, dealt=5, laid_away=1, to_crib=1)
