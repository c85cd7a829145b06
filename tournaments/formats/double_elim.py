"""Double elimination: two losses and out, in an upper and a lower bracket.

Settings: ``reset`` (how the title is decided: ``none``, ``simple`` or
``double``, which is the default), and those of a match (best of three games).

The second final is a match between the loser and the winner of the final, in
this order. It is needed only when the challenger, slot 2, wins the final.

Rule: docs/rules.md#double-elimination
"""

from collections.abc import Mapping
from typing import cast

from tournaments.brackets.double import (
    FINAL,
    SECOND_FINAL,
    Part,
    Reset,
    double_elimination,
    parts_of,
)
from tournaments.brackets.seeding import byes
from tournaments.formats.base import EmptySide, Plan, PlannedRound, PlanRequest, Progress
from tournaments.formats.settings import match_settings, one_of, refuse_unknown
from tournaments.formats.trees import check_seeds, planned_tree
from tournaments.matches import MatchFormat
from tournaments.pairing.checks import Checks

title = "Double elimination"
label = "Double elimination"
about = "Who loses two matches is out; losers go on in a lower bracket."
fewest = 2
most_sides = 2
needs_results = False
takes_latecomers = False
is_knockout = True

BEST_OF_THREE = MatchFormat(3)
NAMES = {FINAL: "Final", SECOND_FINAL: "Second final"}
CHALLENGER = 2


def check_config(config: Mapping[str, object]) -> dict[str, object]:
    """Check the settings of a bracket and fill in what is left out.

    Args:
        config: ``reset``, and ``best_of``, ``counting`` and ``multipliers`` of a
            match.

    Returns:
        All settings.

    Raises:
        ConfigInvalid: an unknown setting, or one that cannot be.
    """
    refuse_unknown(config, "reset")
    return {
        "reset": one_of(config, "reset", Reset),
        **match_settings(config, BEST_OF_THREE),
    }


def plan(request: PlanRequest) -> Plan:
    """Plan both brackets and the finals.

    Args:
        request: entries in seed order, the best first.

    Returns:
        All rounds, in an order in which they can be played; a single entry is
        champion at once and has no round.

    Raises:
        PairingImpossible: nobody is entered.
        SameEntryTwice: an entry has two seeds.
        ConfigInvalid: as ``check_config``.
    """
    reset = cast(Reset, check_config(request.config)["reset"])
    entries = request.entries
    check_seeds(entries)
    bracket = double_elimination(len(entries), reset=reset)
    names = [_name(part) for part in parts_of(len(entries), reset=reset)]
    return Plan(
        rounds=planned_tree(bracket, entries, names),
        algorithm=f"double_elim:{reset}",
        checks=Checks(sit_outs={entries[seed - 1]: 1 for seed in byes(len(entries))}),
        champion=entries[0] if len(entries) == 1 else None,
    )


def is_over(progress: Progress) -> bool:
    """Say whether every match that is needed has its result.

    Args:
        progress: rounds and results so far, as they stand; a bye counts as
            settled, and so does a match that nobody could play.

    Returns:
        True when nothing is left to play, or there was nothing; the second
        final is needed only when the challenger has beaten the unbeaten.
    """
    rounds = progress.rounds
    has_second_final = check_config(progress.config)["reset"] == "double"
    if rounds and has_second_final and not _is_upset(rounds[-2], progress):
        rounds = rounds[:-1]
    return all(
        (round_.number, match.number) in progress.settled
        for round_ in rounds
        for match in round_.matches
    )


def _is_upset(final: PlannedRound, progress: Progress) -> bool:
    (match,) = final.matches
    is_bye = any(isinstance(side, EmptySide) for side in match.sides)
    return not is_bye and progress.settled.get((final.number, match.number)) == CHALLENGER


def _name(part: Part) -> str:
    return NAMES.get(part) or f"{part.of.capitalize()} round {part.number}"
