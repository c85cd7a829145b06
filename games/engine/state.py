"""What a game is at one version: the fold of its events.

A phase is ``new``, ``seating``, ``cut_for_deal``, ``between_deals``, ``deal``,
``discard``, ``starter``, ``play``, ``show`` or ``over``. The undealt cards are never
part of a state: what the service owes from its deck is named by ``State.awaits``.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from games.engine.deal_state import DealState, Window, in_order
from games.engine.rules import PRESETS, Rules
from scoring.cards import Card

__all__ = ["NEW", "Awaits", "DealState", "Pegs", "State", "Window", "in_order", "sides_before"]


_new = object.__new__


class Pegs(NamedTuple):
    """Two pegs of a side; ``front`` is its score, 0 is off the board."""

    back: int = 0
    front: int = 0


class Awaits(NamedTuple):
    """What must come next, and from whom.

    ``what`` is ``seats``, ``pack`` (a pack to cut for deal), ``cut``, ``shuffle``
    (a pack to deal), ``nonce``, ``cards``, ``discard``, ``starter``, ``heels``,
    ``play``, ``count``, ``claims`` (claim or accept) or ``nothing``. No seats: the
    service owes it, unless it is nothing.
    """

    what: str
    seats: tuple[int, ...] = ()

    @property
    def is_owed_by_service(self) -> bool:
        """Whether the service must act before any seat can."""
        return self.what in ("pack", "shuffle", "cards")


@dataclass(slots=True)
class State:
    """One game; ``version`` is the number of its last event.

    Events change a state in place, but only one that nobody else has seen: ``evolve``
    and a ``Draft`` begin with a copy, ``replay`` with a new one. Whoever holds a state
    holds it for good. Why: docs/decisions/0006-states-that-events-change.md

    ``asked``: a seat wants the next pack cut. ``pegs_before`` stood there when the
    deal began. ``ended_by`` is ``target``, ``concession``, ``time`` or
    ``abandonment``, empty while the game lasts.
    """

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
    asked: bool = False
    pegs_before: tuple[Pegs, ...] = ()
    ended_by: str = ""
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
            # A deal that was voided is dealt again.
            return (self.deal.dealer + (not self.deal.is_void)) % self.seats
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

    def seats_of(self, sides: Iterable[int]) -> tuple[int, ...]:
        """List the seats of some sides."""
        wanted = set(sides)
        side_of = self.rules.numbers.side_of
        return tuple(seat for seat in range(self.seats) if side_of(seat) in wanted)

    @property
    def clock(self) -> str:
        """Which time runs: ``heels`` (the grace), ``claims``, ``cut``, ``move`` or none.

        When it has passed the service sends ``EndWindow``; for ``move``
        ``TimeOut`` with the seat, and with three sides ``Abandon``.
        """
        deal = self.deal
        if self.phase == "deal" and self.awaits.what == "nonce":
            return "cut"
        if self.phase in ("play", "show") and deal is not None:
            if deal.heels == "grace":
                return "heels"
            if deal.windows:
                return "claims"
        return "move" if self.rules.move_seconds and self.awaits.seats else ""

    def copy(self) -> "State":
        """Make another one that is equal; the deal, too, is a copy."""
        new = _new(State)
        new.version = self.version
        new.rules = self.rules
        new.phase = self.phase
        new.seated = self.seated
        new.pegs = self.pegs
        new.first_dealer = self.first_dealer
        new.commitment = self.commitment
        new.cuts = self.cuts
        new.winner = self.winner
        new.skunks = self.skunks
        new.asked = self.asked
        new.pegs_before = self.pegs_before
        new.ended_by = self.ended_by
        new.deal = self.deal and self.deal.copy()
        return new


MOST_SEATS = 4
# One for each seat: an app asks after every card.
_TURNS = tuple(Awaits("play", (seat,)) for seat in range(MOST_SEATS))

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
    is_asked = state.rules.pre_deal_cut == "required" or deal.asked
    if is_asked and not deal.uncut and deal.nonces[right] is None:
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
    if deal.turn is None:
        return Awaits("play")
    waiting = deal.windows and sides_before(state, deal.turn)
    if waiting:
        return Awaits("claims", state.seats_of(waiting))
    return _TURNS[deal.turn]


def _show(state: State) -> Awaits:
    deal = state.dealing
    if not state.rules.is_declared:
        return Awaits("nothing")
    waiting = sides_before(state, deal.next_counter)
    if waiting:
        return Awaits("claims", state.seats_of(waiting))
    return Awaits("count", (deal.next_counter,))


def sides_before(state: State, seat: int) -> tuple[int, ...]:
    """List the sides that a seat's next act has to wait for.

    In the play these are the sides that may still claim on what its own side
    counted: others end their part by their own next act. At the show they are
    all but the seat's own, which accepts by going on to its own count. Where a
    count may first be raised and then claimed on, after the dealer's own hand
    while he may raise it, and after the crib, going on is no answer.

    Args:
        state: the game, in the play or the show.
        seat: whose act it would be.

    Returns:
        Sides, in no order that means anything.

    Rule: docs/rules.md#muggins
    """
    deal = state.dealing
    if not deal.windows:
        return ()
    side_of = state.rules.numbers.side_of
    own = side_of(seat)
    if state.phase == "play":
        return tuple(
            {
                side
                for window in deal.windows
                if side_of(window.seat) == own
                for side in window.waiting
            }
        )
    waiting = {side for window in deal.windows for side in window.waiting}
    first = deal.windows[0]
    is_raise = first.stage == "raise"
    if len(deal.declared) > len(deal.held) or (
        is_raise and (first.seat == seat or state.rules.muggins != "none")
    ):
        return tuple(waiting)
    return () if is_raise else tuple(waiting - {own})


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
    "show": _show,
    "over": _nothing,
}
