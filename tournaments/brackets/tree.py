"""The algebra of bracket slots: what every slot holds, from results alone.

A slot is *to be decided*, *empty* for good, or holds an entry.

================  =====================================================
sides             follows
================  =====================================================
entry, entry      ready; its outcome moves winner and loser
entry, empty      a bye: the entry moves on, the loser's slot is empty
empty, empty      both outputs are empty
undecided, …      waits
no winner         a double forfeit: both outputs are empty
================  =====================================================

Everything is computed again from the outcomes, so a corrected result re-slots
whatever followed from it.

Rule: docs/rules.md#bracket
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Literal, NamedTuple

Key = tuple[int, int]
"""Number of the round, number of the match in it."""

State = Literal["waiting", "ready", "bye", "empty", "decided"]


class Vacant(Enum):
    """A slot without an entry."""

    TBD = "to be decided"
    EMPTY = "empty"


TBD, EMPTY = Vacant.TBD, Vacant.EMPTY
Slot = int | Vacant


class Seed(NamedTuple):
    """The slot belongs to this seed, counted from 1."""

    seed: int


class Nobody(NamedTuple):
    """The slot is empty from the start."""


class Winner(NamedTuple):
    """The slot belongs to whoever wins that match."""

    of: Key


class Loser(NamedTuple):
    """The slot belongs to whoever loses that match."""

    of: Key


Feed = Seed | Nobody | Winner | Loser


class Link(NamedTuple):
    """Where an entry goes: a match, and slot 1 or 2 of it."""

    match: Key
    slot: int


class Node(NamedTuple):
    """One match of a bracket and what feeds its two slots."""

    key: Key
    feeds: tuple[Feed, Feed]


class Outcome(NamedTuple):
    """How a match ended: the winning slot, or ``None`` for a double forfeit."""

    winner: int | None


@dataclass(frozen=True, slots=True)
class Standing:
    """What a match of a bracket is now."""

    sides: tuple[Slot, Slot]
    state: State
    winner: Slot = TBD
    loser: Slot = TBD


@dataclass(frozen=True, slots=True)
class Bracket:
    """Matches in an order in which every feed comes before what it feeds.

    ``final`` decides the champion; ``None`` when a single entry is champion
    at once.
    """

    nodes: tuple[Node, ...]
    final: Key | None

    def links(self) -> tuple[dict[Key, Link], dict[Key, Link]]:
        """Where the winner and the loser of each match go."""
        winners: dict[Key, Link] = {}
        losers: dict[Key, Link] = {}
        for node in self.nodes:
            for slot, feed in enumerate(node.feeds, start=1):
                if isinstance(feed, Winner):
                    winners[feed.of] = Link(node.key, slot)
                elif isinstance(feed, Loser):
                    losers[feed.of] = Link(node.key, slot)
        return winners, losers


def advance(
    bracket: Bracket, seeds: Sequence[int], outcomes: Mapping[Key, Outcome]
) -> dict[Key, Standing]:
    """Fill every slot of a bracket from the outcomes.

    Args:
        bracket: the matches.
        seeds: the entries, best seed first; a seed beyond them is empty.
        outcomes: matches that were played or forfeited; an outcome of a match
            that is not between two entries now is left out of account.

    Returns:
        What each match is now, in the bracket's order.
    """
    now: dict[Key, Standing] = {}
    for node in bracket.nodes:
        first, second = node.feeds
        sides = (_held(first, seeds, now), _held(second, seeds, now))
        now[node.key] = _judge(sides, outcomes.get(node.key))
    return now


def champion(bracket: Bracket, seeds: Sequence[int], now: Mapping[Key, Standing]) -> Slot:
    """Name the champion.

    Args:
        bracket: the matches.
        seeds: the entries, best seed first.
        now: what each match is, as ``advance`` gave it.

    Returns:
        The entry; ``TBD`` while the final is open, ``EMPTY`` when nobody is left.
    """
    if bracket.final is None:
        return seeds[0] if seeds else EMPTY
    return now[bracket.final].winner


def is_finished(now: Mapping[Key, Standing]) -> bool:
    """Say whether no match waits or can be played.

    Args:
        now: what each match is, as ``advance`` gave it.

    Returns:
        True when every match is decided, a bye or empty.
    """
    return all(match.state not in ("waiting", "ready") for match in now.values())


def _held(feed: Feed, seeds: Sequence[int], now: Mapping[Key, Standing]) -> Slot:
    match feed:
        case Seed(seed):
            return seeds[seed - 1] if seed <= len(seeds) else EMPTY
        case Winner(of):
            return now[of].winner
        case Loser(of):
            return now[of].loser
        case _:
            return EMPTY


def _judge(sides: tuple[Slot, Slot], outcome: Outcome | None) -> Standing:
    if TBD in sides:
        return Standing(sides, "waiting")
    present = [side for side in sides if side is not EMPTY]
    if not present:
        return Standing(sides, "empty", EMPTY, EMPTY)
    if len(present) == 1:
        return Standing(sides, "bye", present[0], EMPTY)
    if outcome is None:
        return Standing(sides, "ready")
    if outcome.winner is None:
        return Standing(sides, "decided", EMPTY, EMPTY)
    return Standing(sides, "decided", sides[outcome.winner - 1], sides[2 - outcome.winner])
