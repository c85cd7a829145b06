"""A deal's play, laid out card by card, for the worked examples of the rules.

It knows turns, go and last card so that whole deals can be checked here; the
engine has its own, checked elsewhere against 500 games.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from scoring.announce import Ending
from scoring.cards import Card
from scoring.combination import Combination, total
from scoring.pegging import peg_combinations


@dataclass(frozen=True)
class Laid:
    """A card laid, or a go when ``card`` is None."""

    seat: int
    card: Card | None
    count: int
    combinations: tuple[Combination, ...] = ()
    ending: Ending | None = None

    @property
    def points(self) -> int:
        return total(self.combinations) + (self.ending is not None)


@dataclass
class Table:
    held: list[set[Card]]
    pile: list[Card] = field(default_factory=list)
    gone: set[int] = field(default_factory=set)
    turn: int = 0

    @property
    def count(self) -> int:
        return sum(card.value for card in self.pile)

    def can_play(self, seat: int) -> bool:
        return any(self.count + card.value <= 31 for card in self.held[seat])


def play_out(hands: Sequence[Sequence[Card]], order: Sequence[Card]) -> Iterator[Laid]:
    """Lay the cards of ``order``; seat 0 leads, the seat is whoever holds the card."""
    table = Table([set(hand) for hand in hands])
    for card in order:
        while card not in table.held[table.turn]:
            yield from _pass_on(table)
        yield _lay(table, card)


def _pass_on(table: Table) -> Iterator[Laid]:
    seat = table.turn
    assert not table.can_play(seat) or seat in table.gone, f"seat {seat} could have played"
    if table.held[seat] and seat not in table.gone:
        table.gone.add(seat)
        yield Laid(seat, None, table.count)
    table.turn = (seat + 1) % len(table.held)


def _lay(table: Table, card: Card) -> Laid:
    seat = table.turn
    table.held[seat].remove(card)
    table.pile.append(card)
    combinations, count = peg_combinations(table.pile), table.count
    ending: Ending | None = None
    if not any(table.can_play(other) for other in range(len(table.held))):
        if count < 31:
            ending = "go" if any(table.held) else "last"
        table.pile.clear()
        table.gone.clear()
    table.turn = (seat + 1) % len(table.held)
    return Laid(seat, card, count, combinations, ending)


def pegged_by_seat(laid: Sequence[Laid], seats: int) -> list[int]:
    return [sum(each.points for each in laid if each.seat == seat) for seat in range(seats)]
