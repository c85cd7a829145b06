"""Round robin: everybody meets everybody, once or twice.

Settings: ``meetings`` (1, or 2), and those of a match (a single game).

Rule: docs/rules.md#round-robin
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from tournaments.formats.base import (
    EntrySide,
    Plan,
    PlannedMatch,
    PlannedRound,
    PlanRequest,
    Progress,
)
from tournaments.formats.charts import checks_of
from tournaments.formats.settings import match_settings, refuse_unknown, whole_number
from tournaments.matches import MatchFormat
from tournaments.pairing.charts import ChartRound, Table
from tournaments.pairing.round_robin import MOST_MEETINGS, round_robin

title = "Round robin"
label = "Round robin"
about = "Everybody meets everybody, once or twice."
fewest = 2
most_sides = 2
needs_results = False
takes_latecomers = False
is_knockout = False

SINGLE_GAME = MatchFormat()


def check_config(config: Mapping[str, object]) -> dict[str, object]:
    """Check the settings of a round robin and fill in what is left out.

    Args:
        config: ``meetings`` 1 or 2, and ``best_of``, ``counting`` and
            ``multipliers`` of a match.

    Returns:
        All settings.

    Raises:
        ConfigInvalid: an unknown setting, or one out of range.
    """
    refuse_unknown(config, "meetings")
    return {"meetings": meetings_of(config), **match_settings(config, SINGLE_GAME)}


def plan(request: PlanRequest) -> Plan:
    """Plan the whole schedule.

    Args:
        request: entries in the order of their places.

    Returns:
        All rounds; first and second deals of everybody differ by one at most.

    Raises:
        PairingImpossible: fewer than two entries.
        SameEntryTwice: an entry is named twice.
        ConfigInvalid: as ``check_config``.
    """
    config = check_config(request.config)
    drawn = round_robin(request.entries, meetings=meetings_of(config))
    rounds = interleaved([drawn])
    return Plan(rounds, "round_robin:berger", checks_of(rounds))


def is_over(progress: Progress) -> bool:
    """Say whether everybody has met everybody.

    Args:
        progress: rounds and results so far.

    Returns:
        True when nothing is left to play; a sit-out needs no result.
    """
    return progress.is_all_settled


def meetings_of(config: Mapping[str, object]) -> int:
    """Read how often two entries meet.

    Args:
        config: the settings of a stage.

    Returns:
        1 or 2.

    Raises:
        ConfigInvalid: another number.
    """
    return whole_number(config, "meetings", 1, least=1, most=MOST_MEETINGS)


def interleaved(
    charts: Sequence[Sequence[ChartRound]], *, are_groups: bool = False
) -> tuple[PlannedRound, ...]:
    """Lay round robins side by side: round k of the stage is round k of each.

    Args:
        charts: the rounds of each; a short one is over before the others.
        are_groups: matches say which chart they are of, counted from 1.

    Returns:
        The rounds of the stage; matches and tables are numbered through the
        room, the first chart's first.
    """
    return tuple(
        PlannedRound(
            number=number + 1,
            name=f"Round {number + 1}",
            matches=tuple(_matches(charts, number, are_groups=are_groups)),
            sit_outs=tuple(_resting(charts, number)),
        )
        for number in range(max(map(len, charts)))
    )


def _matches(
    charts: Sequence[Sequence[ChartRound]], at: int, *, are_groups: bool
) -> Iterator[PlannedMatch]:
    tables: Iterable[tuple[int, Table]] = (
        (group, table)
        for group, rounds in enumerate(charts, start=1)
        if at < len(rounds)
        for table in rounds[at].tables
    )
    for number, (group, table) in enumerate(tables, start=1):
        first, second = table.sides
        yield PlannedMatch(
            number=number,
            sides=(EntrySide(first), EntrySide(second)),
            table=number,
            first_dealer=1,
            meeting=table.meeting,
            group=group if are_groups else None,
        )


def _resting(charts: Sequence[Sequence[ChartRound]], at: int) -> Iterator[int]:
    for rounds in charts:
        if at < len(rounds):
            yield from rounds[at].sit_outs
