"""From a bracket to the rounds of a plan."""

from collections.abc import Sequence

from tournaments.brackets.tree import Bracket, Feed, Loser, Node, Seed, Winner
from tournaments.errors import PairingImpossible, SameEntryTwice
from tournaments.formats.base import (
    EmptySide,
    EntrySide,
    LoserOf,
    PlannedMatch,
    PlannedRound,
    Side,
    WinnerOf,
)


def check_seeds(entries: Sequence[int]) -> None:
    """Refuse seeds that make no bracket.

    Args:
        entries: in seed order.

    Raises:
        PairingImpossible: nobody is entered.
        SameEntryTwice: an entry has two seeds.
    """
    if not entries:
        raise PairingImpossible("A bracket needs an entry. Make the cut first.", entries=0)
    if len(set(entries)) != len(entries):
        raise SameEntryTwice("An entry has two seeds. Name everybody once.")


def planned_tree(
    bracket: Bracket, entries: Sequence[int], names: Sequence[str]
) -> tuple[PlannedRound, ...]:
    """Turn a bracket into planned rounds.

    Args:
        bracket: its rounds numbered from 1.
        entries: in seed order.
        names: of the rounds, the first round's first.

    Returns:
        All rounds; a match with an empty slot is a bye.
    """
    return tuple(
        PlannedRound(
            number=number,
            name=name,
            matches=tuple(
                _planned(node, entries) for node in bracket.nodes if node.key[0] == number
            ),
        )
        for number, name in enumerate(names, start=1)
    )


def _planned(node: Node, entries: Sequence[int]) -> PlannedMatch:
    first, second = node.feeds
    sides = (_side(first, entries), _side(second, entries))
    is_bye = any(isinstance(side, EmptySide) for side in sides)
    return PlannedMatch(node.key[1], sides, kind="bye" if is_bye else "pairing")


def _side(feed: Feed, entries: Sequence[int]) -> Side:
    match feed:
        case Seed(seed):
            return EntrySide(entries[seed - 1])
        case Winner((round_, number)):
            return WinnerOf(round_, number)
        case Loser((round_, number)):
            return LoserOf(round_, number)
        case _:
            return EmptySide()
