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
withdrawn entry   its slot is empty as soon as it would have to play
================  =====================================================

A match fed by the loser and the winner of one match, in this order, *replays*
it: the second final of a double elimination. It is played only when slot 2 has
beaten slot 1; else it is not required and hands on what the first one gave.

Everything is computed again from the outcomes, so a corrected result re-slots
whatever followed from it.

Rule: docs/rules.md#bracket
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import Literal, NamedTuple

Key = tuple[int, int]
"""Number of the round, number of the match in it."""

State = Literal["waiting", "ready", "bye", "empty", "decided", "not_required"]


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

    @property
    def replays(self) -> Key | None:
        """The match that this one replays, if it is a second final."""
        match self.feeds:
            case (Loser(lost), Winner(won)) if lost == won:
                return lost
            case _:
                return None


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
    bracket: Bracket,
    seeds: Sequence[int],
    outcomes: Mapping[Key, Outcome],
    *,
    withdrawn: Sequence[int] = (),
) -> dict[Key, Standing]:
    """Fill every slot of a bracket from the outcomes.

    Args:
        bracket: the matches.
        seeds: the entries, best seed first; a seed beyond them is empty.
        outcomes: matches that were played or forfeited; an outcome of a match
            that is not between two entries now is left out of account.
        withdrawn: entries that play no more, in the order in which they left;
            what they have played stands, and so do the byes they had. Of two
            who have left the first gives the other a bye.

    Returns:
        What each match is now, in the bracket's order.
    """
    now: dict[Key, Standing] = {}
    for node in bracket.nodes:
        replayed = now[node.replays] if node.replays else None
        if replayed is not None and _settles(replayed):
            now[node.key] = replace(replayed, state="not_required")
            continue
        outcome = outcomes.get(node.key)
        first, second = (_held(feed, seeds, now) for feed in node.feeds)
        if outcome is None and isinstance(first, int) and isinstance(second, int):
            gone = next((entry for entry in withdrawn if entry in (first, second)), None)
            first, second = (EMPTY if side == gone else side for side in (first, second))
        now[node.key] = _judge((first, second), outcome)
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


def _settles(first: Standing) -> bool:
    """Say whether a match that may be replayed is over and slot 2 has not won it."""
    if first.state in ("waiting", "ready"):
        return False
    return first.state != "decided" or first.winner != first.sides[1]


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
