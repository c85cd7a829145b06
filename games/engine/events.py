"""What has happened in a game. Past tense, appended, never edited.

Words of this module: ``why`` of points is ``heels``, ``play``, ``go``, ``hand``
or ``crib``; ``parts`` splits them by kind (the kinds of ``scoring`` and ``go``
or ``last``); ``kind`` of a window is ``heels``; ``how`` it closed is
``claimed``, ``waived`` or ``forfeited``.

Events are tuples for speed: compare them with their class, as ``plain`` does.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple, TypeAlias

from games.engine.rules import Rules
from scoring.cards import Card

Parts: TypeAlias = tuple[tuple[str, int], ...]


class GameCreated(NamedTuple):
    """A game was opened; its rules do not change any more."""

    rules: Rules
    seats: int
    first_dealer: int | None
    start_pegs: tuple[int, ...]


class SeatTaken(NamedTuple):
    """A seat accepted the rules."""

    seat: int
    digest: str


class CutOffered(NamedTuple):
    """A pack lies spread for the cut for deal; its order is committed to."""

    commitment: str


class DealerCut(NamedTuple):
    """A seat took a card from the spread pack."""

    seat: int
    index: int
    card: Card


class CutTied(NamedTuple):
    """The lowest cuts are equal: all are void."""


class DealStarted(NamedTuple):
    """A deal began; the order of its pack is committed to."""

    number: int
    dealer: int
    commitment: str


class NonceGiven(NamedTuple):
    """A seat cut the pack before the deal."""

    seat: int
    value: str


class CardsDealt(NamedTuple):
    """Cards of each seat in the order received; cards dealt to the crib."""

    hands: tuple[tuple[Card, ...], ...]
    to_crib: tuple[Card, ...]


class CardsLaidAway(NamedTuple):
    """A seat put cards into the crib."""

    seat: int
    cards: tuple[Card, ...]


class StarterCut(NamedTuple):
    """The pack was cut and the card under the cut turned."""

    seat: int
    index: int
    card: Card


class WindowOpened(NamedTuple):
    """Something may be claimed."""

    kind: str


class GraceEnded(NamedTuple):
    """The lead need not wait any longer; the claim is still open."""


class WindowClosed(NamedTuple):
    """Nothing may be claimed any more."""

    kind: str
    how: str


class CardPlayed(NamedTuple):
    """A card was laid; ``count`` includes it."""

    seat: int
    card: Card
    count: int


class GoSaid(NamedTuple):
    """A seat holds cards but none that fits."""

    seat: int


class CountEnded(NamedTuple):
    """The count starts again at zero; ``leader`` None: the play is over."""

    leader: int | None


class HandShown(NamedTuple):
    """A hand was laid open and counted."""

    seat: int
    cards: tuple[Card, ...]


class CribShown(NamedTuple):
    """The dealer's crib was laid open and counted."""

    seat: int
    cards: tuple[Card, ...]


class PointsPegged(NamedTuple):
    """One act's points, at full value; the pegs stop at the target."""

    side: int
    seat: int
    points: int
    why: str
    parts: Parts


class DealEnded(NamedTuple):
    """All is counted; the next dealer takes the pack."""


class GameWon(NamedTuple):
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
