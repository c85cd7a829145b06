"""What seats ask for and what the service reports. Imperative, no suffix.

Seats send the commands that have a ``seat``, but for ``TimeOut``. All others are
the service's: chance, time and a director's ruling enter the engine only by them.

A ``Cut`` is sent without its card; the service adds the card with
``dealing.resolve_cut`` from the order it keeps secret.
"""

from dataclasses import dataclass
from typing import TypeAlias

from games.engine.rules import Rules
from scoring.cards import Card


@dataclass(frozen=True, slots=True)
class CreateGame:
    """Open a game. ``first_dealer`` None: the seats cut for the deal."""

    rules: Rules
    first_dealer: int | None = None


@dataclass(frozen=True, slots=True)
class TakeSeat:
    """Sit down and accept the rules, named by their digest."""

    seat: int
    digest: str


@dataclass(frozen=True, slots=True)
class ShufflePack:
    """Service: a pack is ready to be cut for the deal."""

    commitment: str


@dataclass(frozen=True, slots=True)
class StartDeal:
    """Service: a pack is ready to be dealt."""

    commitment: str


@dataclass(frozen=True, slots=True)
class DealCards:
    """Service: the order of the whole pack, first card first."""

    order: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class EndWindow:
    """Service: the time of what is open has passed; see ``State.clock``."""


@dataclass(frozen=True, slots=True)
class TimeOut:
    """Service: a seat has taken too long and loses."""

    seat: int


@dataclass(frozen=True, slots=True)
class ExtendClock:
    """Service: an outage took time from everybody."""

    seconds: int
    cause: str = ""


@dataclass(frozen=True, slots=True)
class Abandon:
    """Service: nobody plays on."""

    reason: str


@dataclass(frozen=True, slots=True)
class Adjust:
    """Ruling: put both pegs of a side somewhere else."""

    side: int
    back: int
    front: int
    reason: str
    judges: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class VoidDeal:
    """Ruling: play the running deal again from its start, with a new pack."""

    reason: str
    judges: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Cut:
    """Cut for the deal (a place in the spread pack) or for the starter.

    For the starter ``index`` is the number of cards lifted off the undealt pack.
    """

    seat: int
    index: int
    card: Card | None = None


@dataclass(frozen=True, slots=True)
class Nonce:
    """Cut the pack before the deal: 16 to 64 hex digits mixed into its order."""

    seat: int
    value: str


@dataclass(frozen=True, slots=True)
class Discard:
    """Lay cards away into the crib."""

    seat: int
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class ClaimHeels:
    """Take the two points for a jack as starter."""

    seat: int


@dataclass(frozen=True, slots=True)
class WaiveHeels:
    """Let the two points go, so that the lead need not wait."""

    seat: int


@dataclass(frozen=True, slots=True)
class PlayCard:
    """Lay a card; say its points where they are declared (None: nothing said)."""

    seat: int
    card: Card
    points: int | None = None


@dataclass(frozen=True, slots=True)
class SayGo:
    """Say that no card fits."""

    seat: int


@dataclass(frozen=True, slots=True)
class AskCut:
    """Want the pack to be cut before the next deal, where that is offered."""

    seat: int


@dataclass(frozen=True, slots=True)
class Count:
    """Declare what the own hand or crib is worth, or raise what was declared."""

    seat: int
    points: int


@dataclass(frozen=True, slots=True)
class Muggins:
    """Claim points that another side missed.

    ``what`` is ``play``, ``hand``, ``crib``, ``heels`` or the text of a card
    played; None: the latest count that may be claimed on.
    """

    seat: int
    points: int
    what: str | None = None


@dataclass(frozen=True, slots=True)
class Accept:
    """Claim nothing (more) on what is open, for the whole side."""

    seat: int


@dataclass(frozen=True, slots=True)
class Concede:
    """Give the game up, for the whole side."""

    seat: int


SeatCommand: TypeAlias = (
    TakeSeat
    | Cut
    | Nonce
    | AskCut
    | Discard
    | ClaimHeels
    | WaiveHeels
    | PlayCard
    | SayGo
    | Count
    | Muggins
    | Accept
    | Concede
)
ServiceCommand: TypeAlias = (
    CreateGame
    | ShufflePack
    | StartDeal
    | DealCards
    | EndWindow
    | TimeOut
    | ExtendClock
    | Abandon
    | Adjust
    | VoidDeal
)
Command: TypeAlias = SeatCommand | ServiceCommand
