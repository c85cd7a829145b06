"""Standings of each group: those of one group are ranked among themselves.

Rule: docs/rules.md#groups
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from tournaments.standings.table import CardLine, Row
from tournaments.standings.tiebreaks import Ranking, rank


def rank_in_groups(
    rows: Iterable[Row],
    group_of: Mapping[int, int],
    chain: Sequence[str],
    *,
    meetings: Mapping[int, Sequence[CardLine]],
) -> dict[int, Ranking]:
    """Rank every group by itself.

    Args:
        rows: of a stage, in any order.
        group_of: the group of each entry; whoever has none is in no table.
        chain: the tie-breaks of the event, asked within a group.
        meetings: the lines of each entry.

    Returns:
        The ranking of each group, by its number.
    """
    members: dict[int, list[Row]] = defaultdict(list)
    for row in rows:
        if row.entry in group_of:
            members[group_of[row.entry]].append(row)
    return {group: rank(members[group], chain, meetings=meetings) for group in sorted(members)}
