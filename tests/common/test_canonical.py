from datetime import UTC, date, datetime
from uuid import UUID

import pytest
from hypothesis import given
from hypothesis import strategies as st

from common.canonical import canonical, digest, plain

values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(st.characters(codec="utf-8")),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(st.characters(codec="utf-8")), inner),
)


def test_a_value_has_one_spelling():
    value = {"b": [1, None], "a": "e\u0301", "at": datetime(2026, 1, 2, tzinfo=UTC)}

    spelt = '{"a":"\u00e9","at":"2026-01-02T00:00:00+00:00","b":[1,null]}'
    assert canonical(value) == spelt.encode()


def test_ids_dates_and_sets_are_plain():
    assert plain((UUID(int=1), date(2026, 1, 2), frozenset("ba"))) == [
        "00000000-0000-0000-0000-000000000001",
        "2026-01-02",
        ["a", "b"],
    ]


@pytest.mark.parametrize("value", [0.1, b"x", object()])
def test_what_has_no_exact_spelling_is_refused(value):
    with pytest.raises(TypeError):
        canonical(value)


@given(values)
def test_plain_values_stay_as_they_are(value):
    assert plain(plain(value)) == plain(value)


def test_two_lists_never_share_a_digest_by_joining():
    assert digest("x", "ab", "c") != digest("x", "a", "bc")
    assert digest("x", 1) != digest("y", 1)
