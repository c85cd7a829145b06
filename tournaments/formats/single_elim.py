"""Single elimination: one loss and out, byes to the top seeds.

Settings: those of a match (best of three games).

Rule: docs/rules.md#single-elimination
"""

from collections.abc import Mapping

from tournaments.brackets.seeding import byes
from tournaments.brackets.single import round_name, single_elimination
from tournaments.brackets.tree import Bracket, Feed, Loser, Node, Seed, Winner
from tournaments.errors import PairingImpossible, SameEntryTwice
from tournaments.formats.base import (
    EmptySide,
    EntrySide,
    LoserOf,
    Plan,
    PlannedMatch,
    PlannedRound,
    PlanRequest,
    Progress,
    Side,
    WinnerOf,
)
from tournaments.formats.settings import match_settings, refuse_unknown
from tournaments.matches import MatchFormat
from tournaments.pairing.checks import Checks

needs_results = False

BEST_OF_THREE = MatchFormat(3)


def check_config(config: Mapping[str, object]) -> dict[str, object]:
    """Check the settings of a bracket and fill in what is left out.

    Args:
        config: ``best_of``, ``counting`` and ``multipliers`` of a match.

    Returns:
        All settings.

    Raises:
        ConfigInvalid: an unknown setting, or one that cannot be.
    """
    refuse_unknown(config)
    return match_settings(config, BEST_OF_THREE)


def plan(request: PlanRequest) -> Plan:
    """Plan the whole bracket.

    Args:
        request: entries in seed order, the best first.

    Returns:
        All rounds, later ones by who wins the earlier; a single entry is
        champion at once and has no round.

    Raises:
        PairingImpossible: nobody is entered.
        SameEntryTwice: an entry has two seeds.
        ConfigInvalid: as ``check_config``.
    """
    check_config(request.config)
    entries = request.entries
    if not entries:
        raise PairingImpossible("A bracket needs an entry. Make the cut first.", entries=0)
    if len(set(entries)) != len(entries):
        raise SameEntryTwice("An entry has two seeds. Name everybody once.")
    bracket = single_elimination(len(entries))
    return Plan(
        rounds=_rounds(bracket, entries),
        algorithm="single_elim:standard",
        checks=Checks(sit_outs={entries[seed - 1]: 1 for seed in byes(len(entries))}),
        champion=entries[0] if len(entries) == 1 else None,
    )


def is_over(progress: Progress) -> bool:
    """Say whether the final has its result.

    Args:
        progress: rounds and results so far; a match that could not be played
            counts as settled as soon as its outcome is recorded.

    Returns:
        True when the last round is settled, or there was nothing to play.
    """
    last = progress.rounds[-1:]
    return all(
        (round_.number, match.number) in progress.settled
        for round_ in last
        for match in round_.matches
    )


def _rounds(bracket: Bracket, entries: tuple[int, ...]) -> tuple[PlannedRound, ...]:
    last = bracket.final[0] if bracket.final else 0
    return tuple(
        PlannedRound(
            number=number,
            name=round_name(number, last),
            matches=tuple(
                _planned(node, entries) for node in bracket.nodes if node.key[0] == number
            ),
        )
        for number in range(1, last + 1)
    )


def _planned(node: Node, entries: tuple[int, ...]) -> PlannedMatch:
    first, second = node.feeds
    sides = (_side(first, entries), _side(second, entries))
    is_bye = any(isinstance(side, EmptySide) for side in sides)
    return PlannedMatch(node.key[1], sides, kind="bye" if is_bye else "pairing")


def _side(feed: Feed, entries: tuple[int, ...]) -> Side:
    match feed:
        case Seed(seed):
            return EntrySide(entries[seed - 1])
        case Winner((round_, number)):
            return WinnerOf(round_, number)
        case Loser((round_, number)):
            return LoserOf(round_, number)
        case _:
            return EmptySide()
