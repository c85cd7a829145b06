"""What a game is at one version: the fold of its events.

A phase is ``new``, ``seating``, ``cut_for_deal``, ``between_deals``, ``deal``,
``discard``, ``starter``, ``play``, ``show`` or ``over``. The undealt cards are never
part of a state: what the service owes from its deck is named by ``State.awaits``.
"""

from collections.abc import Iterable
from operator import attrgetter
from typing import NamedTuple

from games.engine.rules import PRESETS, Rules
from scoring.cards import Card

_CODE = attrgetter("code")


def in_order(cards: Iterable[Card]) -> tuple[Card, ...]:
    """Sort cards by the pack, which tells nothing of where they came from."""
    return tuple(sorted(cards, key=_CODE))


class Pegs(NamedTuple):
    """Two pegs of a side; ``front`` is its score, 0 is off the board."""

    back: int = 0
    front: int = 0


class Awaits(NamedTuple):
    """What must come next, and from whom.

    ``what`` is ``seats``, ``pack`` (a pack to cut for deal), ``cut``, ``shuffle``
    (a pack to deal), ``nonce``, ``cards``, ``discard``, ``starter``, ``heels``,
    ``play`` or ``nothing``. No seats: the service owes it, unless it is nothing.
    """

    what: str
    seats: tuple[int, ...] = ()

    @property
    def is_owed_by_service(self) -> bool:
        """Whether the service must act before any seat can."""
        return self.what in ("pack", "shuffle", "cards")


class DealState(NamedTuple):
    """One deal.

    ``held`` are cards not played yet, ``laid`` all cards played with their
    seats, ``pile`` those of the running count. ``turn`` is None when nobody can
    follow. ``heels`` is ``none``, ``grace``, ``open``, ``claimed``, ``waived`` or
    ``forfeited``. ``shown`` counts the hands laid open, the crib last.
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
    count: int = 0  # type: ignore[assignment]  # hides tuple.count, of no use to a state
    gone: frozenset[int] = frozenset()
    turn: int | None = None
    shown: int = 0

    def hand_of(self, seat: int) -> frozenset[Card]:
        """Collect the cards a seat kept, played ones included."""
        return self.held[seat].union(card for layer, card in self.laid if layer == seat)

    @property
    def crib(self) -> tuple[Card, ...]:
        """The crib so far, in an order that does not tell whose card is whose."""
        thrown = (card for cards in self.discards if cards for card in cards)
        return in_order((*self.to_crib, *thrown))


class State(NamedTuple):
    """One game; ``version`` is the number of its last event."""

    version: int
    rules: Rules
    phase: str
    seated: tuple[bool, ...] = ()
    pegs: tuple[Pegs, ...] = ()
    first_dealer: int | None = None
    commitment: str | None = None
    cuts: tuple[tuple[int, Card] | None, ...] = ()
    winner: int | None = None
    skunks: tuple[int, ...] = ()
    deal: DealState | None = None

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.phase == "over"

    @property
    def seats(self) -> int:
        """How many seats the game has; none before it is made."""
        return len(self.seated)

    @property
    def dealing(self) -> DealState:
        """The running deal; there is one in every phase that asks for it."""
        assert self.deal is not None, self.phase
        return self.deal

    @property
    def next_dealer(self) -> int:
        """The seat that deals next: the first dealer, then always the left."""
        if self.deal is not None:
            return (self.deal.dealer + 1) % self.seats
        assert self.first_dealer is not None, self.phase
        return self.first_dealer

    @property
    def pone(self) -> int:
        """The seat left of the dealer: cuts, leads and shows first."""
        return (self.dealing.dealer + 1) % self.seats

    @property
    def scores(self) -> tuple[int, ...]:
        """The score of every side."""
        return tuple(pegs.front for pegs in self.pegs)

    @property
    def awaits(self) -> Awaits:
        """What the game waits for; see :class:`Awaits`."""
        return _AWAITED[self.phase](self)

    def with_deal(self, deal: DealState) -> "State":
        """Move on by one event that changes the deal alone.

        Most events do, and naming the fields as ``_replace`` does takes three
        times as long: ``version`` is the first field, ``deal`` the last.
        """
        return State._make((self.version + 1, *self[1:-1], deal))


NEW = State(version=0, rules=PRESETS["casual"], phase="new")
"""The state before the first event."""


def _empty_seats(state: State) -> Awaits:
    return Awaits("seats", tuple(seat for seat, taken in enumerate(state.seated) if not taken))


def _cut_for_deal(state: State) -> Awaits:
    if state.commitment is None:
        return Awaits("pack")
    return Awaits("cut", tuple(seat for seat, cut in enumerate(state.cuts) if cut is None))


def _between_deals(_state: State) -> Awaits:
    return Awaits("shuffle")


def _deal(state: State) -> Awaits:
    deal = state.dealing
    right = (deal.dealer - 1) % state.seats
    if state.rules.pre_deal_cut == "required" and deal.nonces[right] is None:
        return Awaits("nonce", (right,))
    return Awaits("cards")


def _discard(state: State) -> Awaits:
    discards = state.dealing.discards
    return Awaits("discard", tuple(seat for seat, cards in enumerate(discards) if cards is None))


def _starter(state: State) -> Awaits:
    return Awaits("starter", (state.pone,))


def _play(state: State) -> Awaits:
    deal = state.dealing
    if deal.heels == "grace":
        return Awaits("heels", (deal.dealer,))
    return Awaits("play", () if deal.turn is None else (deal.turn,))


def _nothing(_state: State) -> Awaits:
    return Awaits("nothing")


_AWAITED = {
    "new": _nothing,
    "seating": _empty_seats,
    "cut_for_deal": _cut_for_deal,
    "between_deals": _between_deals,
    "deal": _deal,
    "discard": _discard,
    "starter": _starter,
    "play": _play,
    "show": _nothing,
    "over": _nothing,
}
