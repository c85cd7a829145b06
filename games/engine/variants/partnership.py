"""Two against two: seats 0 and 2 share pegs, and so do seats 1 and 3."""

from games.engine.variants.base import Variant

PARTNERSHIP = Variant(key="partnership", seats=4, sides=2, dealt=5, laid_away=1)
