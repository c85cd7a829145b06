"""Double elimination: two losses and out.

With brackets of ``2 ** k`` slots:

================ =======================================================
part             its matches
================ =======================================================
upper 1 … k      a knock-out; whoever loses drops into the lower bracket
lower 1          losers of upper round 1, neighbours against each other
lower 2r - 2     slot 1 a survivor, slot 2 a loser of upper round r
lower 2r - 1     survivors against each other
final            slot 1 the unbeaten, slot 2 the challenger
second final     the same two again, if the challenger won the final
================ =======================================================

How the title is decided is the *reset*: ``none`` (there is no final, the upper
winner is champion), ``simple`` (one final) or ``double`` (a second one).

Rule: docs/rules.md#double-elimination
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from tournaments.brackets.drops import Reorder, drop_orders, reordered
from tournaments.brackets.seeding import bracket_size
from tournaments.brackets.single import first_feeds
from tournaments.brackets.tree import (
    EMPTY,
    Bracket,
    Feed,
    Key,
    Loser,
    Node,
    Slot,
    Standing,
    Winner,
    champion,
)

Reset = Literal["double", "simple", "none"]


class Part(NamedTuple):
    """What a round is: of which part of the bracket, and which one there."""

    of: Literal["upper", "lower", "final", "second final"]
    number: int = 1


FINAL, SECOND_FINAL = Part("final"), Part("second final")


class Podium(NamedTuple):
    """The first three places; empty where nobody came so far."""

    champion: Slot
    runner_up: Slot
    third: Slot


@dataclass(frozen=True, slots=True)
class _Draft:
    """What the feeds of every match are read from."""

    entries: int
    last: int
    at: Mapping[Part, int]
    orders: Sequence[Reorder]

    def key(self, part: Part, number: int) -> Key:
        return self.at[part], number


def parts_of(entries: int, *, reset: Reset = "double") -> tuple[Part, ...]:
    """List the rounds of a bracket in an order in which they can be played.

    Args:
        entries: how many play, 1 or more.
        reset: how the title is decided.

    Returns:
        What each round is, round 1 first; none for a single entry.

    Raises:
        PairingImpossible: nobody plays.
    """
    last = bracket_size(entries).bit_length() - 1
    if last == 0:
        return ()
    parts = [Part("upper", 1)]
    if last > 1:
        parts.append(Part("lower", 1))
    for round_ in range(2, last + 1):
        parts += [Part("upper", round_), Part("lower", 2 * round_ - 2)]
        if round_ < last:
            parts.append(Part("lower", 2 * round_ - 1))
    finals = {"none": [], "simple": [FINAL], "double": [FINAL, SECOND_FINAL]}
    return (*parts, *finals[reset])


def double_elimination(
    entries: int, *, reset: Reset = "double", orders: Sequence[Reorder] | None = None
) -> Bracket:
    """Draw the two brackets and the final for so many entries.

    Args:
        entries: how many play, 1 or more; a single one is champion at once.
        reset: how the title is decided.
        orders: how upper rounds 2 and up drop; ``None`` takes the best known.

    Returns:
        The bracket, its rounds as ``parts_of`` lists them; byes stand opposite
        the top seeds and leave empty slots below.

    Raises:
        PairingImpossible: nobody plays.
    """
    parts = parts_of(entries, reset=reset)
    if not parts:
        return Bracket((), None)
    size = bracket_size(entries)
    draft = _Draft(
        entries=entries,
        last=size.bit_length() - 1,
        at={part: round_ for round_, part in enumerate(parts, start=1)},
        orders=drop_orders(size) if orders is None else orders,
    )
    nodes = tuple(
        Node((round_, number), feeds)
        for round_, part in enumerate(parts, start=1)
        for number, feeds in enumerate(_feeds(part, draft), start=1)
    )
    title = parts[-1] if reset != "none" else Part("upper", draft.last)
    return Bracket(nodes, draft.key(title, 1))


def podium(
    entries: Sequence[int], now: Mapping[Key, Standing], *, reset: Reset = "double"
) -> Podium:
    """Name the champion, the runner-up and the third.

    Args:
        entries: who plays, best seed first.
        now: what each match is, as ``advance`` gave it.
        reset: how the title is decided.

    Returns:
        The three; the third is the loser of the last lower round. Without a
        final the winner of that round is the runner-up.
    """
    parts = parts_of(len(entries), reset=reset)
    bracket = double_elimination(len(entries), reset=reset)
    first = champion(bracket, entries, now)
    lower = [now[round_, 1] for round_, part in enumerate(parts, start=1) if part.of == "lower"]
    third = lower[-1].loser if lower else EMPTY
    if reset == "none" and lower:
        return Podium(first, lower[-1].winner, third)
    return Podium(first, now[bracket.final].loser if bracket.final else EMPTY, third)


def _feeds(part: Part, draft: _Draft) -> Iterator[tuple[Feed, Feed]]:
    match part:
        case Part("upper", 1):
            yield from first_feeds(draft.entries)
        case Part("upper", number):
            yield from _neighbours(Part("upper", number - 1), draft)
        case Part("lower", 1):
            for at in range(1 << (draft.last - 2)):
                above = (draft.key(Part("upper"), 2 * at + each) for each in (1, 2))
                first, second = (Loser(key) for key in above)
                yield first, second
        case Part("lower", number) if number % 2:
            yield from _neighbours(Part("lower", number - 1), draft)
        case Part("lower", number):
            yield from _dropping(number, draft)
        case Part("final"):
            yield _unbeaten(draft), _challenger(draft)
        case _:
            final = draft.key(FINAL, 1)
            yield Loser(final), Winner(final)


def _neighbours(source: Part, draft: _Draft) -> Iterator[tuple[Feed, Feed]]:
    for at in range(_matches(source, draft.last) // 2):
        first, second = (draft.key(source, 2 * at + each) for each in (1, 2))
        yield Winner(first), Winner(second)


def _dropping(number: int, draft: _Draft) -> Iterator[tuple[Feed, Feed]]:
    """Survivors of the lower round before against losers of an upper round."""
    upper, below = Part("upper", number // 2 + 1), Part("lower", number - 1)
    matches = _matches(upper, draft.last)
    drops = reordered(draft.orders[upper.number - 2], matches)
    for at in range(matches):
        yield Winner(draft.key(below, at + 1)), Loser(draft.key(upper, drops.index(at) + 1))


def _unbeaten(draft: _Draft) -> Feed:
    return Winner(draft.key(Part("upper", draft.last), 1))


def _challenger(draft: _Draft) -> Feed:
    if draft.last == 1:
        return Loser(draft.key(Part("upper", 1), 1))
    return Winner(draft.key(Part("lower", 2 * draft.last - 2), 1))


def _matches(part: Part, last: int) -> int:
    rounds = part.number if part.of == "upper" else (part.number + 1) // 2 + 1
    return 1 << (last - rounds)
