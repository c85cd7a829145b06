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
    games, rests = len(card.lines), card.sit_outs
    if games == 0:
        return _with_sit_outs(Row(0, card.entry), rests, sit_out)
    # By column: the built-in sums are several times as fast as a loop over the lines.
    _, _, won_games, all_spreads, all_points, skunks = zip(*card.lines, strict=True)
    won = sum(won_games)
    spreads = [*filter(None, all_spreads)]
    net = sum(spreads)
    plus = sum([spread for spread in spreads if spread > 0])
    given = taken = 0
    if skunks.count("none") != games:
        skunked = [
            is_won for is_won, skunk in zip(won_games, skunks, strict=True) if skunk != "none"
        ]
        given = sum(skunked)
        taken = len(skunked) - given
    points = sum(filter(None, all_points))
    row = Row(
        0, card.entry, games, won, games - won, 0, points, plus, plus - net, net, given, taken
    )
    return _with_sit_outs(row, rests, sit_out)


def _with_sit_outs(row: Row, rests: int, worth: Worth) -> Row:
    if not rests:
        return row
    spread = worth.spread or 0
    return row._replace(
        sit_outs=rests,
        games_won=row.games_won + rests * worth.games_won,
        game_points=row.game_points + rests * worth.game_points,
        plus=row.plus + rests * max(spread, 0),
        minus=row.minus + rests * max(-spread, 0),
        net_spread=row.net_spread + rests * spread,
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
