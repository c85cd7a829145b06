"""Groups: a round robin in each, all at the same time.

Settings, with what holds where they are left out:

============  ==================================================================
setting       meaning
============  ==================================================================
``groups``    so many groups (as many as groups of at most four need)
``spread``    ``snake``, even groups; or ``bracket``, mates far apart in a
              bracket of the same seeds
``meetings``  how often two of a group meet (1, or 2)
============  ==================================================================

and those of a match (a single game). Who goes on from the groups is said by
``tournaments.standings.group_cut``.

Rule: docs/rules.md#groups
"""

from collections.abc import Mapping
from typing import cast

from tournaments.errors import ConfigInvalid
from tournaments.formats.base import Plan, PlanRequest, Progress
from tournaments.formats.charts import checks_of
from tournaments.formats.round_robin import interleaved, meetings_of
from tournaments.formats.settings import match_settings, one_of, refuse_unknown
from tournaments.matches import MatchFormat
from tournaments.pairing.groups import Spread, spread_over
from tournaments.pairing.round_robin import round_robin

title = "Groups"
label = "Groups"
about = "A round robin in each of several groups, all at the same time."
fewest = 4
most_sides = 2
needs_results = False
takes_latecomers = False
is_knockout = False

USUAL_SIZE = 4
MOST_GROUPS = 64
SINGLE_GAME = MatchFormat()


def check_config(config: Mapping[str, object]) -> dict[str, object]:
    """Check the settings of groups and fill in what is left out.

    Args:
        config: ``groups`` 1 to 64 or ``None``, ``spread``, ``meetings`` 1 or 2,
            and ``best_of``, ``counting`` and ``multipliers`` of a match.

    Returns:
        All settings.

    Raises:
        ConfigInvalid: an unknown setting, or one out of range.
    """
    refuse_unknown(config, "groups", "spread", "meetings")
    groups = config.get("groups")
    is_number = type(groups) is int and 1 <= groups <= MOST_GROUPS
    if groups is not None and not is_number:
        raise ConfigInvalid(
            f"This is a whole number from 1 to {MOST_GROUPS}, or left out.",
            field="config.groups",
        )
    return {
        "groups": groups,
        "spread": one_of(config, "spread", Spread),
        "meetings": meetings_of(config),
        **match_settings(config, SINGLE_GAME),
    }


def plan(request: PlanRequest) -> Plan:
    """Plan the schedules of all groups.

    Args:
        request: entries in seed order, the best first.

    Returns:
        All rounds; every match says its group, and a note lists who is in
        which.

    Raises:
        PairingImpossible: a group would have fewer than two entries.
        SameEntryTwice: an entry is named twice.
        ConfigInvalid: as ``check_config``.
    """
    config = check_config(request.config)
    groups = cast(int | None, config["groups"]) or max(1, -(-len(request.entries) // USUAL_SIZE))
    formed = spread_over(request.entries, groups, spread=cast(Spread, config["spread"]))
    meetings = meetings_of(config)
    rounds = interleaved(
        [round_robin(group, meetings=meetings) for group in formed], are_groups=True
    )
    return Plan(
        rounds=rounds,
        algorithm=f"groups:{config['spread']}",
        checks=checks_of(rounds),
        notes=tuple(
            {"code": "group", "group": number, "entries": list(group)}
            for number, group in enumerate(formed, start=1)
        ),
    )


def is_over(progress: Progress) -> bool:
    """Say whether every group has played all its matches.

    Args:
        progress: rounds and results so far.

    Returns:
        True when nothing is left to play; a sit-out needs no result.
    """
    return progress.is_all_settled
