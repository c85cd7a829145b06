"""What seats ask for and what the service reports. Imperative, no suffix.

Seats send ``TakeSeat``, ``Cut``, ``Nonce``, ``Discard``, ``ClaimHeels``,
``WaiveHeels``, ``PlayCard`` and ``SayGo``. The service alone sends
``CreateGame``, ``ShufflePack``, ``StartDeal``, ``DealCards`` and ``EndWindow``:
chance and time enter the engine only by them.

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
    """Service: the time of the open window has passed."""


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
    """Lay a card."""

    seat: int
    card: Card


@dataclass(frozen=True, slots=True)
class SayGo:
    """Say that no card fits."""

    seat: int


SeatCommand: TypeAlias = (
    TakeSeat | Cut | Nonce | Discard | ClaimHeels | WaiveHeels | PlayCard | SayGo
)
ServiceCommand: TypeAlias = CreateGame | ShufflePack | StartDeal | DealCards | EndWindow
Command: TypeAlias = SeatCommand | ServiceCommand
