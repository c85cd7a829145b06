"""What seats ask for and what the service reports. Imperative, no suffix.

Seats send the commands that have a ``seat``, but for ``TimeOut``. All others are
the service's: chance, time and a director's ruling enter the engine only by them.

A ``Cut`` is sent without its card; the service adds the card with
``dealing.resolve_cut`` from the order it keeps secret.
"""

from typing import TypeAlias

from games.engine.fact import fact
from games.engine.rules import Rules
from scoring.cards import Card


@fact
class CreateGame:
    """Open a game. ``first_dealer`` None: the seats cut for the deal."""

    rules: Rules
    first_dealer: int | None = None


@fact
class TakeSeat:
    """Sit down and accept the rules, named by their digest."""

    seat: int
    digest: str


@fact
class ShufflePack:
    """Service: a pack is ready to be cut for the deal."""

    commitment: str


@fact
class StartDeal:
    """Service: a pack is ready to be dealt."""

    commitment: str


@fact
class DealCards:
    """Service: the order of the whole pack, first card first."""

    order: tuple[Card, ...]


@fact
class EndWindow:
    """Service: the time of what is open has passed; see ``State.clock``."""


@fact
class TimeOut:
    """Service: a seat has taken too long and loses."""

    seat: int


@fact
class ExtendClock:
    """Service: an outage took time from everybody."""

    seconds: int
    cause: str = ""


@fact
class Abandon:
    """Service: nobody plays on."""

    reason: str


@fact
class Adjust:
    """Ruling: put both pegs of a side somewhere else."""

    side: int
    back: int
    front: int
    reason: str
    judges: tuple[str, ...] = ()


@fact
class VoidDeal:
    """Ruling: play the running deal again from its start, with a new pack."""

    reason: str
    judges: tuple[str, ...] = ()


@fact
class Cut:
    """Cut for the deal (a place in the spread pack) or for the starter.

    For the starter ``index`` is the number of cards lifted off the undealt pack.
    """

    seat: int
    index: int
    card: Card | None = None


@fact
class Nonce:
    """Cut the pack before the deal: 16 to 64 hex digits mixed into its order."""

    seat: int
    value: str


@fact
class Discard:
    """Lay cards away into the crib."""

    seat: int
    cards: tuple[Card, ...]


@fact
class ClaimHeels:
    """Take the two points for a jack as starter."""

    seat: int


@fact
class WaiveHeels:
    """Let the two points go, so that the lead need not wait."""

    seat: int


@fact
class PlayCard:
    """Lay a card; say its points where they are declared (None: nothing said)."""

    seat: int
    card: Card
    points: int | None = None


@fact
class SayGo:
    """Say that no card fits."""

    seat: int


@fact
class AskCut:
    """Want the pack to be cut before the next deal, where that is offered."""

    seat: int


@fact
class Count:
    """Declare what the own hand or crib is worth, or raise what was declared."""

    seat: int
    points: int


@fact
class Muggins:
    """Claim points that another side missed.

    ``what`` is ``play``, ``hand``, ``crib``, ``heels`` or the text of a card
    played; None: the latest count that may be claimed on.
    """

    seat: int
    points: int
    what: str | None = None


@fact
class Accept:
    """Claim nothing (more) on what is open, for the whole side."""

    seat: int


@fact
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
