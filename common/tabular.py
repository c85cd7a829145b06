"""Tables that people upload and download: CSV and Excel in, CSV out.

Everything is text: a member number keeps its zeros, a decimal comma stays. A
workbook's dates come out as ``2026-12-31``. The text after an apostrophe that
:func:`write_csv` put before a formula is given back without it.

Limits: 2 MiB, 5,000 rows, 100 columns; a workbook unpacks to at most 20 MiB
and at most 100 times its size, judged by its directory before it is opened.
"""

import csv
import io
import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Final, NamedTuple

from common.decoding import decode
from common.errors import PayloadTooLarge, TooManyRows, UnsupportedFile
from common.workbook import is_workbook, workbook_rows

MAX_BYTES: Final = 2 * 1024 * 1024
MAX_ROWS: Final = 5_000
MAX_COLUMNS: Final = 100

_DELIMITERS: Final = ",;\t|"
# No text file holds it: a file of one column has no delimiter.
_NO_DELIMITER: Final = "\x1f"
_SAMPLE_ROWS: Final = 30
# What spreadsheets take for a formula, or for the start of one.
_FORMULA_START: Final = re.compile(r"'*[=+\-@\t\r\0]")
_BINARY: Final = re.compile(rb"[\x00-\x08\x0e-\x1f\x7f]")
_OTHER_FILES: Final = (
    b"\x89PNG",
    b"GIF8",
    b"\xff\xd8\xff",
    b"%PDF",
    b"\xd0\xcf\x11\xe0",
    b"\x1f\x8b",
    b"7z\xbc\xaf",
    b"Rar!",
    b"{\\rtf",
)


class Row(NamedTuple):
    """One row with a value; ``line`` is where its first cell stands in the file."""

    line: int
    cells: tuple[str, ...]


class Table(NamedTuple):
    """A table as read: the first row with a value names the columns.

    Every row has at least as many cells as there are headers; one with more
    kept a value beyond the last header.
    """

    headers: tuple[str, ...]
    rows: tuple[Row, ...]
    blank_rows: int = 0
    encoding: str = "utf-8"
    header_line: int = 1


def read_table(data: bytes, filename: str) -> Table:
    """Read an uploaded table, whatever its name says it is.

    Args:
        data: the whole file.
        filename: as uploaded; used in refusals only.

    Returns:
        The table without blank rows (they are counted) and without the empty
        cells at the right; no headers when the file holds nothing at all.

    Raises:
        ArchiveTooLarge: the workbook unpacks to too much.
        PayloadTooLarge: the file is larger than 2 MiB.
        TooManyRows: there are more than 5,000 rows.
        UnsupportedFile: it is neither CSV nor a workbook, or cannot be decoded.
    """
    if is_workbook(data):
        _check_size(data, filename)
        return _table(workbook_rows(data, filename), "xlsx")
    if data.count(b"\n") > 2 * MAX_ROWS and len(data) > MAX_BYTES:
        raise _too_many_rows()
    _check_size(data, filename)
    _check_is_text(data, filename)
    text, encoding = decode(data.rstrip(b"\x1a"))
    return _table(_csv_rows(text), encoding)


def write_csv(headers: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Write a table as RFC 4180 has it, safe to open in a spreadsheet.

    Args:
        headers: names of the columns.
        rows: text cells that a spreadsheet would take for a formula get an
            apostrophe, which :func:`read_table` takes off again; numbers stay
            numbers, None is an empty cell.
    """
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    for row in (headers, *rows):
        writer.writerow([_defused(cell) for cell in row])
    return out.getvalue()


def _defused(cell: object) -> object:
    return f"'{cell}" if isinstance(cell, str) and _FORMULA_START.match(cell) else cell


def _fused(cell: str) -> str:
    return cell[1:] if cell.startswith("'") and _FORMULA_START.match(cell) else cell


def _table(rows: Iterable[tuple[int, tuple[str, ...]]], encoding: str) -> Table:
    header: Row | None = None
    kept: list[Row] = []
    blank = 0
    for line, cells in rows:
        row = Row(line, tuple(_fused(cell) for cell in _without_empty_end(cells)))
        if not row.cells:
            blank += 1
            continue
        if len(row.cells) > MAX_COLUMNS:
            raise UnsupportedFile(f"line {line} has more than {MAX_COLUMNS} columns", line=line)
        if header is None:
            header = Row(line, tuple(" ".join(cell.split()) for cell in row.cells))
        elif len(kept) == MAX_ROWS:
            raise _too_many_rows()
        else:
            kept.append(row)
    if header is None:
        return Table((), (), blank, encoding)
    width = len(header.cells)
    padded = tuple(Row(line, cells + ("",) * (width - len(cells))) for line, cells in kept)
    return Table(header.cells, padded, blank, encoding, header.line)


def _without_empty_end(cells: Sequence[str]) -> Sequence[str]:
    end = len(cells)
    while end and not cells[end - 1].strip("\u200b\ufeff \t\r\n\u00a0"):
        end -= 1
    return cells[:end]


def _csv_rows(text: str) -> Iterator[Row]:
    told = re.match(r"sep=(.)(?:\r\n|\r|\n)", text, re.IGNORECASE)
    skipped = 1 if told else 0
    line = skipped + 1
    try:
        # Strict: a quote that never closes must not swallow the rows below it.
        reader = csv.reader(
            io.StringIO(text[told.end() :] if told else text, newline=""),
            delimiter=told.group(1) if told else _delimiter(text),
            strict=True,
        )
        for cells in reader:
            yield Row(line, tuple(cells))
            line = skipped + reader.line_num + 1
    except csv.Error as error:
        raise UnsupportedFile(
            f"line {line} cannot be read as CSV: look for a quotation mark without its twin",
            line=line,
        ) from error


def _delimiter(text: str) -> str:
    """The delimiter that cuts most rows of the sample into the same number of cells."""
    best, best_rank = _NO_DELIMITER, (0, 0)
    for delimiter in _DELIMITERS:
        reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)
        widths = [
            len(cells) for cells in islice(reader, _SAMPLE_ROWS) if any(map(str.strip, cells))
        ]
        usual = max(set(widths), key=lambda width: (widths.count(width), width), default=0)
        rank = (widths.count(usual), usual)
        # A delimiter that the heading does not use is a comma in somebody's name.
        if usual > 1 and widths[0] > 1 and rank > best_rank:
            best, best_rank = delimiter, rank
    return best


def _check_size(data: bytes, filename: str) -> None:
    if len(data) > MAX_BYTES:
        raise PayloadTooLarge(f"{filename} is larger than 2 MiB", limit=MAX_BYTES)


def _check_is_text(data: bytes, filename: str) -> None:
    head = data[:4096]
    marked = head.startswith((b"\xff\xfe", b"\xfe\xff"))
    odd = 0 if marked else len(_BINARY.findall(head))
    if head.startswith(_OTHER_FILES) or re.match(rb"\s*<", head) or odd > max(3, len(head) // 50):
        raise UnsupportedFile(
            f"The file {filename} is neither CSV nor an Excel workbook (.xlsx); "
            "save it as one of them"
        )


def _too_many_rows() -> TooManyRows:
    return TooManyRows(f"the table has more than {MAX_ROWS} rows", limit=MAX_ROWS)
