"""A roster file as people: what each row says, and which rows say it wrongly.

Nothing is guessed and nothing is written. A row with an error is left out and
named by its line; a row that only looks odd is kept with a warning. Member
numbers are text: ``0042`` keeps its zeros, and a number that differs from a
known one only by them is offered as doubtful, never taken for somebody new.
"""

import datetime
import re
import unicodedata
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from clubs.numbers import clean_member_no, member_no_key
from common.dates import DateOrder, read_date
from common.errors import ValidationFailed
from common.tabular import Row, Table
from common.text import clean_name, clean_text
from tournaments.roster_columns import columns_of

_TITLE_ROWS: Final = 10
_LONGEST_NOTE: Final = 500
_SHEET_ERRORS: Final = frozenset(
    {"#N/A", "#NAME?", "#REF!", "#VALUE!", "#DIV/0!", "#NULL!", "#NUM!", "#SPILL!", "#CALC!"}
)
_SHORTENED: Final = re.compile(r"[0-9]+(?:[.,][0-9]+)?E\+[0-9]+", re.IGNORECASE)
_YES: Final = frozenset({"yes", "y", "true", "1", "x", "guest", "visitor", "✓", "✔"})
_NO: Final = frozenset({"", "no", "n", "false", "0", "-", "member"})
_INVISIBLE: Final = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})
# Joiners are letters' business in some scripts.
_KEPT: Final = frozenset("\u200c\u200d")


@dataclass(frozen=True, slots=True)
class RosterRow:
    """One person of the file; ``line`` is the row's place in it."""

    line: int
    name: str
    member_no: str = ""
    home_club: str = ""
    valid_until: datetime.date | None = None
    joined: datetime.date | None = None
    guest: bool = False
    note: str = ""


class RowError(NamedTuple):
    """What is wrong, or only odd, with one cell; ``column`` is its heading."""

    line: int
    column: str
    message: str


@dataclass(frozen=True, slots=True)
class RosterFile:
    """What the file says.

    ``errors`` name rows that are not in ``rows``; ``warnings`` name rows that
    are. ``ignored`` are headings nobody asked for.
    """

    rows: tuple[RosterRow, ...]
    errors: tuple[RowError, ...] = ()
    warnings: tuple[RowError, ...] = ()
    ignored: tuple[str, ...] = ()
    blank_rows: int = 0
    encoding: str = "utf-8"

    def ticked(self, lines: Collection[int]) -> tuple[RosterRow, ...]:
        """Return the rows ticked in the preview, by line; the others stay out."""
        return tuple(row for row in self.rows if row.line in lines)


class NumberMatches(NamedTuple):
    """Numbers of a file against those of a club."""

    exact: tuple[str, ...]
    doubtful: dict[str, tuple[str, ...]]  # what was typed to the known numbers it may mean
    new: tuple[str, ...]


def read_roster(table: Table, *, date_order: DateOrder | None = None) -> RosterFile:
    """Read the people of a roster file.

    Args:
        table: of :func:`common.tabular.read_table`.
        date_order: of all its dates; None refuses all but ``2026-12-31``.

    Returns:
        Rows in the order of the file, with errors and warnings by line.
    """
    headers, header_line, body = _heading(table)
    columns = columns_of(headers)
    if not {"name", "first", "last"} & set(columns):
        missing = RowError(
            header_line,
            "",
            "no column is called name; the first row must name the columns, "
            "such as: name, member no, club",
        )
        return RosterFile((), (missing,), (), headers, table.blank_rows, table.encoding)
    reader = _Reader(headers, columns, date_order)
    rows = [row for line in body if (row := reader.row(line)) is not None]
    rows = _without_repeated_numbers(rows, reader)
    _warn_of_twins(rows, reader)
    used = set(columns.values())
    return RosterFile(
        tuple(rows),
        tuple(sorted(reader.errors)),
        tuple(sorted(reader.warnings)),
        tuple(h for index, h in enumerate(headers) if index not in used and h),
        table.blank_rows,
        table.encoding,
    )


def match_numbers(numbers: Iterable[str], known: Iterable[str]) -> NumberMatches:
    """Compare the member numbers of a file with those of a club.

    Args:
        numbers: as the file has them.
        known: of the club's players.

    Returns:
        Exact matches; doubtful ones, which differ from a known number by
        zeros, capitals or joints only and are for a person to confirm; and new ones.
    """
    by_key: dict[str, list[str]] = {}
    for number in known:
        by_key.setdefault(member_no_key(number), []).append(number)
    exact, new = [], []
    doubtful: dict[str, tuple[str, ...]] = {}
    for number in numbers:
        alike = by_key.get(member_no_key(number), [])
        if number in alike:
            exact.append(number)
        elif alike:
            doubtful[number] = tuple(alike)
        else:
            new.append(number)
    return NumberMatches(tuple(exact), doubtful, tuple(new))


class _Reader:
    """Reads rows one by one and gathers what is wrong with them."""

    def __init__(
        self, headers: Sequence[str], columns: dict[str, int], date_order: DateOrder | None
    ) -> None:
        self.headers = headers
        self.columns = columns
        self.date_order = date_order
        self.errors: list[RowError] = []
        self.warnings: list[RowError] = []

    def heading(self, field: str) -> str:
        index = self.columns.get(field)
        return "" if index is None else self.headers[index]

    def row(self, row: Row) -> RosterRow | None:
        """The person, or None with the errors noted; all of them, not the first."""
        before = len(self.errors)
        cells = {field: _cleaned(row.cells[at]) for field, at in self.columns.items()}
        if any(_cleaned(cell) for cell in row.cells[len(self.headers) :]):
            self._wrong(row.line, "", "the row has more cells than the heading has columns")
        for field, text in cells.items():
            if text.upper() in _SHEET_ERRORS:
                self._wrong(
                    row.line, self.heading(field), f"the spreadsheet could not work out {text}"
                )
            elif "\ufffd" in text:
                self._wrong(row.line, self.heading(field), "a letter was damaged before the upload")
        person = RosterRow(
            line=row.line,
            name=self._name(row.line, cells),
            member_no=self._member_no(row.line, cells.get("member_no", "")),
            home_club=self._text(row.line, cells, "home_club", 80),
            valid_until=self._date(row.line, cells, "valid_until"),
            joined=self._date(row.line, cells, "joined"),
            guest=self._guest(row.line, cells.get("guest", "")),
            note=self._text(row.line, cells, "note", _LONGEST_NOTE),
        )
        return person if len(self.errors) == before else None

    def _name(self, line: int, cells: dict[str, str]) -> str:
        parts = (cells.get("first", ""), cells.get("last", ""))
        name = cells.get("name", "") or " ".join(part for part in parts if part)
        heading = self.heading("name") or self.heading("last") or self.heading("first")
        if not name:
            self._wrong(line, heading, "the row has no name")
            return ""
        try:
            return clean_name(name)
        except ValidationFailed as refusal:
            self._wrong(line, heading, refusal.message)
            return ""

    def _member_no(self, line: int, text: str) -> str:
        if _SHORTENED.fullmatch(text):
            self._wrong(
                line,
                self.heading("member_no"),
                f"the spreadsheet has shortened the number to {text}; format the column as text",
            )
            return ""
        try:
            return clean_member_no(text)
        except ValidationFailed as refusal:
            self._wrong(line, self.heading("member_no"), refusal.message)
            return ""

    def _text(self, line: int, cells: dict[str, str], field: str, longest: int) -> str:
        try:
            return clean_text(cells.get(field, ""), field=field, longest=longest)
        except ValidationFailed as refusal:
            self._wrong(line, self.heading(field), refusal.message)
            return ""

    def _date(self, line: int, cells: dict[str, str], field: str) -> datetime.date | None:
        try:
            return read_date(cells.get(field, ""), self.date_order)
        except ValidationFailed as refusal:
            self._wrong(line, self.heading(field), refusal.message)
            return None

    def _guest(self, line: int, text: str) -> bool:
        word = text.casefold()
        if word not in _YES | _NO:
            self._wrong(line, self.heading("guest"), f'"{text[:40]}" is neither yes nor no')
        return word in _YES

    def _wrong(self, line: int, column: str, message: str) -> None:
        self.errors.append(RowError(line, column, message))


def _heading(table: Table) -> tuple[tuple[str, ...], int, tuple[Row, ...]]:
    """The row that names the columns: the first, or one below a title."""
    candidates = (Row(table.header_line, table.headers), *table.rows[:_TITLE_ROWS])
    for number, (line, cells) in enumerate(candidates):
        columns = columns_of(cells)
        if {"name", "first", "last"} & set(columns) and (number == 0 or len(columns) > 1):
            width = len(cells)
            padded = (Row(at, c + ("",) * (width - len(c))) for at, c in table.rows[number:])
            return cells, line, tuple(padded)
    return table.headers, table.header_line, table.rows


def _cleaned(text: str) -> str:
    """One line without invisible characters; NBSP and line breaks are blanks."""
    blanked = " ".join(text.split())
    visible = (c for c in blanked if c in _KEPT or unicodedata.category(c) not in _INVISIBLE)
    return " ".join(unicodedata.normalize("NFC", "".join(visible)).split())


def _without_repeated_numbers(rows: list[RosterRow], reader: _Reader) -> list[RosterRow]:
    first: dict[str, RosterRow] = {}
    kept = []
    for row in rows:
        earlier = first.setdefault(member_no_key(row.member_no), row) if row.member_no else row
        if earlier is not row and earlier.member_no == row.member_no:
            reader.errors.append(
                RowError(
                    row.line,
                    reader.heading("member_no"),
                    f"member number {row.member_no} is on line {earlier.line} already"
                    f" ({earlier.name})",
                )
            )
            continue
        if earlier is not row:
            reader.warnings.append(
                RowError(
                    row.line,
                    reader.heading("member_no"),
                    f"{row.member_no} looks like {earlier.member_no} of line {earlier.line}",
                )
            )
        kept.append(row)
    return kept


def _warn_of_twins(rows: Iterable[RosterRow], reader: _Reader) -> None:
    first: dict[str, int] = {}
    for row in rows:
        earlier = first.setdefault(row.name.casefold(), row.line)
        if earlier != row.line:
            reader.warnings.append(
                RowError(
                    row.line,
                    reader.heading("name") or reader.heading("last"),
                    f"{row.name} is on line {earlier} too; both are kept",
                )
            )
