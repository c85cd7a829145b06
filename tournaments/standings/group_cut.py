"""The cut of a stage of groups: the first of every group, and the best of the next place.

A *tier* holds what is on one place of every group: all winners, all runners-up and
so on. Tiers go on whole while there is room. Of the first that does not fit the best
go on, compared over the groups by the chain of the event, but *per game*: groups may
differ in size, and a sit-out is no game. An equal place that reaches over the cut,
within a group or within that tier, blocks it as any other cut.

Rule: docs/rules.md#groups
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate
from math import lcm

from tournaments.errors import ConfigInvalid
from tournaments.pairing.groups import seeds_apart
from tournaments.standings.cut import (
    Cut,
    Decisions,
    Shared,
    blocked,
    cut,
    decided_order,
    shared_places,
)
from tournaments.standings.table import Row
from tournaments.standings.tiebreaks import EqualPlace, Ranking, rank

COUNTED = tuple(name for name in Row._fields if name not in ("place", "entry", "sit_outs"))


@dataclass(frozen=True, slots=True)
class Groups:
    """What a cut of groups looks at.

    Args:
        tables: the standings of each group, by its number.
        played: a row for each entry from the games alone, without sit-outs.
        chain: the tie-breaks of the event.
    """

    tables: Mapping[int, Ranking]
    played: Mapping[int, Row]
    chain: Sequence[str]

    def compare(self, entries: Iterable[int]) -> Ranking:
        """Rank entries of different groups by what they have per game.

        Args:
            entries: who have not met, as they are of different groups.
        """
        return rank(per_game([self.played[entry] for entry in entries]), self.chain)

    @property
    def tiers(self) -> list[int]:
        """How many entries each tier has: groups that reach so far down."""
        sizes = [len(table.rows) for table in self.tables.values()]
        return [sum(size >= depth for size in sizes) for depth in range(1, max(sizes) + 1)]


def per_game(rows: Sequence[Row]) -> list[Row]:
    """Make rows with different numbers of games comparable.

    Args:
        rows: of games only.

    Returns:
        What each would have after the same number of games, at the same rate: whole
        numbers, so that equal is exactly equal. Whoever has played none has nothing.
    """
    games = lcm(*(row.games for row in rows if row.games))
    return [_scaled(row, games) for row in rows]


def cut_groups(groups: Groups, qualifiers: int, decisions: Decisions | None = None) -> Cut:
    """Cut a stage of groups.

    Args:
        groups: its standings, without what was decided at the cut.
        qualifiers: how many go on, of all groups together.
        decisions: play-off games, rulings and lots so far.

    Returns:
        The cut, blocked or complete. Of several equal places that reach over it the
        first undecided one is ``tied``. In ``seeds`` winners stand above runners-up
        and these above the rest; within a tier those of one group are so far apart
        in a bracket that they meet again as late as possible.

    Raises:
        ConfigInvalid: fewer than 1 qualify, or more than there are.

    Rule: docs/rules.md#groups
    """
    tiers, made = groups.tiers, decisions or Decisions()
    if not 1 <= qualifiers <= sum(tiers):
        raise ConfigInvalid(
            f"Of {sum(tiers)} entries 1 to {sum(tiers)} can go on.", field="qualifiers"
        )
    whole = sum(total <= qualifiers for total in accumulate(tiers))
    left = qualifiers - sum(tiers[:whole])
    sure = [entry for table in groups.tables.values() for entry in _within(table, whole)]
    lines = {}
    for number, table in groups.tables.items():
        line = _line(table, (whole, whole + 1) if left else (whole,), made)
        if isinstance(line, Cut):
            return replace(line, certain=tuple(sure))
        lines[number] = line
    if not left:
        return _complete(groups, lines, whole, None, made)
    next_ones = [line.order[whole] for line in lines.values() if len(line.order) > whole]
    best = cut(groups.compare(next_ones), left, made)
    if best.blocked:
        return replace(best, certain=(*sure, *best.certain))
    return _complete(groups, lines, whole, best, made)


@dataclass(frozen=True, slots=True)
class _Line:
    """One group from the top, what was decided taken in.

    ``order`` is right at the cuts; ``unordered`` are equal places between them.
    """

    order: tuple[int, ...]
    unordered: tuple[EqualPlace, ...]
    tied: tuple[int, ...]
    places_after: Mapping[int, int]


def _line(table: Ranking, cuts: Sequence[int], made: Decisions) -> _Line | Cut:
    """Order one group; a blocked cut where an equal place over one of the cuts is open."""
    parts: list[Shared] = []
    tied: tuple[int, ...] = ()
    after: dict[int, int] = {}
    for place, entries in shared_places(table):
        lefts = [at - place + 1 for at in cuts if 1 <= at - place + 1 < len(entries)]
        if not lefts:
            parts.append((place, entries))
            continue
        decided = decided_order((place, entries), lefts, made)
        if decided is None:
            return blocked(entries, max(lefts), ())
        parts += decided
        tied, after = entries, after | {one: at for at, level in decided for one in level}
    ordered = [(at, level, made.drawn(level)) for at, level in parts]
    return _Line(
        order=tuple(one for _, level, drawn in ordered for one in drawn or level),
        unordered=tuple(
            EqualPlace(at, level)
            for at, level, drawn in ordered
            if len(level) > 1 and drawn is None
        ),
        tied=tied,
        places_after=after,
    )


def _complete(
    groups: Groups,
    lines: Mapping[int, _Line],
    whole: int,
    best: Cut | None,
    made: Decisions,
) -> Cut:
    """Seed those who go on, tier by tier; ``best`` are those of the next place, if any."""
    rows = [
        [line.order[at] for line in lines.values() if len(line.order) > at] for at in range(whole)
    ]
    inside = {entry for row in rows for entry in row}
    needed = [
        place for line in lines.values() for place in line.unordered if {*place.entries} <= inside
    ]
    tiers = [tuple(row) for row in rows]
    if not needed:
        seeded = [cut(groups.compare(row), len(row), made) for row in rows]
        needed = [place for one in seeded for place in one.lots_needed]
        tiers = [one.qualified for one in seeded]
    if best is not None:
        needed += best.lots_needed
        tiers.append(best.qualified)
    group_of = {entry: number for number, line in lines.items() for entry in line.order}
    ties = [line.tied for line in lines.values() if line.tied]
    after = {entry: at for line in lines.values() for entry, at in line.places_after.items()}
    going = tuple(entry for tier in tiers for entry in tier)
    return Cut(
        qualified=going,
        tied=best.tied if best is not None and best.tied else (ties[-1] if ties else ()),
        places_left=0,
        blocked=False,
        places_after=after,
        seeds=() if needed else seeds_apart(tiers, group_of),
        lots_needed=tuple(needed),
        high_non_qualifier=_first_out(groups, whole) if best is None else best.high_non_qualifier,
        certain=going,
    )


def _first_out(groups: Groups, whole: int) -> tuple[int, ...]:
    """Who is best of the first place that nobody goes on from."""
    next_ones = [
        entry
        for table in groups.tables.values()
        for place, entries in shared_places(table)
        if place <= whole + 1 < place + len(entries)
        for entry in entries
    ]
    return shared_places(groups.compare(next_ones))[0][1] if next_ones else ()


def _within(table: Ranking, depth: int) -> list[int]:
    """Who is among the first so many of a group, whatever is decided about ties."""
    return [
        entry
        for place, entries in shared_places(table)
        if place + len(entries) - 1 <= depth
        for entry in entries
    ]


def _scaled(row: Row, games: int) -> Row:
    """The row after so many games at its own rate."""
    if not row.games:
        return Row(0, row.entry)
    times = games // row.games
    counted = {name: getattr(row, name) * times for name in COUNTED}
    return Row(0, row.entry, **counted)
