"""What each viewer may see: the only ways out of a game for cards.

A seat sees its own cards. A spectator sees the table, whoever he is: a
director, a scorer and a superuser are spectators of a live game. After the end
the participants see everything that was dealt; spectators still see no more
than what was played and shown.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from games.engine.calls import Call, calls_of
from games.engine.events import Event
from games.engine.legal import any_time, moves
from games.engine.plain import event_to_plain
from games.engine.state import DealState, State, Window, in_order
from scoring.cards import Card

Plain = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Spectator:
    """Somebody who does not play."""


@dataclass(frozen=True, slots=True)
class Seat:
    """The player of a seat, while the game lasts."""

    seat: int


@dataclass(frozen=True, slots=True)
class Participant:
    """The player of a seat, after the end."""

    seat: int


Viewer: TypeAlias = Spectator | Seat | Participant


def viewer_for(state: State, seat: int | None) -> Viewer:
    """Say as whom somebody looks at a game now.

    Args:
        state: the game.
        seat: the seat played, None for all others.

    Returns:
        The viewer; a seat becomes a participant when the game is over.

    Rule: docs/rules.md#deal
    """
    if seat is None:
        return Spectator()
    return Participant(seat) if state.is_over else Seat(seat)


def project(state: State, viewer: Viewer) -> Plain:
    """Show a game to a viewer.

    A hand that the end of the game left uncounted is told to participants as
    ``uncounted``. What a declared count was worth is told when its window is closed.

    Args:
        state: the game.
        viewer: who looks; a ``Participant`` of a game that is not over sees
            what his seat sees.

    Returns:
        Plain values for JSON, without any card the viewer may not see.

    Rule: docs/rules.md#deal
    """
    awaits = state.awaits
    numbers = state.rules.numbers
    own = None if isinstance(viewer, Spectator) else viewer.seat
    legal = [] if own is None or state.phase == "new" else moves(state, own)
    return {
        "version": state.version,
        "phase": state.phase,
        "rules": state.rules.to_plain(),
        "rules_digest": state.rules.digest,
        "seats": numbers.seats,
        "seated": list(state.seated),
        "clock": state.clock,
        "awaits": {"what": awaits.what, "seats": list(awaits.seats)},
        "sides": [
            {"side": side, "back": pegs.back, "front": pegs.front}
            for side, pegs in enumerate(state.pegs)
        ],
        "first_dealer": state.first_dealer,
        "cut_commitment": state.commitment,
        "cuts": [cut and {"index": cut[0], "card": cut[1].text} for cut in state.cuts],
        "deal": state.deal and _show_deal(state, state.deal, viewer),
        "own_seat": own,
        "legal": [_show_move(move._asdict()) for move in legal],
        "any_time": [] if own is None else list(any_time(state, own)),
        "result": _show_result(state) if state.is_over else None,
    }


def project_events(
    events: Iterable[Event], viewer: Viewer, *, void: Sequence[bool] = ()
) -> list[Plain]:
    """Show events to a viewer.

    Args:
        events: any events of one game in order.
        viewer: who looks; take it from ``viewer_for``, since the events alone
            do not tell whether the game is over.
        void: for each event whether its deal is void, so that a seat sees all of
            it; none given, no deal is.

    Returns:
        One plain dict an event: the public part, a seat's own cards in it, for
        a participant everything else under ``hidden`` by owner, and where
        something is said aloud ``speaker`` and ``call``.

    Rule: docs/rules.md#deal
    """
    shown = list(events)
    opened = Participant(viewer.seat) if isinstance(viewer, Seat) else viewer
    viewers = [opened if is_void else viewer for is_void in void] or [viewer] * len(shown)
    return [
        _show_event(event, whom) | _show_call(call)
        for event, whom, call in zip(shown, viewers, calls_of(shown), strict=True)
    ]


def _show_call(call: Call | None) -> Plain:
    return {} if call is None else {"speaker": call.speaker, "call": call.words}


def _show_event(event: Event, viewer: Viewer) -> Plain:
    public, private = event_to_plain(event)
    if isinstance(viewer, Spectator):
        return public
    shown = public | private.get(str(viewer.seat), {})
    if isinstance(viewer, Participant) and private:
        shown["hidden"] = private
    return shown


def _show_deal(state: State, deal: DealState, viewer: Viewer) -> Plain:
    sees_all = state.is_over and not isinstance(viewer, Spectator)
    own = None if isinstance(viewer, Spectator) else viewer.seat
    crib_is_shown = deal.shown > state.seats
    return {
        "number": deal.number,
        "dealer": deal.dealer,
        "pone": state.pone,
        "commitment": deal.commitment,
        "nonces": list(deal.nonces),
        "starter": deal.starter and deal.starter.text,
        "heels": deal.heels,
        "count": deal.count,
        "pile": _texts(deal.pile),
        "laid": [{"seat": seat, "card": card.text} for seat, card in deal.laid],
        "turn": deal.turn,
        "said_go": sorted(deal.gone),
        "hands": [
            _show_hand(state, deal, seat, is_own=sees_all or seat == own)
            for seat in range(len(deal.held))
        ],
        "crib": {
            "count": len(deal.crib),
            "cards": _texts(deal.crib) if sees_all or crib_is_shown else None,
        },
        "is_crib_counted": _is_counted(state, deal, state.seats),
        "counts": [_show_count(state, deal, place) for place in range(len(deal.declared))],
        "windows": [] if state.is_over else [_show_window(window) for window in deal.windows],
    }


def _is_counted(state: State, deal: DealState, place: int) -> bool:
    return place < (len(deal.declared) if state.rules.is_declared else deal.shown)


def _show_count(state: State, deal: DealState, place: int) -> Plain:
    """A declared count; what it was worth is told when nobody may claim on it any more."""
    points, worth = deal.declared[place]
    is_open = deal.windows and not state.is_over and place == len(deal.declared) - 1
    return {
        "seat": deal.dealer if place == state.seats else (deal.dealer + 1 + place) % state.seats,
        "what": "crib" if place == state.seats else "hand",
        "points": points,
        "worth": None if is_open else worth,
    }


def _show_window(window: Window) -> Plain:
    return {
        "what": window.what,
        "seat": window.seat,
        "card": window.card or None,
        "points": window.points,
        "stage": window.stage,
        "waiting": list(window.waiting),
        "claimed": list(window.claimed),
    }


def _show_hand(state: State, deal: DealState, seat: int, *, is_own: bool) -> Plain:
    place = (seat - deal.dealer - 1) % state.seats
    is_shown = deal.shown > place
    is_left = state.is_over and not _is_counted(state, deal, place)
    discards = deal.discards[seat]
    return {
        "seat": seat,
        "held": len(deal.held[seat]),
        "cards": _texts(in_order(deal.held[seat])) if is_own else None,
        "shown": _texts(in_order(deal.hand_of(seat))) if is_shown else None,
        "is_counted": _is_counted(state, deal, place),
        "uncounted": _texts(in_order(deal.hand_of(seat))) if is_own and is_left else None,
        "has_discarded": discards is not None,
        "discards": _texts(discards) if is_own and discards is not None else None,
    }


def _show_move(move: Plain) -> Plain:
    shown: Plain = {"type": move["type"]}
    if move["cards"]:
        shown |= {"cards": _texts(move["cards"]), "choose": move["choose"]}
    if move["places"]:
        shown["places"] = list(move["places"])
    if move["what"]:
        shown["what"] = list(move["what"])
    return shown


def _show_result(state: State) -> Plain:
    return {
        "winner": state.winner,
        "scores": list(state.scores),
        "skunks": list(state.skunks),
        "ended_by": state.ended_by,
    }


def _texts(cards: Iterable[Card]) -> list[str]:
    return [card.text for card in cards]
