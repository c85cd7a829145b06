"""A whole game as text that a person can read: one line an event.

Everything hidden is in it, so it is for the operator, for tests and for
participants after the end. A line of points ends in the pegs after it, each
side ``back/front``.
"""

from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import Any

from games.engine import events as ev
from games.engine.evolving import evolve
from games.engine.rules import Rules
from games.engine.state import NEW, Pegs
from scoring.cards import Card

SKUNKS = ("", " skunk", " double skunk")


def notate(events: Iterable[ev.Event]) -> str:
    """Write a game.

    Args:
        events: all events of one game in order.

    Returns:
        Lines of text, each starting with the version it leads to.

    Rule: docs/rules.md#play
    """
    lines: list[str] = []
    state = NEW
    for event in events:
        state = evolve(state, event)
        lines.append(f"{state.version:>4}  {_line(event, state.pegs)}")
    return "\n".join(lines) + "\n"


def _line(event: ev.Event, pegs: tuple[Pegs, ...]) -> str:
    if isinstance(event, ev.PointsPegged):
        parts = " ".join(f"{kind}:{points}" for kind, points in event.parts)
        boards = " ".join(f"{peg.back}/{peg.front}" for peg in pegs)
        return f"    +{event.points} {event.why} side {event.side} ({parts}) [{boards}]"
    if isinstance(event, ev.GameWon):
        scores = "-".join(str(peg.front) for peg in pegs)
        losers = "".join(SKUNKS[skunk] for skunk in event.skunks)
        return f"won by side {event.side} {scores}{losers}"
    return _LINES[type(event)](event)


def _created(event: ev.GameCreated) -> str:
    rules, dealer = event.rules, event.first_dealer
    first = "cut for deal" if dealer is None else f"first dealer {dealer}"
    usual = Rules.of(rules.variant, target=rules.target).to_plain()
    chosen = [f"{key}={value}" for key, value in rules.to_plain().items() if value != usual[key]]
    head = f"game {rules.variant} to {rules.target}, {event.seats} seats, {first}"
    return "; ".join((head, *chosen))


def _dealt(event: ev.CardsDealt) -> str:
    hands = "; ".join(f"{seat}: {_texts(hand)}" for seat, hand in enumerate(event.hands))
    return f"dealt {hands}" + (f"; crib: {_texts(event.to_crib)}" if event.to_crib else "")


def _count_ended(event: ev.CountEnded) -> str:
    return "play ends" if event.leader is None else f"count ends, {event.leader} leads"


def _texts(cards: Iterable[Card]) -> str:
    return " ".join(card.text for card in cards)


_LINES: Mapping[type[ev.Event], Callable[[Any], str]] = MappingProxyType(
    {
        ev.GameCreated: _created,
        ev.SeatTaken: lambda event: f"{event.seat} accepts the rules",
        ev.CutOffered: lambda event: f"pack {event.commitment[:12]}",
        ev.DealerCut: lambda event: f"{event.seat} cuts at {event.index}: {event.card.text}",
        ev.CutTied: lambda _event: "tied, cut again",
        ev.DealStarted: lambda event: (
            f"deal {event.number}, dealer {event.dealer}, pack {event.commitment[:12]}"
        ),
        ev.NonceGiven: lambda event: f"{event.seat} cuts the pack with {event.value}",
        ev.CardsDealt: _dealt,
        ev.CardsLaidAway: lambda event: f"{event.seat} lays away {_texts(event.cards)}",
        ev.StarterCut: lambda event: (
            f"{event.seat} cuts at {event.index}: starter {event.card.text}"
        ),
        ev.WindowOpened: lambda event: f"{event.kind} may be claimed",
        ev.GraceEnded: lambda _event: "grace ends",
        ev.WindowClosed: lambda event: f"{event.kind} {event.how}",
        ev.CardPlayed: lambda event: f"{event.seat} plays {event.card.text} {event.count}",
        ev.GoSaid: lambda event: f"{event.seat} says go",
        ev.CountEnded: _count_ended,
        ev.HandShown: lambda event: f"{event.seat} shows {_texts(event.cards)}",
        ev.CribShown: lambda event: f"{event.seat} shows the crib {_texts(event.cards)}",
        ev.DealEnded: lambda _event: "deal ends",
    }
)
