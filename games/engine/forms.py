"""How an event is written as a line and read back: one form for both ways.

A form is text with fields ``{name:kind}``. A kind says what the field looks like,
how a value is written and how it is read.
"""

import json
import re
from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from games.engine import events as ev
from games.engine import rulings
from scoring.cards import Card, cards


class Kind(NamedTuple):
    """What a field looks like, and how its value is written and read."""

    pattern: str
    write: Callable[[Any], str]
    read: Callable[[str], Any]


def texts(some: Iterable[Card]) -> str:
    """Write cards, parted by spaces."""
    return " ".join(card.text for card in some)


def write_parts(parts: ev.Parts) -> str:
    """Write points by kind."""
    return " ".join(f"{kind}:{points}" for kind, points in parts)


def read_parts(text: str) -> ev.Parts:
    """Read points by kind."""
    pairs = (word.split(":") for word in text.split())
    return tuple((kind, int(points)) for kind, points in pairs)


_TEXT = r'"(?:[^"\\]|\\.)*"'
_CARD = "[A23456789TJQK][CDHS]"
KINDS: Mapping[str, Kind] = MappingProxyType(
    {
        "int": Kind(r"\d+", str, int),
        "word": Kind(r"[\w-]*", str, str),
        "card": Kind(_CARD, str, Card.parse),
        "cards": Kind(f"{_CARD}(?: {_CARD})*", texts, cards),
        "parts": Kind(r"[\w:? ]*", write_parts, read_parts),
        "text": Kind(_TEXT, json.dumps, json.loads),
        "texts": Kind(
            r"\[.*?\]", lambda value: json.dumps(list(value)), lambda t: tuple(json.loads(t))
        ),
    }
)

FORMS: Mapping[type[ev.Event], str] = MappingProxyType(
    {
        ev.CutOffered: "pack {commitment:word}",
        ev.DealerCut: "{seat:int} cuts at {index:int}: {card:card}",
        ev.CutTied: "tied, cut again",
        ev.DealStarted: "deal {number:int}, dealer {dealer:int}, pack {commitment:word}",
        ev.CutAsked: "{seat:int} asks for a cut",
        ev.NonceGiven: "{seat:int} cuts the pack with {value:word}",
        ev.CardsLaidAway: "{seat:int} lays away {cards:cards}",
        ev.StarterCut: "{seat:int} cuts at {index:int}: starter {card:card}",
        ev.WindowOpened: "{kind:word} may be claimed",
        ev.GraceEnded: "grace ends",
        ev.WindowClosed: "{kind:word} closed: {how:word}",
        ev.CardPlayed: "{seat:int} plays {card:card} {count:int}",
        ev.GoSaid: "{seat:int} says go",
        ev.HandShown: "{seat:int} shows {cards:cards}",
        ev.CribShown: "{seat:int} shows the crib {cards:cards}",
        ev.CountAccepted: "{seat:int} accepts",
        ev.MugginsClaimed: (
            "{seat:int} claims {points:int} on the {what:word} of {against:int}: {outcome:word}"
        ),
        ev.DealEnded: "deal ends",
        rulings.Conceded: "{seat:int} gives up",
        rulings.TimedOut: "{seat:int} runs out of time",
        rulings.Adjusted: (
            "side {side:int} is put to {back:int}/{front:int} by {judges:texts}: {reason:text}"
        ),
        rulings.DealVoided: "deal {number:int} is void by {judges:texts}: {reason:text}",
        rulings.ClockExtended: "clocks get {seconds:int} seconds: {cause:text}",
        rulings.Abandoned: "abandoned: {reason:text}",
    }
)
"""Events whose line is no more than their fields."""

_FIELD = re.compile(r"\{(\w+):(\w+)\}")


def write(form: str, values: Mapping[str, Any]) -> str:
    """Fill a form in.

    Args:
        form: text with fields.
        values: by the names of the fields; more do no harm.

    Returns:
        The line.
    """
    return _FIELD.sub(lambda field: KINDS[field[2]].write(values[field[1]]), form)


def read(form: str, line: str) -> dict[str, Any] | None:
    """Read a line by a form.

    Args:
        form: text with fields.
        line: as ``write`` made it.

    Returns:
        The values by name, None where the line has another form.
    """
    fields = _FIELD.findall(form)
    found = _pattern(form).fullmatch(line)
    if found is None:
        return None
    return {name: KINDS[kind].read(found[name]) for name, kind in fields}


def _pattern(form: str) -> re.Pattern[str]:
    if form not in _PATTERNS:
        spans = _FIELD.split(form)  # text, name, kind, text, name, kind, ... text
        pieces = [re.escape(spans[0])]
        for name, kind, text in zip(spans[1::3], spans[2::3], spans[3::3], strict=True):
            pieces += [f"(?P<{name}>{KINDS[kind].pattern})", re.escape(text)]
        _PATTERNS[form] = re.compile("".join(pieces))
    return _PATTERNS[form]


_PATTERNS: dict[str, re.Pattern[str]] = {}
