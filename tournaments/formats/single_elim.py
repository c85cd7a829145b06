"""Single elimination: one loss and out, byes to the top seeds.

Settings: ``third_place`` (the losers of the semi-finals meet too; no), and
those of a match (best of three games).

Rule: docs/rules.md#single-elimination
"""

from collections.abc import Mapping

from tournaments.brackets.seeding import byes
from tournaments.brackets.single import round_name, single_elimination
from tournaments.formats.base import Plan, PlanRequest, Progress
from tournaments.formats.settings import match_settings, refuse_unknown, yes_or_no
from tournaments.formats.trees import check_seeds, planned_tree
from tournaments.matches import MatchFormat
from tournaments.pairing.checks import Checks

title = "Play-offs"
label = "Single elimination"
about = "Who loses one match is out; the best seeds have the byes."
fewest = 2
most_sides = 2
needs_results = False
takes_latecomers = False
is_knockout = True

BEST_OF_THREE = MatchFormat(3)


def check_config(config: Mapping[str, object]) -> dict[str, object]:
    """Check the settings of a bracket and fill in what is left out.

    Args:
        config: ``third_place`` yes or no, and ``best_of``, ``counting`` and
            ``multipliers`` of a match.

    Returns:
        All settings.

    Raises:
        ConfigInvalid: an unknown setting, or one that cannot be.
    """
    refuse_unknown(config, "third_place")
    return {
        "third_place": yes_or_no(config, "third_place", default=False),
        **match_settings(config, BEST_OF_THREE),
    }


def plan(request: PlanRequest) -> Plan:
    """Plan the whole bracket.

    Args:
        request: entries in seed order, the best first.

    Returns:
        All rounds, later ones by who wins the earlier; the match for the third
        place is the second of the last round. A single entry is champion at
        once and has no round.

    Raises:
        PairingImpossible: nobody is entered.
        SameEntryTwice: an entry has two seeds.
        ConfigInvalid: as ``check_config``.
    """
    config = check_config(request.config)
    entries = request.entries
    check_seeds(entries)
    bracket = single_elimination(len(entries), third_place=config["third_place"] is True)
    last = bracket.final[0] if bracket.final else 0
    return Plan(
        rounds=planned_tree(
            bracket, entries, [round_name(number, last) for number in range(1, last + 1)]
        ),
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
