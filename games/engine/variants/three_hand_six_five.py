"""Three seats, each for itself: the dealer gets a sixth card and lays two away.

The document does not say who gets six; it is the dealer here, whose crib it is.
"""

from games.engine.variants.base import Variant

THREE_HAND_SIX_FIVE = Variant(
    key="three_hand_six_five", seats=3, sides=3, dealt=5, laid_away=1, dealer_extra=1
)
