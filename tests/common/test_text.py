import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from common.errors import ValidationFailed
from common.text import clean_name, clean_text, folded


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        pytest.param("  Ann   Yew ", "Ann Yew", id="blanks"),
        pytest.param("Zoe\u0308", "Zo\u00eb", id="composed"),
        pytest.param("O'Neil-Smith Jr.", "O'Neil-Smith Jr.", id="marks"),
        pytest.param("\u674e\u5c0f\u9f99", "\u674e\u5c0f\u9f99", id="other-script"),
        pytest.param("a" * 80, "a" * 80, id="longest"),
    ],
)
def test_a_name_is_kept_as_a_person_writes_it(typed, name):
    assert clean_name(typed) == name


@pytest.mark.parametrize(
    "typed",
    [
        pytest.param("", id="empty"),
        pytest.param(" \u00a0\u200b ", id="blanks"),
        pytest.param("\u200d", id="joiner-only"),
        pytest.param("a" * 81, id="too-long"),
        pytest.param("a\0b", id="null"),
        pytest.param("a\nb", id="line-break"),
        pytest.param("a\u202eb", id="bidi-override"),
        pytest.param("a\u2066b", id="bidi-isolate"),
        pytest.param("a\ud800", id="surrogate"),
    ],
)
def test_what_no_list_could_show_is_no_name(typed):
    with pytest.raises(ValidationFailed):
        clean_name(typed)


@given(st.text())
def test_cleaning_twice_is_cleaning_once(typed):
    try:
        name = clean_name(typed)
    except ValidationFailed:
        return
    assert clean_name(name) == name
    assert unicodedata.is_normalized("NFC", name)
    assert 1 <= len(name) <= 80


def test_a_note_may_be_empty():
    assert clean_text("  ", field="note", longest=10) == ""


@pytest.mark.parametrize(
    ("kept", "looked_for"),
    [
        ("Zo\u00eb F\u00fcnfzehn", "zoe funfzehn"),
        ("\u0141ucja Pi\u0119tna\u015bcie", "lucja pietnascie"),
        ("Lars \u00d8deberg", "lars odeberg"),
        ("Siobh\u00e1n O\u2019Starter", "siobhan o'starter"),
        ("Stra\u00dfer", "strasser"),
        ("\u674e\u5c0f\u9f99", "\u674e\u5c0f\u9f99"),
    ],
)
def test_a_name_is_found_without_its_accents(kept, looked_for):
    assert folded(kept) == looked_for
