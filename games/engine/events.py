"""What has happened in a game. Past tense, appended, never edited.

Words of this module:

- ``why`` of points is ``start``, ``heels``, ``play``, ``go``, ``hand``, ``crib``,
  ``muggins`` (a right claim), ``false_claim`` or ``overclaim`` (what another side
  gets for it); ``parts`` splits them by kind: the kinds of ``scoring``, ``go``,
  ``last``, or the one part ``declared``, which tells nothing of what was missed.
- ``kind`` of a window is ``heels``, ``muggins``, ``raise`` (a count that may still
  be raised) or ``cut`` (before the deal); ``how`` it closed is ``claimed``,
  ``waived``, ``forfeited``, ``accepted``, ``next_count`` or ``time``.
- ``what`` is counted: ``play``, ``hand``, ``crib``, or ``heels`` that nobody claimed.

A count that is not too high opens its window by itself, whether or not anything
was missed. In the play a side's part of it ends with its own next card or go.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import TypeAlias

from games.engine.fact import fact
from games.engine.rules import Rules
from games.engine.rulings import (
    Abandoned,
    Adjusted,
    ClockExtended,
    Conceded,
    DealVoided,
    TimedOut,
)
from scoring.cards import Card

Parts: TypeAlias = tuple[tuple[str, int], ...]


@fact
class GameCreated:
    """A game was opened; its rules do not change any more."""

    rules: Rules
    seats: int
    first_dealer: int | None
    start_pegs: tuple[int, ...]


@fact
class SeatTaken:
    """A seat accepted the rules."""

    seat: int
    digest: str


@fact
class CutOffered:
    """A pack lies spread for the cut for deal; its order is committed to."""

    commitment: str


@fact
class DealerCut:
    """A seat took a card from the spread pack."""

    seat: int
    index: int
    card: Card


@fact
class CutTied:
    """The lowest cuts are equal: all are void."""


@fact
class DealStarted:
    """A deal began; the order of its pack is committed to."""

    number: int
    dealer: int
    commitment: str


@fact
class NonceGiven:
    """A seat cut the pack before the deal."""

    seat: int
    value: str


@fact
class CardsDealt:
    """Cards of each seat in the order received; cards dealt to the crib."""

    hands: tuple[tuple[Card, ...], ...]
    to_crib: tuple[Card, ...]


@fact
class CardsLaidAway:
    """A seat put cards into the crib."""

    seat: int
    cards: tuple[Card, ...]


@fact
class StarterCut:
    """The pack was cut and the card under the cut turned."""

    seat: int
    index: int
    card: Card


@fact
class WindowOpened:
    """Something may be claimed."""

    kind: str


@fact
class GraceEnded:
    """The lead need not wait any longer; the claim is still open."""


@fact
class WindowClosed:
    """Nothing may be claimed any more."""

    kind: str
    how: str


@fact
class CardPlayed:
    """A card was laid; ``count`` includes it."""

    seat: int
    card: Card
    count: int


@fact
class GoSaid:
    """A seat holds cards but none that fits."""

    seat: int


@fact
class CountEnded:
    """The count starts again at zero; ``leader`` None: the play is over."""

    leader: int | None


@fact
class HandShown:
    """A hand was laid open to be counted."""

    seat: int
    cards: tuple[Card, ...]


@fact
class CribShown:
    """The dealer's crib was laid open to be counted."""

    seat: int
    cards: tuple[Card, ...]


@fact
class PointsPegged:
    """One act's points, at full value; the pegs stop at the target."""

    side: int
    seat: int
    points: int
    why: str
    parts: Parts


@fact
class CutAsked:
    """A seat wants the pack to be cut before the next deal."""

    seat: int


@fact
class CountDeclared:
    """A seat said what it counts; ``over`` is what of it is not there.

    ``worth`` is the true value, hidden from everybody while it may be claimed on.
    """

    seat: int
    what: str
    points: int
    over: int
    worth: int


@fact
class MugginsClaimed:
    """A seat claimed missed points; ``outcome`` is ``right`` or ``false``."""

    seat: int
    points: int
    outcome: str
    against: int
    what: str


@fact
class CountAccepted:
    """A seat accepts, for its side, every count that is open."""

    seat: int


@fact
class PointsNotPegged:
    """An act would have passed the target, which must be reached exactly."""

    side: int
    seat: int
    points: int
    why: str
    parts: Parts
    not_pegged: str = "past_target"


@fact
class DealEnded:
    """All is counted; the next dealer takes the pack."""


@fact
class GameWon:
    """A side won; ``skunks`` classes every side by its score."""

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
    | CutAsked
    | CountDeclared
    | MugginsClaimed
    | CountAccepted
    | PointsNotPegged
    | Conceded
    | TimedOut
    | Adjusted
    | DealVoided
    | ClockExtended
    | Abandoned
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
        "cut_asked": CutAsked,
        "count_declared": CountDeclared,
        "muggins_claimed": MugginsClaimed,
        "count_accepted": CountAccepted,
        "points_not_pegged": PointsNotPegged,
        "conceded": Conceded,
        "timed_out": TimedOut,
        "adjusted": Adjusted,
        "deal_voided": DealVoided,
        "clock_extended": ClockExtended,
        "abandoned": Abandoned,
    }
)

NAMES: Mapping[type[Event], str] = MappingProxyType({cls: name for name, cls in EVENTS.items()})
