"""A room in sections: so many charts side by side, drawn as one.

Thirty players may play as one rotation of thirty or as three of ten, where nine games
are a complete round robin each. Sections differ by two at most and as few as can be are
odd, because every odd section has a sit-out of its own.

Rule: docs/rules.md#rotation
"""

from collections.abc import Sequence
from typing import Literal, get_args

from tournaments.errors import ConfigInvalid, PairingImpossible
from tournaments.pairing.charts import ChartRound, Layout, Meeting
from tournaments.pairing.rotation import (
    FEWEST_ENTRIES,
    check_entries,
    circle_layout,
    dealt,
)
from tournaments.pairing.rows import rows_layout

ChartKind = Literal["circle", "rows"]
CHARTS: tuple[ChartKind, ...] = get_args(ChartKind)


def room_chart(
    entries: Sequence[int],
    games: int,
    *,
    chart: ChartKind = "circle",
    sections: int = 1,
    anchors: Sequence[int] = (),
) -> tuple[ChartRound, ...]:
    """Draw the chart of a whole room.

    Args:
        entries: everybody, in the order of the seats.
        games: how many rounds.
        chart: ``circle`` or ``rows``, of every section.
        sections: how many the room is parted into.
        anchors: who never moves; one a section in circles, a whole row in rows.

    Returns:
        The rounds; tables and seats are numbered through the room.

    Raises:
        PairingImpossible: fewer than four entries a section.
        SameEntryTwice: an entry has two seats.
        ConfigInvalid: fewer than one game or section; an anchor is no entry; more
            anchors than can keep their seats.

    Rule: docs/rules.md#rotation
    """
    if sections < 1:
        raise ConfigInvalid("A room has one section or more.", field="config.sections")
    for anchor in anchors or (None,):
        check_entries(entries, games, anchor)
    if len(entries) < FEWEST_ENTRIES * sections:
        raise PairingImpossible(
            f"A section needs {FEWEST_ENTRIES} entries, and {len(entries)} make "
            f"{len(entries) // FEWEST_ENTRIES} of them at most. Choose fewer sections.",
            entries=len(entries),
        )
    layouts = []
    for members in _parted(entries, sections, anchors):
        staying = [entry for entry in members if entry in anchors]
        layouts.append(
            rows_layout(members, games, staying)
            if chart == "rows"
            else _circle(members, games, staying)
        )
    return _side_by_side(layouts, games)


def _circle(members: Sequence[int], games: int, anchors: Sequence[int]) -> Layout:
    if len(anchors) > 1:
        raise ConfigInvalid(
            f"A circle keeps one seat, and {len(anchors)} must not move. "
            "Choose the two-row chart, more sections, or fewer who keep their seats.",
            field="config.anchor",
        )
    return circle_layout(members, games, anchors[0] if anchors else None)


def _parted(entries: Sequence[int], sections: int, anchors: Sequence[int]) -> list[list[int]]:
    """Part the entries; those who stay are dealt out first, one to each section."""
    pairs, odd = divmod(len(entries), 2)
    sizes = [2 * (pairs // sections + (at < pairs % sections)) for at in range(sections)]
    sizes[-1] += odd
    parts: list[list[int]] = [[] for _ in sizes]
    for at, anchor in enumerate(anchors):
        parts[at % sections].append(anchor)
    others = iter(entry for entry in entries if entry not in anchors)
    for part, size in zip(parts, sizes, strict=True):
        part.extend(next(others) for _ in range(max(0, size - len(part))))
    return parts


def _side_by_side(layouts: Sequence[Layout], games: int) -> tuple[ChartRound, ...]:
    rounds: list[list[Meeting]] = [[] for _ in range(games)]
    rests: list[tuple[int, ...]] = [()] * games
    table = seat = 0
    for layout in layouts:
        for number, (tables, resting) in enumerate(
            zip(layout.rounds, layout.sit_outs, strict=True)
        ):
            rounds[number] += [
                Meeting(one.number + table, one.sides, (one.seats[0] + seat, one.seats[1] + seat))
                for one in tables
            ]
            rests[number] += resting
        everywhere = [one for tables in layout.rounds for one in tables]
        table += max(one.number for one in everywhere)
        seat += max(max(one.seats) for one in everywhere)
    return dealt(rounds, rests)
