"""Who says what: the call in words of an act, made from the points that are pegged.

A call belongs to the first event of its act: the card with all it earns, the hand
laid open with what it counts. Where counts are declared the call is what the seat
said, never what is there.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import zip_longest
from types import MappingProxyType
from typing import NamedTuple

from games.engine import events as ev
from scoring.announce import GO, HEELS, announce_card, announce_ending, announce_show
from scoring.cards import PACK
from scoring.combination import Combination, Kind

_SETS: Mapping[int, str] = MappingProxyType({2: "pair", 6: "pair royal", 12: "double pair royal"})
_RUNS: Mapping[int, tuple[str, int, int]] = MappingProxyType(
    {
        3: ("run", 1, 3),
        4: ("run", 1, 4),
        5: ("run", 1, 5),
        6: ("double run", 2, 3),
        8: ("double run", 2, 4),
        9: ("triple run", 3, 3),
        12: ("double-double run", 4, 3),
    }
)
"""By all points for runs of a hand: their name, how many there are, their length."""

_RANKS: Mapping[int, tuple[tuple[str, int], ...]] = MappingProxyType(
    {
        2: (("pair", 1),),
        4: (("pair", 1), ("pair", 1)),
        6: (("pair royal", 3),),
        8: (("pair royal", 3), ("pair", 1)),
        12: (("double pair royal", 6),),
    }
)
"""By all points for pairs of a hand: for each rank the name and how many pairs."""


class Call(NamedTuple):
    """What a seat says aloud."""

    speaker: int
    words: str


def calls_of(events: Sequence[ev.Event]) -> list[Call | None]:
    """Say what is called aloud at each event.

    Args:
        events: any events of one game in order. What an act earned is looked for
            right behind it, so a list that ends in between has only the count.

    Returns:
        One call an event, None where nothing is said.

    Rule: docs/rules.md#calls
    """
    return [_call(event, after) for event, after in zip_longest(events, events[1:])]


def _call(event: ev.Event, after: ev.Event | None) -> Call | None:
    match event:
        case ev.CardPlayed(seat, _, count):
            return Call(seat, _of_card(count, after))
        case ev.HandShown(seat, _) | ev.CribShown(seat, _):
            words = _of_show(after)
            return Call(seat, words) if words else None
        case ev.CountDeclared(seat, "hand" | "crib", points):
            return Call(seat, announce_card(points) if points else "nineteen")
        case _:
            return _short_call(event)


def _short_call(event: ev.Event) -> Call | None:
    match event:
        case ev.GoSaid(seat):
            return Call(seat, GO)
        case ev.PointsPegged(_, seat, _, "go"):
            return Call(seat, announce_ending("go"))
        case ev.PointsPegged(_, seat, _, "heels"):
            return Call(seat, HEELS)
        case ev.MugginsClaimed(seat, points):
            return Call(seat, f"muggins for {announce_card(points)}")
    return None


def _of_card(count: int, after: ev.Event | None) -> str:
    match after:
        case ev.CountDeclared(_, "play", points) if points:
            return f"{announce_card(count)} for {announce_card(points)}"
        case ev.PointsPegged(_, _, _, "play", parts) | ev.PointsNotPegged(_, _, _, "play", parts):
            kinds = dict(parts)
            scores = [_pegged(kind, points) for kind, points in parts if kind not in _ENDINGS]
            if "go" in kinds:
                return announce_card(count, scores, ending="go")
            return announce_card(count, scores, ending="last" if "last" in kinds else None)
    return announce_card(count)


_ENDINGS = ("go", "last")
_KINDS: Mapping[str, Kind] = MappingProxyType(
    {
        "fifteen": "fifteen",
        "thirty_one": "thirty_one",
        "pair": "pair",
        "run": "run",
        "flush": "flush",
        "nobs": "nobs",
    }
)


def _pegged(kind: str, points: int) -> Combination:
    return Combination(_KINDS[kind], _SETS[points] if kind == "pair" else kind, (), points)


def _of_show(after: ev.Event | None) -> str:
    match after:
        case ev.PointsPegged(_, _, _, "hand" | "crib", parts) | ev.PointsNotPegged(
            _, _, _, "hand" | "crib", parts
        ):
            return ", ".join(announce_show(list(_shown(parts))))
        case ev.HandShown() | ev.CribShown() | ev.DealEnded():
            return "nineteen"
    return ""


def _shown(parts: ev.Parts) -> Iterator[Combination]:
    """Take points of a hand apart again: their sums by kind tell how they came about."""
    for kind, points in parts:
        if kind == "fifteen":
            yield from [Combination("fifteen", "fifteen", (), 2)] * (points // 2)
        elif kind == "pair":
            for rank, (name, pairs) in enumerate(_RANKS[points]):
                yield from [Combination("pair", name, (PACK[4 * rank],), 2)] * pairs
        elif kind == "run":
            name, runs, length = _RUNS[points]
            yield from [Combination("run", name, (), length)] * runs
        else:
            yield Combination(_KINDS[kind], kind, (), points)
