"""Combination: one group of cards that scores, and what it is worth.

The words of this package:

==============  =============================================================
kind            what scores: ``fifteen``, ``thirty_one``, ``pair``, ``run``,
                ``flush``, ``nobs``
name            what players call it. At the show every pair and every run is
                a combination of its own, and ``name`` says which unit it is
                part of: the three pairs of three fives are each named
                ``pair royal`` and worth 2, the two runs of 3-3-4-5 are each
                named ``double run`` and worth 3. In the play the unit itself
                is the combination: a ``pair royal`` worth 6.
==============  =============================================================

So the points of a list always add up to its total, a missed one can be named
by its cards, and calls in words can group them again.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from scoring.cards import Card

Kind = Literal["fifteen", "thirty_one", "pair", "run", "flush", "nobs"]


@dataclass(frozen=True, slots=True)
class Combination:
    """Cards that score together.

    Args:
        kind: what scores.
        name: what players call it, alone or as part of a unit.
        cards: the cards of it; sorted at the show, as they lie in the play.
        points: what it is worth by itself.
    """

    kind: Kind
    name: str
    cards: tuple[Card, ...]
    points: int


def total(combinations: Iterable[Combination]) -> int:
    """Add up the points of combinations.

    Args:
        combinations: as listed by ``score_show`` or ``peg_combinations``.

    Returns:
        Their points together; 0 for none.

    Rule: docs/rules.md#show
    """
    return sum(combination.points for combination in combinations)
