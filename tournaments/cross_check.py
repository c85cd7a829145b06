"""The cross-check: two cards of one game settled by rule, nobody is asked.

====  ==================================================================  =====
code  what the two cards say                                              rule
====  ==================================================================  =====
D1    spreads differ, one seems to qualify and wrote the better one       12.2a
D2    spreads differ, both seem to qualify, each wrote the better one     12.2b
D3    one card says nothing, or has no spread                             12.2c
D4    both win or both lose, in different columns: the plus column wins   12.2d
D5    both win or both lose, in the same column: both lose                12.2e
D6    one win and one loss in the same column: the win stands             12.2f
D8    spreads differ, and who seems to qualify has the worse: no harm     12.2h
D9    spreads differ, neither seems to qualify: flagged
====  ==================================================================  =====

Where two rules meet, the column is settled first and then the spread: both codes
stand, as in ``D4D1``. D7, a card added up wrongly, belongs to the card.

Rule: docs/rules.md#score-cards
"""

from typing import NamedTuple

from tournaments.scorecards import MINUS, PLUS, WrittenLine


class Settled(NamedTuple):
    """One game as it counts on one card; ``spread`` is signed."""

    won: bool
    spread: int


class Settlement(NamedTuple):
    """One game settled.

    ``codes`` are those of the table, none where both cards agree. ``lines`` are in
    the order of the cards; ``None`` where no rule settles the game, and ``why``
    says what is missing: ``nothing_written`` or ``no_spread``. A director enters it.
    """

    codes: tuple[str, ...]
    lines: tuple[Settled, Settled] | None
    why: str = ""

    @property
    def rule_code(self) -> str | None:
        """The codes in one word; ``None`` where both cards agree."""
        return "".join(self.codes) or None


class _Say(NamedTuple):
    """A card's word on a game after its column was settled: ``spread`` is positive."""

    won: bool
    spread: int
    seems_to_qualify: bool

    @property
    def signed(self) -> Settled:
        return Settled(self.won, self.spread if self.won else -self.spread)

    def is_better_than(self, other: int) -> bool:
        """Whether its own number is better for its owner than another one."""
        return self.spread > other if self.won else self.spread < other


def settle(
    one: WrittenLine | None, other: WrittenLine | None, *, seem_to_qualify: tuple[bool, bool]
) -> Settlement:
    """Settle one game from the lines of both cards.

    Args:
        one: the line of the first side; ``None`` if the card is missing.
        other: that of the second side.
        seem_to_qualify: of either side; see ``scorecards.apparent_qualifiers``.

    Returns:
        What counts on either card and by which rule.

    Rule: docs/rules.md#score-cards
    """
    first, second = (None if _says_nothing(line) else line for line in (one, other))
    if first is None and second is None:
        return Settlement((), None, "nothing_written")
    if first is None or second is None:
        return _mirrored(first, second)
    if first.won == second.won:
        return _both_alike(first, second, seem_to_qualify)
    return _one_win(first, second, seem_to_qualify)


def _says_nothing(line: WrittenLine | None) -> bool:
    return line is None or line.won is None


def _mirrored(first: WrittenLine | None, second: WrittenLine | None) -> Settlement:
    said = first or second
    assert said is not None
    if said.spread is None:
        return Settlement((), None, "no_spread")
    own, others = _pair(bool(said.won), said.spread)
    return Settlement(("D3",), (own, others) if said is first else (others, own))


def _pair(won: bool, spread: int) -> tuple[Settled, Settled]:
    """The line of a side, and the other side's that mirrors it."""
    if won:
        return Settled(True, spread), Settled(False, -spread)
    return Settled(False, -spread), Settled(True, spread)


def _both_alike(
    first: WrittenLine, second: WrittenLine, seem_to_qualify: tuple[bool, bool]
) -> Settlement:
    """Settle two wins or two losses: the columns decide."""
    one, other = first.spread, second.spread
    if one is None or other is None:
        return _by_one_column(first, second)
    if first.column == second.column:
        return Settlement(("D5",), (Settled(False, -one), Settled(False, -other)))
    says = (
        _Say(first.column == PLUS, one, seem_to_qualify[0]),
        _Say(second.column == PLUS, other, seem_to_qualify[1]),
    )
    return _by_spread(("D4",), *says)


def _by_one_column(first: WrittenLine, second: WrittenLine) -> Settlement:
    """Settle two wins or two losses of which only one has a number."""
    said = first if first.spread is not None else second
    if said.spread is None:
        return Settlement((), None, "no_spread")
    own, others = _pair(said.column == PLUS, said.spread)
    return Settlement(("D4", "D3"), (own, others) if said is first else (others, own))


def _one_win(
    first: WrittenLine, second: WrittenLine, seem_to_qualify: tuple[bool, bool]
) -> Settlement:
    """Settle a win and a loss: the spreads decide, after a wrong column is moved."""
    one, other = first.spread, second.spread
    if one is None and other is None:
        return Settlement((), None, "no_spread")
    if one is None or other is None:
        own, others = _pair(bool(first.won), other if one is None else one)  # type: ignore[arg-type]  # one of them is there
        return Settlement(("D3",), (own, others))
    says = (
        _Say(bool(first.won), one, seem_to_qualify[0]),
        _Say(bool(second.won), other, seem_to_qualify[1]),
    )
    is_moved = any(line.column != (PLUS if line.won else MINUS) for line in (first, second))
    return _by_spread(("D6",) if is_moved else (), *says)


def _by_spread(codes: tuple[str, ...], one: _Say, other: _Say) -> Settlement:
    if one.spread == other.spread:
        return Settlement(codes, (one.signed, other.signed))
    if not (one.seems_to_qualify or other.seems_to_qualify):
        return Settlement((*codes, "D9"), (one.signed, other.signed))
    # The winner's better number is the greater one, the loser's the smaller: both have
    # the better one, or neither has.
    if not one.is_better_than(other.spread):
        return Settlement((*codes, "D8"), (one.signed, other.signed))
    if one.seems_to_qualify and other.seems_to_qualify:
        swapped = one._replace(spread=other.spread), other._replace(spread=one.spread)
        return Settlement((*codes, "D2"), (swapped[0].signed, swapped[1].signed))
    spread = other.spread if one.seems_to_qualify else one.spread
    lines = (one._replace(spread=spread).signed, other._replace(spread=spread).signed)
    return Settlement((*codes, "D1"), lines)
