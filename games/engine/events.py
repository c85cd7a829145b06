"""What has happened in a game. Past tense, appended, never edited.

Words of this module: ``why`` of points is ``heels``, ``play``, ``go``, ``hand``
or ``crib``; ``parts`` splits them by kind (the kinds of ``scoring`` and ``go``
or ``last``); ``kind`` of a window is ``heels``; ``how`` it closed is
``claimed``, ``waived`` or ``forfeited``.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import TypeAlias

from games.engine.rules import Rules
from scoring.cards import Card

Parts: TypeAlias = tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class GameCreated:
    """A game was opened; its rules do not change any more."""

    rules: Rules
    seats: int
    first_dealer: int | None
    start_pegs: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class SeatTaken:
    """A seat accepted the rules."""

    seat: int
    digest: str


@dataclass(frozen=True, slots=True)
class CutOffered:
    """A pack lies spread for the cut for deal; its order is committed to."""

    commitment: str


@dataclass(frozen=True, slots=True)
class DealerCut:
    """A seat took a card from the spread pack."""

    seat: int
    index: int
    card: Card


@dataclass(frozen=True, slots=True)
class CutTied:
    """The lowest cuts are equal: all are void."""


@dataclass(frozen=True, slots=True)
class DealStarted:
    """A deal began; the order of its pack is committed to."""

    number: int
    dealer: int
    commitment: str


@dataclass(frozen=True, slots=True)
class NonceGiven:
    """A seat cut the pack before the deal."""

    seat: int
    value: str


@dataclass(frozen=True, slots=True)
class CardsDealt:
    """Cards of each seat in the order received; cards dealt to the crib."""

    hands: tuple[tuple[Card, ...], ...]
    to_crib: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class CardsLaidAway:
    """A seat put cards into the crib."""

    seat: int
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class StarterCut:
    """The pack was cut and the card under the cut turned."""

    seat: int
    index: int
    card: Card


@dataclass(frozen=True, slots=True)
class WindowOpened:
    """Something may be claimed."""

    kind: str


@dataclass(frozen=True, slots=True)
class GraceEnded:
    """The lead need not wait any longer; the claim is still open."""


@dataclass(frozen=True, slots=True)
class WindowClosed:
    """Nothing may be claimed any more."""

    kind: str
    how: str


@dataclass(frozen=True, slots=True)
class CardPlayed:
    """A card was laid; ``count`` includes it."""

    seat: int
    card: Card
    count: int


@dataclass(frozen=True, slots=True)
class GoSaid:
    """A seat holds cards but none that fits."""

    seat: int


@dataclass(frozen=True, slots=True)
class CountEnded:
    """The count starts again at zero; ``leader`` None: the play is over."""

    leader: int | None


@dataclass(frozen=True, slots=True)
class HandShown:
    """A hand was laid open and counted."""

    seat: int
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class CribShown:
    """The dealer's crib was laid open and counted."""

    seat: int
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class PointsPegged:
    """One act's points, at full value; the pegs stop at the target."""

    side: int
    seat: int
    points: int
    why: str
    parts: Parts


@dataclass(frozen=True, slots=True)
class DealEnded:
    """All is counted; the next dealer takes the pack."""


@dataclass(frozen=True, slots=True)
class GameWon:
    """A side reached the target; ``skunks`` classes every side by its score."""

    side: int
    skunks: tuple[int, ...]


Event: TypeAlias = (
    GameCreated
    | SeatTaken
    | CutOffered
    | DealerCut
    | CutTied
    | DealStarted
    | NonceGiven
    | CardsDealt
    | CardsLaidAway
    | StarterCut
    | WindowOpened
    | GraceEnded
    | WindowClosed
    | CardPlayed
    | GoSaid
    | CountEnded
    | HandShown
    | CribShown
    | PointsPegged
    | DealEnded
    | GameWon
)

EVENTS: Mapping[str, type[Event]] = MappingProxyType(
    {
        "game_created": GameCreated,
        "seat_taken": SeatTaken,
        "cut_offered": CutOffered,
        "dealer_cut": DealerCut,
        "cut_tied": CutTied,
        "deal_started": DealStarted,
        "nonce_given": NonceGiven,
        "cards_dealt": CardsDealt,
        "cards_laid_away": CardsLaidAway,
        "starter_cut": StarterCut,
        "window_opened": WindowOpened,
        "grace_ended": GraceEnded,
        "window_closed": WindowClosed,
        "card_played": CardPlayed,
        "go_said": GoSaid,
        "count_ended": CountEnded,
        "hand_shown": HandShown,
        "crib_shown": CribShown,
        "points_pegged": PointsPegged,
        "deal_ended": DealEnded,
        "game_won": GameWon,
    }
)

NAMES: Mapping[type[Event], str] = MappingProxyType({cls: name for name, cls in EVENTS.items()})
