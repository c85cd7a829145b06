"""A game of three: places, points, spreads, and what cannot be."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.errors import ConfigInvalid, ResultImpossible
from tournaments.game_results import ForfeitWorth, Scoring, Worth
from tournaments.pod_results import PLACE_POINTS, place_points, pod_lines

CLUB = Scoring(121, 91, 61)


def columns(scores, points=PLACE_POINTS, scoring=CLUB):
    lines = pod_lines(scoring, points, 1, scores)
    return [(line.place, line.points, line.spread, line.skunk) for line in lines]


@pytest.mark.parametrize(
    ("scores", "expected"),
    [
        pytest.param(
            (100, 121, 88),
            [(2, 2, -21, "none"), (1, 4, 54, "none"), (3, 0, -33, "skunk")],
            id="three-places",
        ),
        pytest.param(
            (121, 90, 90),
            [(1, 4, 62, "skunk"), (2, 1, -31, "skunk"), (2, 1, -31, "skunk")],
            id="second-and-third-share",
        ),
        pytest.param((121, 60), [(1, 4, 61, "double"), (2, 0, -61, "double")], id="a-table-of-two"),
    ],
)
def test_places_have_their_points_and_losers_their_skunks(scores, expected):
    assert columns(scores) == expected


def test_who_forfeits_is_last_and_the_others_played():
    scoring = Scoring(121, 91, 61, forfeit=ForfeitWorth(Worth(3, 1, 10), Worth(0, 0, -10)))

    assert columns((110, None, 121), scoring=scoring) == [
        (2, 2, -11, "none"),
        (3, 0, -10, "none"),
        (1, 4, 11, "none"),
    ]
    assert columns((40, None, None), scoring=scoring) == [
        (1, 3, 10, "none"),
        (2, 0, -10, "none"),
        (2, 0, -10, "none"),
    ]


@given(st.lists(st.integers(0, 120), min_size=1, max_size=2), st.integers(0, 2))
def test_points_are_all_given_out_and_spreads_add_up_to_nothing(losers, slot):
    scores = [*losers[:slot], 121, *losers[slot:]]
    lines = pod_lines(CLUB, PLACE_POINTS, 1, scores)

    assert sum(line.points for line in lines) == (6 if len(scores) == 3 else 4)
    assert sum(line.spread for line in lines) == 0
    assert [line.won for line in lines] == [score == 121 for score in scores]


@pytest.mark.parametrize(
    ("scores", "field"),
    [
        pytest.param((121,), "games[0].scores", id="alone"),
        pytest.param((121, 1, 2, 3), "games[0].scores", id="four"),
        pytest.param((120, 100, 90), "games[0].scores", id="nobody-won"),
        pytest.param((121, 121, 90), "games[0].scores", id="two-won"),
        pytest.param((121, 122, 90), "games[0].scores[1]", id="past-the-target"),
        pytest.param((121, 90, -1), "games[0].scores[2]", id="below-nothing"),
        pytest.param((None, None, None), "games[0].scores", id="nobody-stayed"),
    ],
)
def test_a_result_that_cannot_be_is_refused(scores, field):
    with pytest.raises(ResultImpossible) as refused:
        pod_lines(CLUB, PLACE_POINTS, 1, scores)

    assert refused.value.context["field"] == field


@pytest.mark.parametrize(
    "points", [None, "420", [4, 2], [2, 2, 0], [4, 1, 2], [3, 1, 0], [4, 2, -2]]
)
def test_points_that_cannot_be_shared_or_do_not_fall_are_refused(points):
    with pytest.raises(ConfigInvalid):
        place_points(points)
