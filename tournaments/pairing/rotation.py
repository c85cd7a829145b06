"""The rotation chart: everyone moves one seat, the anchor stays.

Seats are numbered round the room, seat 1 is the anchor's. Of s seats, table t
holds seats t and s + 1 - t; after each game whoever sits on seat 2 and up moves
to the next one, from the last seat to seat 2. This is the circle method: s - 1
rounds without a repeat, and more rounds begin a second cycle.

An odd field gets a ghost. It sits on seat 1, so the guest of table 1 sits out
and table 1 is left out of the numbering; when somebody is anchored (a seat that
is easy to reach) the ghost moves with the others, and its table is left empty.

Rule: docs/rules.md#rotation
"""

from collections import Counter
from collections.abc import Sequence

from tournaments.errors import ConfigInvalid, PairingImpossible, SameEntryTwice
from tournaments.pairing.charts import ChartRound, Layout, Meeting, Table
from tournaments.pairing.first_deal import first_dealers

FEWEST_ENTRIES = 4

_Seating = list[int | None]


def rotation_chart(
    entries: Sequence[int], games: int, *, anchor: int | None = None
) -> tuple[ChartRound, ...]:
    """Draw the chart of a rotation night.

    Args:
        entries: everybody, in the order of the seats.
        games: how many rounds.
        anchor: an entry that never moves; ``None`` lets the first entry of an
            even field stay, and nobody in an odd one.

    Returns:
        The rounds. Nobody meets the same opponent twice before having met
        everybody; sit-outs of two entries differ by one at most, and so do
        first and second deals of one entry.

    Raises:
        PairingImpossible: fewer than four entries.
        SameEntryTwice: an entry has two seats.
        ConfigInvalid: fewer than one game; the anchor is no entry.

    Rule: docs/rules.md#rotation
    """
    check_entries(entries, games, anchor)
    return dealt(*circle_layout(entries, games, anchor))


def circle_layout(entries: Sequence[int], games: int, anchor: int | None) -> Layout:
    """Lay a circle out.

    Args:
        entries: everybody, in the order of the seats.
        games: how many rounds.
        anchor: an entry that never moves, or ``None``.

    Returns:
        Per round the tables and the sit-outs.
    """
    seating = _seated(entries, anchor)
    return Layout(
        tuple(tuple(_meetings(seating, number)) for number in range(games)),
        tuple(_sit_outs(seating, number) for number in range(games)),
    )


def dealt(
    rounds: Sequence[Sequence[Meeting]],
    sit_outs: Sequence[tuple[int, ...]],
    *,
    first_number: int = 1,
    met: Counter[frozenset[int]] | None = None,
) -> tuple[ChartRound, ...]:
    """Finish a chart: first deals, meetings, numbers.

    Args:
        rounds: per round the tables: number, sides, seats.
        sit_outs: per round who sits out.
        first_number: number of the first of these rounds.
        met: how often two have met before.

    Returns:
        The rounds of the chart.
    """
    meetings = Counter(met)
    pairs = [sides for tables in rounds for _, sides, _ in tables]
    dealers = iter(first_dealers(pairs))
    chart = []
    for number, (tables, resting) in enumerate(
        zip(rounds, sit_outs, strict=True), start=first_number
    ):
        done = []
        for table, sides, seats in tables:
            meetings[frozenset(sides)] += 1
            done.append(Table(table, sides, seats, next(dealers), meetings[frozenset(sides)]))
        chart.append(ChartRound(number, tuple(done), resting))
    return tuple(chart)


def check_entries(entries: Sequence[int], games: int, anchor: int | None) -> None:
    """Insist that a chart can be drawn of these entries.

    Args:
        entries: everybody.
        games: how many rounds.
        anchor: an entry that never moves, or ``None``.

    Raises:
        PairingImpossible: fewer than four entries.
        SameEntryTwice: an entry has two seats.
        ConfigInvalid: fewer than one game; the anchor is no entry.
    """
    if len(entries) < FEWEST_ENTRIES:
        raise PairingImpossible(
            f"A rotation needs {FEWEST_ENTRIES} entries, and there are {len(entries)}.",
            entries=len(entries),
        )
    if len(set(entries)) != len(entries):
        raise SameEntryTwice("An entry has two seats. Name everybody once.")
    if games < 1:
        raise ConfigInvalid("A rotation has one game or more.", field="config.games")
    if anchor is not None and anchor not in entries:
        raise ConfigInvalid(
            "The anchor does not play here. Choose somebody who does.", field="config.anchor"
        )


def _seated(entries: Sequence[int], anchor: int | None) -> _Seating:
    moving: _Seating = [entry for entry in entries if entry != anchor]
    stays: _Seating = [anchor] if anchor is not None else []
    if len(entries) % 2 == 0:
        return stays + moving
    return stays + moving + [None] if stays else [None, *moving]


def _at(seating: _Seating, number: int) -> _Seating:
    """The seating of a round, counted from 0: all but seat 1 have moved up."""
    moved = number % (len(seating) - 1)
    moving = seating[1:]
    return [seating[0], *moving[-moved:], *moving[:-moved]] if moved else list(seating)


def _meetings(seating: _Seating, number: int) -> list[Meeting]:
    now = _at(seating, number)
    seats = len(now)
    first = 2 if seating[0] is None else 1
    return [
        Meeting(table - first + 1, (one, other), (table, seats + 1 - table))
        for table in range(first, seats // 2 + 1)
        if (one := now[table - 1]) is not None and (other := now[seats - table]) is not None
    ]


def _sit_outs(seating: _Seating, number: int) -> tuple[int, ...]:
    now = _at(seating, number)
    if None not in now:
        return ()
    resting = now[len(now) - 1 - now.index(None)]
    return () if resting is None else (resting,)
