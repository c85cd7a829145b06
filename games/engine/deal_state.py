"""What one deal is at one version, and the values it is made of."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from scoring.cards import Card

_new = object.__new__


def in_order(cards: Iterable[Card]) -> tuple[Card, ...]:
    """Sort cards by the pack, which tells nothing of where they came from."""
    return tuple(sorted(cards))


class Window(NamedTuple):
    """A count that may still be claimed on, or raised.

    ``what`` and ``seat`` say whose count it is, ``card`` which card of the play.
    ``missed`` is what a claim may still take, hidden like ``worth``; ``stage`` is
    ``muggins`` or ``raise``. ``waiting`` are the sides that may still claim or
    accept, ``claimed`` those that have claimed.
    """

    what: str
    seat: int
    card: str
    points: int
    worth: int
    missed: int
    stage: str
    waiting: tuple[int, ...]
    claimed: tuple[int, ...] = ()


@dataclass(slots=True)
class DealState:
    """One deal; see ``State`` for who may change it.

    ``held`` are cards not played yet, ``laid`` all cards played with their
    seats, ``pile`` those of the running count. ``turn`` is None when nobody can
    follow. ``heels`` is ``none``, ``grace``, ``open``, ``claimed``, ``waived`` or
    ``forfeited``. ``shown`` counts the hands laid open, the crib last. ``declared``
    has the counts of the show in order, each with its worth. ``asked``: a seat
    wants the pack cut; ``uncut``: nobody did so in time.
    """

    number: int
    dealer: int
    commitment: str
    nonces: tuple[str | None, ...]
    held: tuple[frozenset[Card], ...] = ()
    discards: tuple[tuple[Card, ...] | None, ...] = ()
    to_crib: tuple[Card, ...] = ()
    starter: Card | None = None
    heels: str = "none"
    laid: tuple[tuple[int, Card], ...] = ()
    pile: tuple[Card, ...] = ()
    count: int = 0
    gone: frozenset[int] = frozenset()
    turn: int | None = None
    shown: int = 0
    windows: tuple[Window, ...] = ()
    declared: tuple[tuple[int, int], ...] = ()
    asked: bool = False
    uncut: bool = False
    is_void: bool = False

    def copy(self) -> "DealState":
        """Make another one that is equal; field by field, as nothing else is as quick."""
        new = _new(DealState)
        new.number = self.number
        new.dealer = self.dealer
        new.commitment = self.commitment
        new.nonces = self.nonces
        new.held = self.held
        new.discards = self.discards
        new.to_crib = self.to_crib
        new.starter = self.starter
        new.heels = self.heels
        new.laid = self.laid
        new.pile = self.pile
        new.count = self.count
        new.gone = self.gone
        new.turn = self.turn
        new.shown = self.shown
        new.windows = self.windows
        new.declared = self.declared
        new.asked = self.asked
        new.uncut = self.uncut
        new.is_void = self.is_void
        return new

    def hand_of(self, seat: int) -> frozenset[Card]:
        """Collect the cards a seat kept, played ones included."""
        return self.held[seat].union([card for layer, card in self.laid if layer == seat])

    @property
    def next_counter(self) -> int:
        """The seat whose count comes next at the show; the crib is the dealer's."""
        seats = len(self.held)
        return (self.dealer + 1 + min(len(self.declared), seats - 1)) % seats

    @property
    def crib(self) -> tuple[Card, ...]:
        """The crib so far, in an order that does not tell whose card is whose."""
        thrown = (card for cards in self.discards if cards for card in cards)
        return in_order((*self.to_crib, *thrown))
