"""Dates as files hold them, read in one stated order and never guessed."""

import datetime
import re
from typing import Final, Literal, get_args

from common.errors import ValidationFailed

DateOrder = Literal["MDY", "DMY", "YMD"]
DATE_ORDERS: Final[tuple[str, ...]] = get_args(DateOrder)

_TIME: Final = re.compile(
    r"[ T][0-9]{1,2}:[0-9]{2}(?::[0-9]{2}(?:\.[0-9]+)?)?(?: ?[AP]M|Z)?$", re.I
)
_ISO: Final = re.compile(r"([0-9]{4})-([0-9]{1,2})-([0-9]{1,2})")
_COMPACT: Final = re.compile(r"([0-9]{4})([0-9]{2})([0-9]{2})")
_PARTS: Final = re.compile(r"([0-9]{1,4})([./ -])\s?([0-9]{1,2})\2\s?([0-9]{1,4})\.?")
_DAY_NUMBER: Final = re.compile(r"([0-9]{1,5})(?:[.,][0-9]+)?")
# Day numbers of spreadsheets; before March 1900 they count a day that never was.
_DAY_ZERO: Final = datetime.date(1899, 12, 30)
_FIRST_DAY: Final = 61
_YEARS: Final = range(1900, 2101)


def read_date(text: str, order: DateOrder | None) -> datetime.date | None:
    """Read a date of a file; an empty text is no date.

    Args:
        text: ``2026-12-31`` and a spreadsheet's day number (46387) are read
            under every order; ``12/31/2026``, with ``/ . -`` or blanks and the
            year in four digits, only as the order says. A time is dropped.
        order: of day, month and year in the whole file; None if nobody chose.

    Raises:
        ValidationFailed: the text is no date, or no date in this order.
    """
    text = _TIME.sub("", text.replace("\u00a0", " ").strip())
    if not text:
        return None
    year, month, day = _year_month_day(text, order)
    try:
        found = datetime.date(year, month, day)
    except ValueError as error:
        raise _no_date(text, order) from error
    if found.year not in _YEARS:
        raise _no_date(text, order)
    return found


def _year_month_day(text: str, order: DateOrder | None) -> tuple[int, int, int]:
    iso = _ISO.fullmatch(text) or _COMPACT.fullmatch(text)
    if iso:
        return int(iso[1]), int(iso[2]), int(iso[3])
    number = _DAY_NUMBER.fullmatch(text)
    if number and int(number[1]) >= _FIRST_DAY:
        found = _DAY_ZERO + datetime.timedelta(days=int(number[1]))
        return found.year, found.month, found.day
    parts = _PARTS.fullmatch(text)
    if not parts or order is None:
        raise _no_date(text, order)
    by_letter = dict(zip(order, (parts[1], parts[3], parts[4]), strict=True))
    if len(by_letter["Y"]) != 4 or len(by_letter["M"]) > 2 or len(by_letter["D"]) > 2:
        raise _no_date(text, order)
    return int(by_letter["Y"]), int(by_letter["M"]), int(by_letter["D"])


def _no_date(text: str, order: DateOrder | None) -> ValidationFailed:
    shown = " ".join(text.split())[:40]
    if order is None:
        return ValidationFailed(
            f'"{shown}" is not a date such as 2026-12-31; choose the order of day and month'
        )
    asked = {"MDY": "month/day/year", "DMY": "day/month/year", "YMD": "year/month/day"}[order]
    return ValidationFailed(f'"{shown}" is not a date in the order {asked}')
