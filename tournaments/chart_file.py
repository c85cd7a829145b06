"""A chart from a file: who meets whom at which table, row by row, nothing guessed.

One row is one table of one round, or one sit-out (a row without a second player).
Players stand by their number or their name. Either every row is right, or none is taken
over and each wrong one is named.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from common.tabular import Row, Table
from common.text import folded
from tournaments.pairing.charts import ChartRound, Meeting
from tournaments.pairing.rotation import dealt
from tournaments.roster import RowError

COLUMNS: Final[Mapping[str, tuple[str, ...]]] = {
    "round": ("round", "game", "game no", "round no"),
    "table": ("table", "table no", "board"),
    "a": ("a", "player a", "number a", "no a", "first", "player 1"),
    "b": ("b", "player b", "number b", "no b", "second", "player 2"),
    "dealer": ("first dealer", "dealer", "deals first", "deals"),
}
NEEDED: Final = ("round", "table", "a", "b")
HIGHEST: Final = 9999


class Person(NamedTuple):
    """Somebody who is there: key, number and name of the entry."""

    key: int
    number: int
    name: str


class ChartRow(NamedTuple):
    """One row as read; a sit-out has neither table nor second player."""

    line: int
    round: int
    table: int | None
    a: int
    b: int | None
    dealer: int | None


@dataclass(frozen=True, slots=True)
class ChartFile:
    """What the file says; with ``errors`` there are no ``rounds``."""

    rounds: tuple[ChartRound, ...]
    errors: tuple[RowError, ...] = ()
    rows: int = 0


def read_chart(table: Table, people: Sequence[Person], *, games: int) -> ChartFile:
    """Read a chart and check all of it.

    Args:
        table: of :func:`common.tabular.read_table`.
        people: everybody who is there, and nobody else may be on the chart.
        games: so many rounds the night has.

    Returns:
        The rounds, or every row that is wrong by line.

    Rule: docs/rules.md#chart-file
    """
    columns = {
        name: at
        for name, words in COLUMNS.items()
        for at, header in reversed(list(enumerate(table.headers)))
        if folded(header).strip().rstrip(".") in words
    }
    missing = [name for name in NEEDED if name not in columns]
    if missing:
        message = (
            f"no column is called {' or '.join(missing)}; the first row names the columns: "
            "round, table, a, b, first dealer"
        )
        return ChartFile((), (RowError(table.header_line, "", message),), len(table.rows))
    reader = _Reader(columns, people)
    rows = [row for line in table.rows if (row := reader.row(line)) is not None]
    errors = [*reader.errors, *_wrong_in_rounds(rows)]
    if not errors:
        errors += _missing(rows, people, games, last=max((one.line for one in rows), default=1))
    if errors:
        return ChartFile((), tuple(sorted(errors)), len(table.rows))
    return ChartFile(_rounds(rows), (), len(table.rows))


class _Reader:
    """Reads rows, and keeps what is wrong with them."""

    def __init__(self, columns: Mapping[str, int], people: Sequence[Person]) -> None:
        self.columns = columns
        self.errors: list[RowError] = []
        self.by_number = {one.number: one.key for one in people}
        self.by_name: defaultdict[str, list[int]] = defaultdict(list)
        for one in people:
            self.by_name[folded(one.name)].append(one.key)

    def row(self, line: Row) -> ChartRow | None:
        """Read one row; None when something in it is wrong."""
        before = len(self.errors)
        cells = {name: line.cells[at].strip() for name, at in self.columns.items()}
        is_rest = not cells["b"]
        number = self._whole(line, "round", cells)
        table = None if is_rest and not cells["table"] else self._whole(line, "table", cells)
        a = self._player(line, "a", cells)
        b = None if is_rest else self._player(line, "b", cells)
        dealer = None
        if cells.get("dealer"):
            letter = cells["dealer"].casefold()
            by_letter = {"a": a, "b": b}.get(letter)
            dealer = by_letter or self._player(line, "dealer", cells)
            if dealer is not None and dealer not in (a, b):
                self._wrong(line, "dealer", "deals first and does not sit at this table")
        if a is not None and a == b:
            self._wrong(line, "b", "sits on both seats of the table")
        if len(self.errors) > before or number is None or a is None:
            return None
        return ChartRow(line.line, number, None if is_rest else table, a, b, dealer)

    def _whole(self, line: Row, name: str, cells: Mapping[str, str]) -> int | None:
        text = cells[name]
        if text.isascii() and text.isdigit() and 1 <= int(text[:6]) <= HIGHEST:
            return int(text)
        self._wrong(line, name, f"is a whole number from 1 to {HIGHEST}, not {text or 'empty'}")
        return None

    def _player(self, line: Row, name: str, cells: Mapping[str, str]) -> int | None:
        text = cells[name]
        if text.isascii() and text.isdigit():
            key = self.by_number.get(int(text[:6]))
            if key is None:
                self._wrong(line, name, f"has number {text}, and nobody who is there has it")
            return key
        found = self.by_name.get(folded(text), []) if text else []
        if len(found) == 1:
            return found[0]
        if found:
            self._wrong(line, name, f"has {text}, and {len(found)} are called so: use the number")
        else:
            what = f"has {text}, and nobody who is there is called so" if text else "is empty"
            self._wrong(line, name, what)
        return None

    def _wrong(self, line: Row, column: str, message: str) -> None:
        self.errors.append(RowError(line.line, column, message))


def _wrong_in_rounds(rows: Sequence[ChartRow]) -> Iterable[RowError]:
    """Name whoever has two places in a round, and tables that are used twice."""
    players: dict[tuple[int, int], int] = {}
    tables: dict[tuple[int, int], int] = {}
    for row in rows:
        for column, key in (("a", row.a), ("b", row.b)):
            if key is None:
                continue
            first = players.setdefault((row.round, key), row.line)
            if first != row.line:
                message = f"has a player who is in round {row.round} already, in line {first}"
                yield RowError(row.line, column, message)
        if row.table is not None:
            first = tables.setdefault((row.round, row.table), row.line)
            if first != row.line:
                message = f"has table {row.table} of round {row.round} again, after line {first}"
                yield RowError(row.line, "table", message)


def _missing(
    rows: Sequence[ChartRow], people: Sequence[Person], games: int, *, last: int
) -> Iterable[RowError]:
    """Name gaps in the numbers of the rounds, and whoever has no place in one."""
    there = Counter(row.round for row in rows)
    highest = max(there, default=0)
    if highest != games:
        message = f"the chart has {highest} rounds, and the night has {games} games"
        yield RowError(last, "round", message)
    for number in range(1, highest + 1):
        mine = [row for row in rows if row.round == number]
        if not mine:
            yield RowError(last, "round", f"round {number} is missing")
            continue
        placed = {key for row in mine for key in (row.a, row.b)}
        for one in people:
            if one.key not in placed:
                message = f"{one.name}, number {one.number}, has no place in round {number}"
                yield RowError(mine[-1].line, "round", message)


def _rounds(rows: Sequence[ChartRow]) -> tuple[ChartRound, ...]:
    numbers = sorted({row.round for row in rows})
    tables = {
        number: [row for row in rows if row.round == number and row.b is not None]
        for number in numbers
    }
    chart = dealt(
        [[_meeting(row) for row in tables[number]] for number in numbers],
        [
            tuple(row.a for row in rows if row.round == number and row.b is None)
            for number in numbers
        ],
    )
    named = {
        (row.round, row.table): row.dealer
        for number in numbers
        for row in tables[number]
        if row.dealer is not None
    }
    return tuple(
        ChartRound(
            round_.number,
            tuple(
                table._replace(
                    first_dealer=named.get((round_.number, table.number)) or table.first_dealer
                )
                for table in round_.tables
            ),
            round_.sit_outs,
        )
        for round_ in chart
    )


def _meeting(row: ChartRow) -> Meeting:
    assert row.b is not None  # a sit-out is no meeting
    assert row.table is not None
    return Meeting(row.table, (row.a, row.b), (2 * row.table - 1, 2 * row.table))
