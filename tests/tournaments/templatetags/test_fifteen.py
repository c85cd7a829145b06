"""Numbers, places and times as every page writes them."""

from datetime import UTC, date, datetime
from decimal import Decimal
from zoneinfo import ZoneInfo

import pytest

from tournaments.templatetags import fifteen


@pytest.mark.parametrize(
    ("value", "written"),
    [
        pytest.param(12, "+12", id="won"),
        pytest.param(-7, "\N{MINUS SIGN}7", id="lost-with-a-true-minus"),
        pytest.param(0, "0", id="nought-has-no-sign"),
        pytest.param(None, "–", id="no-spread"),
    ],
)
def test_spread_carries_its_sign(value, written):
    assert fifteen.spread(value) == written


@pytest.mark.parametrize(
    ("value", "shared", "written"),
    [(3, False, "3"), (3, True, "3="), (None, False, "–")],
    ids=["alone", "shared", "no-place-yet"],
)
def test_shared_place_has_an_equal_sign(value, shared, written):
    assert fifteen.place(value, shared) == written


@pytest.mark.parametrize(
    ("value", "written"),
    [
        (12, "12"),
        (100, "100"),
        (Decimal("1.50"), "1.5"),
        (Decimal("20.00"), "20"),
        (Decimal("-2.5"), "\N{MINUS SIGN}2.5"),
        (None, "–"),
    ],
)
def test_points_have_no_needless_zeros(value, written):
    assert fifteen.points(value) == written


@pytest.mark.parametrize(
    ("skunk", "mark"), [("none", ""), ("skunk", "S"), ("double", "D"), (None, "")]
)
def test_skunk_is_marked_by_a_letter(skunk, mark):
    assert fifteen.skunk_mark(skunk) == mark


def test_unknown_skunk_class_raises():
    with pytest.raises(KeyError):
        fifteen.skunk_mark("triple")


@pytest.mark.parametrize(
    ("skunks", "doubles", "written"),
    [(2, 1, "2 S, 1 D"), (2, 0, "2 S"), (0, 1, "1 D"), (0, 0, ""), (None, None, "")],
)
def test_skunks_are_counted_by_kind(skunks, doubles, written):
    assert fifteen.times_skunk(skunks, doubles) == written


LATE = datetime(2026, 12, 4, 0, 5, tzinfo=UTC)


@pytest.mark.parametrize("zone", ["America/Denver", ZoneInfo("America/Denver")])
def test_time_is_the_clubs_with_the_date_written_out(zone):
    assert fifteen.club_time(LATE, zone) == "Thursday 3 December 2026, 17:05"


def test_hour_is_the_clubs():
    assert fifteen.club_hour(LATE, "Europe/Berlin") == "01:05"


def test_an_instant_that_has_not_been_is_a_dash():
    assert (fifteen.club_time(None, "UTC"), fifteen.club_hour(None, "UTC")) == ("–", "–")


def test_an_instant_without_a_zone_raises():
    with pytest.raises(ValueError, match="zone of its own"):
        fifteen.club_time(LATE.replace(tzinfo=None), "UTC")


def test_day_is_written_out():
    assert fifteen.club_date(date(2026, 12, 3)) == "Thursday 3 December 2026"
    assert fifteen.club_date(None) == "–"


def test_day_of_an_instant_raises():
    with pytest.raises(TypeError, match="club_time"):
        fifteen.club_date(LATE)
