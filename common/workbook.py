"""Excel workbooks (.xlsx) as rows of text."""

import datetime
import io
import re
import zipfile
import zlib
from collections.abc import Iterator
from typing import Any, Final

import openpyxl
from openpyxl.utils.exceptions import InvalidFileException

from common.errors import ArchiveTooLarge, TooManyRows, UnsupportedFile

MAX_UNPACKED: Final = 20 * 1024 * 1024
MAX_RATIO: Final = 100
MAX_MEMBERS: Final = 1_000
# Of whatever rows, blank ones too: one cell at the foot of a sheet costs a million.
MAX_SHEET_ROWS: Final = 50_000
# One more than a table may have, so that the reader sees that there is more.
_COLUMNS: Final = 101
_ZEROS: Final = re.compile(r"(0+)(?:;.*)?")
# What a damaged archive or a foreign XML makes of the reader.
_BROKEN: Final = (
    zipfile.BadZipFile,
    InvalidFileException,
    KeyError,
    ValueError,
    OverflowError,
    TypeError,
    AttributeError,
    IndexError,
    SyntaxError,  # xml.etree.ElementTree.ParseError is one
    OSError,
    EOFError,
    RuntimeError,  # encrypted, or packed in a way zipfile does not know
    zlib.error,
)


def is_workbook(data: bytes) -> bool:
    """Say whether the file is an archive, as a workbook is."""
    return data.startswith(b"PK\x03\x04")


def workbook_rows(data: bytes, filename: str) -> Iterator[tuple[int, tuple[str, ...]]]:
    """Yield the rows of the first visible sheet: row number and cells as text.

    Args:
        data: the whole file.
        filename: for refusals.

    Raises:
        ArchiveTooLarge: its directory promises more than 20 MiB, more than 100
            times the size of the file, or too many members.
        TooManyRows: the sheet reaches too far down.
        UnsupportedFile: it is no workbook, or a damaged one.
    """
    _check_directory(data, filename)
    try:
        book = openpyxl.load_workbook(io.BytesIO(data), read_only=True, data_only=True)
        sheets = [sheet for sheet in book.worksheets if sheet.sheet_state == "visible"]
        for sheet in sheets[:1]:
            # A sheet may claim a million rows; only those that are there are read.
            sheet.reset_dimensions()
            for number, row in enumerate(sheet.iter_rows(max_col=_COLUMNS), start=1):
                if number > MAX_SHEET_ROWS:
                    raise TooManyRows(
                        f"the sheet reaches below row {MAX_SHEET_ROWS}; delete the rows"
                        " below the list, empty ones too",
                        limit=MAX_SHEET_ROWS,
                    )
                yield number, tuple(_text(cell) for cell in row)
        book.close()
    except _BROKEN as error:
        raise _no_workbook(filename) from error


def _check_directory(data: bytes, filename: str) -> None:
    try:
        members = zipfile.ZipFile(io.BytesIO(data)).infolist()
    except _BROKEN as error:
        raise _no_workbook(filename) from error
    unpacked = sum(member.file_size for member in members)
    if unpacked > MAX_UNPACKED or unpacked > MAX_RATIO * len(data) or len(members) > MAX_MEMBERS:
        raise ArchiveTooLarge(f"{filename} unpacks to more than is read here", limit=MAX_UNPACKED)
    if not any(member.filename == "xl/workbook.xml" for member in members):
        raise _no_workbook(filename)


def _text(cell: Any) -> str:
    value = cell.value
    if value is None:
        return ""
    if isinstance(value, bool):
        return "TRUE" if value else "FALSE"
    if isinstance(value, int | float):
        return _number(value, str(cell.number_format or ""))
    if isinstance(value, datetime.datetime):
        midnight = value.time() == datetime.time()
        return (value.date() if midnight else value).isoformat(*([] if midnight else [" "]))
    if isinstance(value, datetime.date | datetime.time):
        return value.isoformat()
    return str(value)


def _number(value: float, number_format: str) -> str:
    if value != int(value):
        return repr(value)
    zeros = _ZEROS.fullmatch(number_format)
    return str(int(value)).zfill(len(zeros.group(1)) if zeros else 0)


def _no_workbook(filename: str) -> UnsupportedFile:
    return UnsupportedFile(f"{filename} is not an Excel workbook (.xlsx) that can be read")
