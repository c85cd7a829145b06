"""Cards added up: one row per entry.

A *card* holds what counts for one entry: a line per game and the number of
sit-outs. Two cards of one game may differ lawfully, so nothing here compares
them. A game that the entry was not there for is no line and is worth nothing.

Rule: docs/rules.md#standings
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from tournaments.matches import SkunkClass, Worth


class CardLine(NamedTuple):
    """One game as it counts on one card; ``spread`` is signed."""

    entry: int
    opponent: int | None
    won: bool
    spread: int | None
    points: int | None
    skunk: SkunkClass


@dataclass(frozen=True, slots=True)
class Card:
    """Everything that counts for one entry."""

    entry: int
    lines: Sequence[CardLine]
    sit_outs: int = 0


class Row(NamedTuple):
    """One entry's line of the standings.

    ``place`` is 0 until ``rank`` gives one. ``games`` are played and
    forfeited; ``games_won`` and ``game_points`` hold a sit-out's worth too;
    ``plus`` and ``minus`` are both positive.
    """

    place: int
    entry: int
    games: int = 0
    games_won: int = 0
    games_lost: int = 0
    sit_outs: int = 0
    game_points: int = 0
    plus: int = 0
    minus: int = 0
    net_spread: int = 0
    skunks_given: int = 0
    skunks_taken: int = 0


def cards_of(
    entries: Iterable[int], lines: Iterable[CardLine], sit_outs: Mapping[int, int] | None = None
) -> list[Card]:
    """Sort loose lines onto the cards of their entries.

    Args:
        entries: everybody who has a card, also without a line.
        lines: the lines of all entries, in any order.
        sit_outs: how often each entry sat out; missing is never.

    Returns:
        One card per entry, in the order given.

    Raises:
        KeyError: a line of an entry without a card.
    """
    written: dict[int, list[CardLine]] = {entry: [] for entry in entries}
    for line in lines:
        written[line.entry].append(line)
    rests = sit_outs or {}
    return [Card(entry, mine, rests.get(entry, 0)) for entry, mine in written.items()]


def row_of(card: Card, sit_out: Worth) -> Row:
    """Add up one card.

    Args:
        card: the entry's lines and sit-outs.
        sit_out: what each sit-out is worth.

    Returns:
        The row, without a place.
    """
    won = points = plus = minus = given = taken = 0
    for _, _, is_won, spread, earned, skunk in card.lines:
        if is_won:
            won += 1
            if skunk != "none":
                given += 1
        elif skunk != "none":
            taken += 1
        if earned:
            points += earned
        if spread:
            if spread > 0:
                plus += spread
            else:
                minus -= spread
    games, rests = len(card.lines), card.sit_outs
    if rests and sit_out.spread:
        plus += rests * max(sit_out.spread, 0)
        minus += rests * max(-sit_out.spread, 0)
    return Row(
        0,
        card.entry,
        games,
        won + rests * sit_out.games_won,
        games - won,
        rests,
        points + rests * sit_out.game_points,
        plus,
        minus,
        plus - minus,
        given,
        taken,
    )


def rows_of(cards: Iterable[Card], sit_out: Worth) -> list[Row]:
    """Add up every card.

    Args:
        cards: one per entry.
        sit_out: what each sit-out is worth.

    Returns:
        Rows without places, in the order of the cards.
    """
    return [row_of(card, sit_out) for card in cards]


def meetings_of(cards: Iterable[Card]) -> dict[int, Sequence[CardLine]]:
    """Index cards by entry, for the tie-breaks that look at who met whom.

    Args:
        cards: one per entry.

    Returns:
        The lines of each entry.
    """
    return {card.entry: card.lines for card in cards}
