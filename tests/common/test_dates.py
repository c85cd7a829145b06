from datetime import date

import pytest

from common.dates import read_date
from common.errors import ValidationFailed


@pytest.mark.parametrize(
    ("text", "order", "found"),
    [
        pytest.param("12/01/2026", "MDY", date(2026, 12, 1), id="month-first"),
        pytest.param("12/01/2026", "DMY", date(2026, 1, 12), id="day-first"),
        pytest.param("31.12.2026", "DMY", date(2026, 12, 31), id="full-stops"),
        pytest.param("2026/12/31", "YMD", date(2026, 12, 31), id="year-first"),
        pytest.param("2026-12-31", "DMY", date(2026, 12, 31), id="iso-under-every-order"),
        pytest.param("2026-12-31 00:00:00", None, date(2026, 12, 31), id="iso-with-time"),
        pytest.param("46320", None, date(2026, 10, 25), id="day-number"),
        pytest.param("  ", "MDY", None, id="empty-is-no-date"),
    ],
)
def test_a_date_is_read_in_the_order_chosen(text, order, found):
    assert read_date(text, order) == found


@pytest.mark.parametrize(
    ("text", "order"),
    [
        pytest.param("12/31/2026", "DMY", id="month-31"),
        pytest.param("31/12/2026", "MDY", id="never-swapped"),
        pytest.param("12/01/2026", None, id="no-order-chosen"),
        pytest.param("12/01/26", "DMY", id="which-century"),
        pytest.param("2026/12/31", "DMY", id="year-first-under-day-first"),
        pytest.param("29.02.2027", "DMY", id="no-leap-year"),
        pytest.param("0", None, id="zero-is-no-date"),
        pytest.param("60", None, id="the-day-that-never-was"),
        pytest.param("99999", None, id="far-future"),
        pytest.param("abc", "MDY", id="text"),
        pytest.param("١٢/٠١/٢٠٢٦", "DMY", id="digits-of-another-script"),
        pytest.param("12/01-2026", "DMY", id="two-separators"),
    ],
)
def test_what_does_not_fit_is_refused(text, order):
    with pytest.raises(ValidationFailed):
        read_date(text, order)
