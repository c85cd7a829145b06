import pytest

from tournaments.models import Entry
from tournaments.selectors.people import initials, lower_level, shown_name


@pytest.mark.parametrize(
    ("level", "shown"),
    [("full", "Ann-Marie O'Neil"), ("initials", "A. O."), ("hidden", "Player 12")],
)
def test_a_name_is_shown_as_far_as_the_event_allows(level, shown):
    assert shown_name(Entry(number=12, display="Ann-Marie O'Neil"), level) == shown


@pytest.mark.parametrize(
    ("name", "short"),
    [
        pytest.param("Wayan", "W.", id="one-word"),
        pytest.param("'t Jack van Nobs", "T. J. V. N.", id="leading-apostrophe"),
        pytest.param("Ann Able and Bo Baker", "A. A. and B. B.", id="partners"),
        pytest.param("Dora Doublerun (31)", "D. D. (31)", id="namesake"),
        pytest.param("Łucja Ćma", "Ł. Ć.", id="accents"),
        pytest.param("42nd Street", "N. S.", id="digits"),
        pytest.param("007", "0.", id="only-digits"),
    ],
)
def test_initials_are_the_first_letters(name, short):
    assert initials(name) == short


def test_the_lower_level_wins():
    assert lower_level("full", "initials") == "initials"
    assert lower_level("initials", "hidden", "full") == "hidden"
