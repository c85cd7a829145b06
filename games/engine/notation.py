"""A whole game as text that a person can read: one line an event.

Everything hidden is in it, so it is for the operator, for tests and for
participants after the end. A line of points ends in the pegs after it, each
side ``back/front``.
"""

from collections.abc import Iterable

from games.engine import events as ev
from games.engine.evolving import evolve
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
    match event:
        case ev.PointsPegged():
            return _points(event, pegs)
        case ev.GameWon(side, skunks):
            scores = "-".join(str(peg.front) for peg in pegs)
            losers = "".join(SKUNKS[skunk] for skunk in skunks)
            return f"won side {side} {scores}{losers}"
        case (
            ev.CardsDealt()
            | ev.CardsLaidAway()
            | ev.StarterCut()
            | ev.CardPlayed()
            | ev.GoSaid()
            | ev.CountEnded()
            | ev.HandShown()
            | ev.CribShown()
        ):
            return _deal_line(event)
    return _table_line(event)


def _points(event: ev.PointsPegged, pegs: tuple[Pegs, ...]) -> str:
    parts = " ".join(f"{kind}:{points}" for kind, points in event.parts)
    boards = " ".join(f"{peg.back}/{peg.front}" for peg in pegs)
    return f"    +{event.points} {event.why} side {event.side} ({parts}) [{boards}]"


def _deal_line(event: ev.Event) -> str:
    match event:
        case ev.CardsDealt(hands, to_crib):
            dealt = "; ".join(f"{seat}: {_texts(hand)}" for seat, hand in enumerate(hands))
            return f"dealt {dealt}" + (f"; crib: {_texts(to_crib)}" if to_crib else "")
        case ev.CardsLaidAway(seat, cards):
            return f"{seat} lays away {_texts(cards)}"
        case ev.StarterCut(seat, index, card):
            return f"{seat} cuts at {index}: starter {card.text}"
        case ev.CardPlayed(seat, card, count):
            return f"{seat} plays {card.text} {count}"
        case ev.GoSaid(seat):
            return f"{seat} says go"
        case ev.CountEnded(leader):
            return "play ends" if leader is None else f"count ends, {leader} leads"
        case ev.HandShown(seat, cards):
            return f"{seat} shows {_texts(cards)}"
        case ev.CribShown(seat, cards):
            return f"{seat} shows the crib {_texts(cards)}"
    raise TypeError(f"no line for {event!r}")


def _table_line(event: ev.Event) -> str:
    match event:
        case ev.GameCreated(rules, seats, first_dealer, start_pegs):
            dealer = "cut for deal" if first_dealer is None else f"first dealer {first_dealer}"
            start = f", start {'-'.join(map(str, start_pegs))}" if start_pegs else ""
            return f"game {rules.variant} to {rules.target}, {seats} seats, {dealer}{start}"
        case ev.SeatTaken(seat, digest):
            return f"{seat} accepts {digest[:12]}"
        case ev.CutOffered(commitment):
            return f"pack {commitment[:12]}"
        case ev.DealerCut(seat, index, card):
            return f"{seat} cuts at {index}: {card.text}"
        case ev.CutTied():
            return "tied, cut again"
        case ev.DealStarted(number, dealer, commitment):
            return f"deal {number}, dealer {dealer}, pack {commitment[:12]}"
        case ev.NonceGiven(seat, value):
            return f"{seat} cuts the pack with {value}"
        case ev.WindowOpened(kind):
            return f"{kind} may be claimed"
        case ev.GraceEnded():
            return "grace ends"
        case ev.WindowClosed(kind, how):
            return f"{kind} {how}"
        case ev.DealEnded():
            return "deal ends"
    raise TypeError(f"no line for {event!r}")


def _texts(cards: Iterable[Card]) -> str:
    return " ".join(card.text for card in cards)
