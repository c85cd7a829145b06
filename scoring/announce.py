"""Calls in words: what is said aloud for every score of a deal.

The words come from the very ``Combination`` list that is pegged, so a call
cannot say another number than the pegs. Whoever lays a card names the new
count and what it scores; several scores end in their sum. A hand is counted
with running sums. No score is said twice: a run with a doubled card is either
one unit with its pairs, or the pairs first and then the runs alone.

Rule: docs/rules.md#calls
"""

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Final, Literal

from scoring.combination import Combination
from scoring.errors import CountTooHigh

Ending = Literal["go", "last"]
"""Why the one point for a count that ends below 31 is due."""

Style = Literal["unit", "parts"]
"""Double run for eight, or pair for two and double run for six."""

_BELOW_TWENTY: Final = (
    *("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
    *("eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen"),
    *("eighteen", "nineteen"),
)
_WORDS: Final = (
    *_BELOW_TWENTY,
    *("twenty", *(f"twenty-{unit}" for unit in _BELOW_TWENTY[1:10])),
    *("thirty", "thirty-one"),
)

GO: Final = "go"
"""Said by who cannot play."""

HEELS: Final = "two for his heels"
"""Said by the dealer for a jack as starter."""


def announce_card(
    count: int, combinations: Sequence[Combination] = (), *, ending: Ending | None = None
) -> str:
    """Say the call of a card laid in the play.

    Args:
        count: the count with the card, 1 to 31; of a lead, its value.
        combinations: what the card scores, as listed by ``peg_combinations``.
        ending: the reason when the card also earns the one for go or last.

    Returns:
        The count and what is pegged: "ten", "fifteen for two",
        "twenty-one and a pair for two and one for last, makes three".

    Raises:
        CountTooHigh: the count is not 1 to 31.

    Rule: docs/rules.md#calls
    """
    if count not in range(1, 32):
        raise CountTooHigh(f"a card laid makes 1 to 31, not {count}", count=count)
    head = _WORDS[count]
    scores = [score.points for score in combinations]
    parts = []
    for score in combinations:
        if score.kind in ("fifteen", "thirty_one"):
            head = f"{head} for two"
        else:
            parts.append(_pegged(score))
    if ending:
        scores.append(1)
        parts.append(announce_ending(ending))
    call = " and ".join([head, *parts])
    return call if len(scores) < 2 else f"{call}, makes {_WORDS[sum(scores)]}"


def announce_ending(ending: Ending) -> str:
    """Say the one point for a count that ended below 31, when it falls due alone.

    Args:
        ending: ``"go"`` when nobody could play on, ``"last"`` for the last
            card of the deal.

    Returns:
        "one for go" or "one for last".

    Rule: docs/rules.md#calls
    """
    return f"one for {ending}"


def announce_show(combinations: Sequence[Combination], *, style: Style = "unit") -> tuple[str, ...]:
    """Say the calls of a hand or crib at the show, with running sums.

    Args:
        combinations: as listed by ``score_show``, in that order.
        style: ``"unit"`` calls a run with a doubled card as one score with its
            pairs (8, 10, 15, 16), ``"parts"`` the pairs first and then the
            runs alone (6, 8, 9, 12).

    Returns:
        One call a score; the last ends in the total. Nothing to count is
        ``("nineteen",)``.

    Rule: docs/rules.md#calls
    """
    calls: list[str] = []
    so_far = 0
    for what, points in _said(combinations, style):
        so_far += points
        if what == "fifteen":
            calls.append(f"fifteen {_WORDS[so_far]}")
        elif not calls:
            calls.append(what)
        else:
            calls.append(f"{what}, makes {_WORDS[so_far]}")
    return tuple(calls) or ("nineteen",)


def _pegged(score: Combination) -> str:
    if score.kind == "run":
        return f"a run of {_WORDS[score.points]}"
    return f"a {score.name} for {_WORDS[score.points]}"


def _said(combinations: Sequence[Combination], style: Style) -> Iterator[tuple[str, int]]:
    """What is said for each score or unit, and its points, in counting order."""
    runs = [score for score in combinations if score.kind == "run"]
    # Beside a run with a doubled card five cards have no room for another pair.
    in_unit = [score for score in combinations if score.kind == "pair" and len(runs) > 1]
    with_runs = sum(score.points for score in in_unit) if style == "unit" else 0
    for (kind, _, _), group in groupby(combinations, key=_unit):
        scores = list(group)
        points = sum(score.points for score in scores)
        if kind == "fifteen":
            yield from (("fifteen", score.points) for score in scores)
        elif kind == "run":
            yield _phrase(scores, points + with_runs), points + with_runs
        elif kind != "pair" or not with_runs:
            yield _phrase(scores, points), points


def _unit(score: Combination) -> tuple[str, str, int]:
    """Scores that are said together: the pairs of one rank, all runs."""
    return score.kind, score.name, score.cards[0].rank if score.kind == "pair" else 0


def _phrase(scores: list[Combination], points: int) -> str:
    first = scores[0]
    if first.kind == "nobs":
        return "one for his nobs"
    if first.kind == "flush":
        return f"a flush of {_WORDS[points]}"
    if first.kind == "run":
        length = _WORDS[first.points]
        return f"a run of {length}" if len(scores) == 1 else _runs(first.name, length, points)
    return f"a {first.name} for {_WORDS[points]}"


def _runs(name: str, length: str, points: int) -> str:
    return f"a {name} of {length} for {_WORDS[points]}"
