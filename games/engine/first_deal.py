"""Who deals first in the next game of a match, by the option ``first_deal``.

Rule: docs/rules.md#cut-for-deal
"""

from collections.abc import Sequence
from typing import NamedTuple

from games.engine.errors import RulesInvalid
from games.engine.rules import Rules


class LastGame(NamedTuple):
    """What the next game has to know of the one before it."""

    first_dealer: int
    scores: Sequence[int]


def first_dealer_of(rules: Rules, last: LastGame | None) -> int | None:
    """Find the first dealer of a game.

    Args:
        rules: of the game; ``first_deal`` decides.
        last: the game before in the same match, None for the first.

    Returns:
        A seat; None where the seats cut. Of several losing sides the one with
        the lowest score deals, and equal ones cut. Within a side it is the seat
        next to the left of the last first dealer.

    Raises:
        RulesInvalid: the seat must be named by somebody else (``assigned``).

    Rule: docs/rules.md#cut-for-deal
    """
    if rules.first_deal == "assigned":
        raise RulesInvalid("the first dealer must be named", option="first_deal")
    if last is None or rules.first_deal == "cut":
        return None
    seats = rules.numbers.seats
    to_the_left = [(last.first_dealer + step) % seats for step in range(1, seats + 1)]
    if rules.first_deal == "alternate":
        return to_the_left[0]
    wanted = (max if rules.first_deal == "winner" else min)(last.scores)
    sides = [side for side, score in enumerate(last.scores) if score == wanted]
    if len(sides) > 1:
        return None
    return next(seat for seat in to_the_left if rules.numbers.side_of(seat) == sides[0])
