"""States and events as plain values for JSON, and back.

An event is two documents. ``public`` is what everybody may read: its name, the
version of its shape, and whatever the table sees. ``private`` holds the hidden
rest by owner: the number of a seat, or ``table`` for what no seat may see.
Together they are the whole event; neither repeats the other.
"""

from collections.abc import Callable, Mapping
from dataclasses import fields
from types import MappingProxyType
from typing import Any, NamedTuple

from games.engine import events as ev
from games.engine.rules import Rules
from games.engine.state import DealState, Pegs, State, Window, in_order
from scoring.cards import Card

SHAPE = 1
TABLE = "table"

Plain = dict[str, Any]

_STATE = tuple(field.name for field in fields(State))
_DEAL = tuple(field.name for field in fields(DealState))


class PlainEvent(NamedTuple):
    """An event in two parts; see the module."""

    public: Plain
    private: dict[str, Plain]


def event_to_plain(event: ev.Event) -> PlainEvent:
    """Write an event.

    Args:
        event: any event.

    Returns:
        Its public part and its private parts by owner.

    Rule: docs/rules.md#deal
    """
    head: Plain = {"v": SHAPE, "type": ev.NAMES[type(event)]}
    match event:
        case ev.CardsDealt(hands, to_crib):
            counts = {"counts": [len(hand) for hand in hands], "to_crib": len(to_crib)}
            private = {str(seat): {"cards": _texts(hand)} for seat, hand in enumerate(hands)}
            if to_crib:
                private[TABLE] = {"to_crib": _texts(to_crib)}
            return PlainEvent(head | counts, private)
        case ev.CardsLaidAway(seat, cards):
            public = {"seat": seat, "count": len(cards)}
            return PlainEvent(head | public, {str(seat): {"cards": _texts(cards)}})
        case ev.CountDeclared(seat, what, points, over, worth):
            said = {"seat": seat, "what": what, "points": points, "over": over}
            return PlainEvent(head | said, {TABLE: {"worth": worth}})
    body = {name: _plain(getattr(event, name)) for name in event.__match_args__}
    return PlainEvent(head | body, {})


def event_from_plain(public: Mapping[str, Any], private: Mapping[str, Plain]) -> ev.Event:
    """Read an event from both of its parts.

    Args:
        public: as ``event_to_plain`` wrote it.
        private: its private parts, all of them.

    Returns:
        The event.

    Raises:
        KeyError: a part is missing or the name is unknown: a broken log.

    Rule: docs/rules.md#deal
    """
    cls = ev.EVENTS[public["type"]]
    if cls is ev.CardsDealt:
        seats = range(len(public["counts"]))
        hands = tuple(_cards(private[str(seat)]["cards"]) for seat in seats)
        return ev.CardsDealt(hands, _cards(private[TABLE]["to_crib"]) if public["to_crib"] else ())
    if cls is ev.CardsLaidAway:
        seat = public["seat"]
        return ev.CardsLaidAway(seat, _cards(private[str(seat)]["cards"]))
    if cls is ev.CountDeclared:
        public = {**public, **private[TABLE]}
    read: Callable[..., ev.Event] = cls
    return read(**{name: _read(name, public[name]) for name in cls.__match_args__})


def state_to_plain(state: State) -> Plain:
    """Write a state, hidden cards included: a snapshot for the server alone."""
    plain = {name: getattr(state, name) for name in _STATE}
    plain["rules"] = state.rules.to_plain()
    plain["cuts"] = [cut and [cut[0], cut[1].text] for cut in state.cuts]
    plain["pegs"] = [list(pegs) for pegs in state.pegs]
    plain["pegs_before"] = [list(pegs) for pegs in state.pegs_before]
    plain["deal"] = None if state.deal is None else _deal_to_plain(state.deal)
    return {"v": SHAPE, **plain, "seated": list(state.seated), "skunks": list(state.skunks)}


def state_from_plain(plain: Mapping[str, Any]) -> State:
    """Read a state from what ``state_to_plain`` wrote, by an earlier version too."""
    values = {name: plain[name] for name in _STATE if name in plain}
    values["rules"] = Rules.from_plain(plain["rules"])
    values["cuts"] = tuple(cut and (cut[0], Card.parse(cut[1])) for cut in plain["cuts"])
    values["pegs"] = tuple(Pegs(*pegs) for pegs in plain["pegs"])
    values["pegs_before"] = tuple(Pegs(*pegs) for pegs in plain.get("pegs_before", ()))
    values["deal"] = None if plain["deal"] is None else _deal_from_plain(plain["deal"])
    values |= {"seated": tuple(plain["seated"]), "skunks": tuple(plain["skunks"])}
    return State(**values)


def _deal_to_plain(deal: DealState) -> Plain:
    return {name: getattr(deal, name) for name in _DEAL} | {
        "nonces": list(deal.nonces),
        "held": [_texts(in_order(hand)) for hand in deal.held],
        "discards": [None if cards is None else _texts(cards) for cards in deal.discards],
        "to_crib": _texts(deal.to_crib),
        "starter": deal.starter and deal.starter.text,
        "laid": [[seat, card.text] for seat, card in deal.laid],
        "pile": _texts(deal.pile),
        "gone": sorted(deal.gone),
        "windows": [_window_to_plain(window) for window in deal.windows],
        "declared": [list(counted) for counted in deal.declared],
    }


def _deal_from_plain(plain: Mapping[str, Any]) -> DealState:
    values = {name: plain[name] for name in _DEAL if name in plain}
    values |= {
        "nonces": tuple(plain["nonces"]),
        "held": tuple(frozenset(_cards(hand)) for hand in plain["held"]),
        "discards": tuple(None if cards is None else _cards(cards) for cards in plain["discards"]),
        "to_crib": _cards(plain["to_crib"]),
        "starter": plain["starter"] and Card.parse(plain["starter"]),
        "laid": tuple((seat, Card.parse(card)) for seat, card in plain["laid"]),
        "pile": _cards(plain["pile"]),
        "gone": frozenset(plain["gone"]),
        "windows": tuple(_window_from_plain(window) for window in plain.get("windows", ())),
        "declared": tuple((said, worth) for said, worth in plain.get("declared", ())),
    }
    return DealState(**values)


def _window_to_plain(window: Window) -> Plain:
    return window._asdict() | {"waiting": list(window.waiting), "claimed": list(window.claimed)}


def _window_from_plain(plain: Mapping[str, Any]) -> Window:
    sides = {"waiting": tuple(plain["waiting"]), "claimed": tuple(plain["claimed"])}
    return Window(**{**plain, **sides})


def _texts(cards: tuple[Card, ...]) -> list[str]:
    return [card.text for card in cards]


def _cards(texts: list[str]) -> tuple[Card, ...]:
    return tuple(Card.parse(text) for text in texts)


def _plain(value: object) -> object:
    if isinstance(value, Card):
        return value.text
    if isinstance(value, Rules):
        return value.to_plain()
    if isinstance(value, tuple):
        return [_plain(part) for part in value]
    return value


def _parts(value: list[list[Any]]) -> ev.Parts:
    return tuple((kind, points) for kind, points in value)


_READERS: Mapping[str, Callable[[Any], object]] = MappingProxyType(
    {
        "card": Card.parse,
        "cards": _cards,
        "rules": Rules.from_plain,
        "parts": _parts,
        "start_pegs": tuple,
        "skunks": tuple,
        "judges": tuple,
    }
)


def _read(name: str, value: object) -> object:
    return _READERS[name](value) if name in _READERS else value
