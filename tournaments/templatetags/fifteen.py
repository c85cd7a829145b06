"""Filters that write numbers, places and times the way every page shows them.

``None`` means that there is no such value and is written as a dash; anything
else that does not fit is an error of the page and raises.
"""

from collections.abc import Mapping
from datetime import date, datetime
from decimal import Decimal
from types import MappingProxyType
from zoneinfo import ZoneInfo

from django import template
from django.utils.dateformat import format as date_format

register = template.Library()

NONE = "–"
MINUS = "−"
SKUNK_MARKS: Mapping[str, str] = MappingProxyType({"none": "", "skunk": "S", "double": "D"})


@register.filter
def spread(value: int | None) -> str:
    """Write a spread with its sign and a true minus; 0 is 0.

    Args:
        value: holes won by less holes lost by; ``None`` where a game has none.
    """
    if value is None:
        return NONE
    if value == 0:
        return "0"
    return f"+{value}" if value > 0 else f"{MINUS}{-value}"


@register.filter
def place(value: int | None, shared: bool = False) -> str:
    """Write a place, ``3=`` where several share it.

    Args:
        value: the place from 1 up; ``None`` for who has none yet.
        shared: another entry stands on the same place.
    """
    if value is None:
        return NONE
    return f"{value}=" if shared else str(value)


@register.filter
def points(value: int | Decimal | None) -> str:
    """Write points without needless zeros, below nought with a true minus."""
    if value is None:
        return NONE
    written = f"{Decimal(value):f}"
    if "." in written:
        written = written.rstrip("0").rstrip(".")
    return written.replace("-", MINUS)


@register.filter
def skunk_mark(skunk: str | None) -> str:
    """Mark a game by its skunk class: S, D, or nothing.

    Args:
        skunk: ``none``, ``skunk`` or ``double``; ``None`` where none is known.

    Raises:
        KeyError: the word is no skunk class.
    """
    return "" if skunk is None else SKUNK_MARKS[skunk]


@register.filter
def times_skunk(skunks: int | None, doubles: int | None = None) -> str:
    """Write how many games were won by a skunk and a double skunk: ``2 S, 1 D``."""
    counted = ((skunks or 0, "S"), (doubles or 0, "D"))
    return ", ".join(f"{count} {mark}" for count, mark in counted if count)


@register.filter
def club_time(instant: datetime | None, zone: ZoneInfo | str) -> str:
    """Write an instant as date and time in the club's zone.

    Args:
        instant: an aware instant; ``None`` where it has not happened.
        zone: the club's zone or its name.

    Raises:
        ValueError: the instant has no zone of its own.
    """
    return NONE if instant is None else date_format(_in_zone(instant, zone), "l j F Y, H:i")


@register.filter
def club_hour(instant: datetime | None, zone: ZoneInfo | str) -> str:
    """Write the time of day of an instant in the club's zone: ``19:05``.

    Args:
        instant: an aware instant; ``None`` where it has not happened.
        zone: the club's zone or its name.

    Raises:
        ValueError: the instant has no zone of its own.
    """
    return NONE if instant is None else date_format(_in_zone(instant, zone), "H:i")


@register.filter
def club_date(day: date | None) -> str:
    """Write a day out, with its weekday: ``Friday 4 December 2026``.

    Args:
        day: a day without time, such as ``held_on``.

    Raises:
        TypeError: an instant was given, whose day depends on the zone.
    """
    if day is None:
        return NONE
    if isinstance(day, datetime):
        raise TypeError("an instant has no day of its own; use club_time with the club's zone")
    return date_format(day, "l j F Y")


def _in_zone(instant: datetime, zone: ZoneInfo | str) -> datetime:
    if instant.tzinfo is None:
        raise ValueError("an instant needs a zone of its own")
    return instant.astimezone(ZoneInfo(zone) if isinstance(zone, str) else zone)
