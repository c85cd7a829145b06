"""Score cards as they were written: lines, totals, and what on them cannot be right.

==============  ===========================================================
word            meaning
==============  ===========================================================
``line``        one game on a card: win or loss, the spread in the column
                where it stands, the points as written
``blank``       a line without a win or a loss and without a spread
``written``     as it stands on the paper, right or wrong
``derived``     points that follow from the line's own win and spread
==============  ===========================================================

What follows from two cards of one game is in ``tournaments.cross_check``.

Rule: docs/rules.md#score-cards
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from tournaments.errors import CardImpossible
from tournaments.game_results import Scoring, SkunkClass, Worth, skunk_class

Note = Literal["sit-out", "late", "left", "forfeit"]
Column = Literal["plus", "minus"]
PLUS: Column = "plus"
MINUS: Column = "minus"
_SPREAD = re.compile(r"[+-]?[0-9]{1,3}", re.ASCII)
TOTALS = ("game_points", "games_won", "plus", "minus")


class WrittenLine(NamedTuple):
    """One game on a card.

    ``opponent`` is a number as written; ``won`` is ``None`` where nothing says
    so. A spread is positive and stands in one column. A line with a ``note`` was
    not played.
    """

    game: int
    opponent: int | None = None
    won: bool | None = None
    plus: int | None = None
    minus: int | None = None
    points: int | None = None
    note: Note | None = None

    @property
    def is_blank(self) -> bool:
        """Whether the line says nothing of how the game went."""
        return self.won is None and self.plus is None and self.minus is None

    @property
    def spread(self) -> int | None:
        """The number written, in whichever column."""
        return self.minus if self.plus is None else self.plus

    @property
    def column(self) -> Column | None:
        """Where the number stands."""
        if self.plus is not None:
            return PLUS
        return None if self.minus is None else MINUS


class Totals(NamedTuple):
    """The foot of a card; ``plus`` and ``minus`` are both positive."""

    game_points: int
    games_won: int
    plus: int
    minus: int

    @property
    def standing(self) -> tuple[int, int, int, int]:
        """What orders cards: points, wins, net spread, plus points; more is better."""
        return (self.game_points, self.games_won, self.plus - self.minus, self.plus)


@dataclass(frozen=True, slots=True)
class WrittenCard:
    """A card as it was handed in; ``totals`` are ``None`` where its foot is empty."""

    entry: int
    lines: Sequence[WrittenLine]
    totals: Totals | None = None


class CardWarning(NamedTuple):
    """Something on a card that cannot be right; ``facts`` name it.

    ``code`` is ``opponent_number``, ``points``, ``line_blank``, ``card_missing``
    or ``totals``. None of them stops anybody: the cross-check settles what it can.
    """

    code: str
    entry: int
    facts: Mapping[str, object]


def read_spread(text: str) -> int:
    """Read a spread as it is written on a card: ``"07"``, ``"+31"``, ``"-7"``.

    Args:
        text: digits, with a sign where it tells the column.

    Returns:
        The number; negative for the minus column.

    Raises:
        CardImpossible: anything else.
    """
    if not _SPREAD.fullmatch(text.strip()):
        raise CardImpossible(
            f"{text[:12]!r} is no spread. Enter 1 to 3 digits, with + or - if need be.",
            field="spread",
        )
    return int(text)


def check_line(scoring: Scoring, line: WrittenLine) -> None:
    """Refuse a line that nobody can have meant.

    Args:
        scoring: target of the event.
        line: as typed.

    Raises:
        CardImpossible: a number in both columns, a spread outside 1 to the
            target, points other than those of a game, or a result on a line
            that was not played.
    """
    field = f"lines[{line.game - 1}]"
    if line.plus is not None and line.minus is not None:
        raise CardImpossible(
            f"Game {line.game} has a number in both columns. Enter the one that counts.",
            field=field,
        )
    if line.spread is not None and not 1 <= line.spread <= scoring.target:
        raise CardImpossible(
            f"The spread of game {line.game} is 1 to {scoring.target}, not {line.spread}.",
            field=field,
        )
    points = scoring.game_points
    if line.points not in (None, points.loss, points.win, points.skunk, points.double):
        raise CardImpossible(
            f"No game is worth {line.points} points. Correct game {line.game}.", field=field
        )
    if line.note is not None and not line.is_blank and line.note != "sit-out":
        raise CardImpossible(
            f"Game {line.game} was not played ({line.note}). Clear its result, or its note.",
            field=field,
        )


def added(lines: Iterable[WrittenLine], sit_out: Worth) -> Totals:
    """Add a card up as its lines are written, sit-outs with what they are worth.

    Args:
        lines: of one card.
        sit_out: what a game sat out is worth, where its line has no points.

    Returns:
        The sums of the four columns.
    """
    points = won = plus = minus = 0
    for line in lines:
        if line.note == "sit-out" and line.is_blank:
            points += sit_out.game_points if line.points is None else line.points
            won += sit_out.games_won
            continue
        points += line.points or 0
        won += line.won is True
        plus += line.plus or 0
        minus += line.minus or 0
    return Totals(points, won, plus, minus)


def points_of(scoring: Scoring, *, won: bool, spread: int | None) -> tuple[int, SkunkClass]:
    """Derive the points and the skunk of one line from its own win and spread.

    Args:
        scoring: lines and points of the event.
        won: whether the line is a win.
        spread: positive; ``None`` where no number is known.

    Returns:
        Game points and the class of the skunk, given or taken.

    Rule: docs/rules.md#score-cards
    """
    skunk = "none" if spread is None else skunk_class(scoring, scoring.target - spread)
    return (scoring.game_points.of(skunk) if won else scoring.game_points.loss), skunk


def card_warnings(
    card: WrittenCard, opponents: Mapping[int, int], scoring: Scoring, sit_out: Worth
) -> Iterator[CardWarning]:
    """List what on a card cannot be right, line by line, then its foot.

    Args:
        card: as written.
        opponents: by game, whom the chart gives this entry; no sit-outs, no forfeits.
        scoring: lines and points of the event.
        sit_out: what a game sat out is worth.

    Yields:
        One warning a fault.
    """
    lines = {line.game: line for line in card.lines}
    for game, opponent in sorted(opponents.items()):
        line = lines.get(game)
        if line is None or line.is_blank:
            yield CardWarning("line_blank", card.entry, {"game": game})
            continue
        if line.opponent is not None and line.opponent != opponent:
            facts = {"game": game, "written": line.opponent, "chart": opponent}
            yield CardWarning("opponent_number", card.entry, facts)
        yield from _wrong_points(card.entry, line, scoring)
    yield from _wrong_totals(card, sit_out)


def _wrong_points(entry: int, line: WrittenLine, scoring: Scoring) -> Iterator[CardWarning]:
    if line.won is None or line.spread is None or line.points is None:
        return
    derived, _ = points_of(scoring, won=line.won, spread=line.spread)
    if derived != line.points:
        facts = {"game": line.game, "written": line.points, "derived": derived}
        yield CardWarning("points", entry, facts)


def _wrong_totals(card: WrittenCard, sit_out: Worth) -> Iterator[CardWarning]:
    if card.totals is None:
        return
    right = added(card.lines, sit_out)
    for field, written, sum_ in zip(TOTALS, card.totals, right, strict=True):
        if written != sum_:
            facts = {"field": field, "written": written, "added": sum_}
            yield CardWarning("totals", card.entry, facts)


def totals_are_plausible(totals: Totals, games: int) -> bool:
    """Say whether the foot of a card can be of so many games, each 2 or 3 points.

    Args:
        totals: as written.
        games: played at the most.

    Returns:
        False for points below twice or above three times the wins, as when both
        were written in each other's column, and for more wins than games.
    """
    wins = totals.games_won
    return wins <= games and 2 * wins <= totals.game_points <= 3 * wins


def apparent_qualifiers(cards: Iterable[WrittenCard], places: int) -> frozenset[int]:
    """Name who seems to qualify by the totals as written, before anything is settled.

    Args:
        cards: those handed in; one without totals is none.
        places: how many qualify.

    Returns:
        The entries of every card at a place up to that one, ties included.

    Rule: docs/rules.md#score-cards
    """
    standing = {card.entry: card.totals.standing for card in cards if card.totals is not None}
    best = sorted(standing.values(), reverse=True)
    if not best or places < 1:
        return frozenset()
    last = best[min(places, len(best)) - 1]
    return frozenset(entry for entry, one in standing.items() if one >= last)
