"""The old game for two: five cards, three played, once round the board.

The pone starts with three points, once a game, and the play is over with its
first count.
"""

from games.engine.variants.base import Variant

FIVE_CARD = Variant(
    key="five_card",
    seats=2,
    sides=2,
    dealt=5,
    laid_away=2,
    hand=3,
    target=61,
    skunk_below=31,
    double_below=None,
    pone_start=3,
    single_count=True,
)
