"""A whole game as text that a person can read, and back: one line an event.

Everything hidden is in it, so it is for the operator, for tests and for
participants after the end. A line of points ends in the pegs after it, each
side ``back/front``. What is called aloud may stand behind two dashes.
"""

import json
import re
from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import Any

from games.engine import events as ev
from games.engine import forms
from games.engine.calls import calls_of
from games.engine.evolving import evolve
from games.engine.rules import Rules
from games.engine.state import NEW, State
from scoring.cards import cards

_CALL = "  -- "
# What a person writes is in quotes, and no call has any: a reason may hold two dashes.
_LINE = re.compile(rf' *\d+  (.*?)(?:{_CALL}\d+: [^"]*)?', re.ASCII)
_GAME = "game {variant:word} to {target:int}, {seats:int} seats, "
_DEALT_BY = f"{_GAME}first dealer {{dealer:int}}"
_SEAT = "{seat:int} accepts the rules"
_COUNT = "{seat:int} counts {what:word} {points:int} of {worth:int}"
_PEG = "    +{points:int} {why:word} seat {seat:int} ({parts:parts})"
_NO_PEG = (
    "    not pegged {points:int} {why:word} seat {seat:int} ({parts:parts}): {not_pegged:word}"
)
_LEADS = "count ends, {leader:int} leads"
_WON = "won by side {side:int}"


class BrokenNotation(ValueError):
    """A line that no event is written as."""


def notate(events: Iterable[ev.Event], *, with_calls: bool = False) -> str:
    """Write a game.

    Args:
        events: all events of one game in order.
        with_calls: whether what is said aloud stands behind its event.

    Returns:
        Lines of text, each starting with the version it leads to.

    Rule: docs/rules.md#play
    """
    lines: list[str] = []
    state = NEW
    log = list(events)
    for event, call in zip(log, calls_of(log), strict=True):
        state = evolve(state, event)
        said = f"{_CALL}{call.speaker}: {call.words}" if with_calls and call else ""
        lines.append(f"{state.version:>4}  {_line(event, state)}{said}")
    return "\n".join(lines) + "\n"


def read_notation(text: str) -> tuple[ev.Event, ...]:
    """Read a game back.

    Args:
        text: as ``notate`` wrote it, with or without calls.

    Returns:
        The events that were written.

    Raises:
        BrokenNotation: a line is none of an event.

    Rule: docs/rules.md#play
    """
    lines = [_without_call(line) for line in text.splitlines()] or [""]
    created = _read_game(lines[0])
    return (created, *(_read(line, created.rules) for line in lines[1:]))


def _without_call(line: str) -> str:
    found = _LINE.fullmatch(line)
    if found is None:
        raise BrokenNotation(line)
    return found[1]


def _line(event: ev.Event, state: State) -> str:
    form = forms.FORMS.get(type(event))
    if form is not None:
        return forms.write(form, _values(event))
    return _WRITERS[type(event)](event, state)


def _values(event: ev.Event) -> dict[str, Any]:
    return {name: getattr(event, name) for name in event.__match_args__}


def _game(event: ev.GameCreated, _state: State) -> str:
    rules, dealer = event.rules, event.first_dealer
    first = "cut for deal" if dealer is None else f"first dealer {dealer}"
    usual = Rules.of(rules.variant, target=rules.target).to_plain()
    chosen = [
        f"{key}={value if isinstance(value, str) else json.dumps(value)}"
        for key, value in rules.to_plain().items()
        if value != usual[key]
    ]
    values = {"variant": rules.variant, "target": rules.target, "seats": event.seats}
    return "; ".join((forms.write(_GAME, values) + first, *chosen))


def _seat(event: ev.SeatTaken, state: State) -> str:
    other = "" if event.digest == state.rules.digest else f" {event.digest}"
    return forms.write(_SEAT, {"seat": event.seat}) + other


def _dealt(event: ev.CardsDealt, _state: State) -> str:
    hands = [f"{seat}: {forms.texts(hand)}" for seat, hand in enumerate(event.hands)]
    crib = [f"crib: {forms.texts(event.to_crib)}"] if event.to_crib else []
    return "dealt " + "; ".join((*hands, *crib))


def _count_ended(event: ev.CountEnded, _state: State) -> str:
    return "play ends" if event.leader is None else forms.write(_LEADS, {"leader": event.leader})


def _pegged(event: ev.PointsPegged, state: State) -> str:
    boards = " ".join(f"{peg.back}/{peg.front}" for peg in state.pegs)
    return f"{forms.write(_PEG, _values(event))} [{boards}]"


def _won(event: ev.GameWon, state: State) -> str:
    skunks = " ".join(str(skunk) for skunk in event.skunks)
    scores = "-".join(str(score) for score in state.scores)
    return f"{forms.write(_WON, {'side': event.side})} {scores}, skunks {skunks}"


_WRITERS: Mapping[type[ev.Event], Callable[[Any, State], str]] = MappingProxyType(
    {
        ev.GameCreated: _game,
        ev.SeatTaken: _seat,
        ev.CardsDealt: _dealt,
        ev.CountEnded: _count_ended,
        ev.CountDeclared: lambda event, _state: forms.write(_COUNT, _values(event)),
        ev.PointsPegged: _pegged,
        ev.PointsNotPegged: lambda event, _state: forms.write(_NO_PEG, _values(event)),
        ev.GameWon: _won,
    }
)


def _read_game(line: str) -> ev.GameCreated:
    head, *chosen = line.split("; ")
    form = f"{_GAME}cut for deal" if head.endswith("cut for deal") else _DEALT_BY
    values = forms.read(form, head)
    if values is None:
        raise BrokenNotation(line)
    options = dict(option.split("=", 1) for option in chosen)
    rules = Rules.from_plain(
        {
            "variant": values["variant"],
            "target": values["target"],
            **{key: _option(value) for key, value in options.items()},
        }
    )
    return ev.GameCreated(rules, values["seats"], values.get("dealer"), rules.start_pegs)


def _option(text: str) -> object:
    is_json = text[0] in "[-0123456789" or text in ("true", "false", "null")
    return json.loads(text) if is_json else text


def _read(line: str, rules: Rules) -> ev.Event:
    for cls, form in forms.FORMS.items():
        values = forms.read(form, line)
        if values is not None:
            made: Callable[..., ev.Event] = cls
            return made(**values)
    for form, read in _READERS.items():
        values = forms.read(form, line.split(" [", maxsplit=1)[0])
        if values is not None:
            return read(values, rules)
    return _read_other(line, rules)


def _read_other(line: str, rules: Rules) -> ev.Event:
    if line == "play ends":
        return ev.CountEnded(None)
    if line.startswith("dealt "):
        owners = dict(part.split(": ") for part in line.removeprefix("dealt ").split("; "))
        to_crib = cards(owners.pop("crib", ""))
        return ev.CardsDealt(tuple(cards(hand) for hand in owners.values()), to_crib)
    if line.startswith("won by side "):
        head, skunks = line.split(", skunks ")
        side = int(head.removeprefix("won by side ").split()[0])
        return ev.GameWon(side, tuple(int(skunk) for skunk in skunks.split()))
    match line.split():
        case [seat, "accepts", "the", "rules", digest]:
            return ev.SeatTaken(int(seat), digest)
    raise BrokenNotation(line)


def _declared(values: dict[str, Any], _rules: Rules) -> ev.Event:
    return ev.CountDeclared(over=max(0, values["points"] - values["worth"]), **values)


_READERS: Mapping[str, Callable[[dict[str, Any], Rules], ev.Event]] = MappingProxyType(
    {
        _SEAT: lambda values, rules: ev.SeatTaken(values["seat"], rules.digest),
        _COUNT: _declared,
        _LEADS: lambda values, _rules: ev.CountEnded(values["leader"]),
        _PEG: lambda values, rules: ev.PointsPegged(
            side=rules.numbers.side_of(values["seat"]), **values
        ),
        _NO_PEG: lambda values, rules: ev.PointsNotPegged(
            side=rules.numbers.side_of(values["seat"]), **values
        ),
    }
)
