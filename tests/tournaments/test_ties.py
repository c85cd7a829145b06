"""Ties of teams: boards to legs to points, forfeits, walkovers, open ties."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.errors import ConfigInvalid, ResultImpossible
from tournaments.formats.league import check_config
from tournaments.formats.league_settings import tie_rules
from tournaments.formats.leagues import LEAGUES
from tournaments.matches import MatchFormat
from tournaments.ties import (
    Board,
    BoardScore,
    TiePoints,
    TieRules,
    judge_tie,
    points_text,
    walkover,
)

THREE_PAIRS = TieRules((Board(2, MatchFormat(5, "points_all")),) * 3)
BEST_OF_THREE = TieRules((Board(1, MatchFormat(3)),))


def rules_of(key):
    return tie_rules(check_config(LEAGUES[key].config))


def scores(text):
    return [BoardScore(*map(int, one.split("-"))) for one in text.split()]


def counted(rules, text):
    verdict = judge_tie(rules, scores(text))
    scale = rules.points.scale
    return verdict.boards, verdict.legs, [points_text(p, scale) for p in verdict.points]


# The 8-7 of grease_gobbler stands in its rules; the others are worked out from theirs.
@pytest.mark.parametrize(
    ("key", "boards", "expected"),
    [
        pytest.param("ledbury", "3-2 1-4 4-1", ((2, 1), (8, 7), ["2", "0"]), id="ledbury"),
        pytest.param(
            "waterside", "3-2 3-2 3-2 0-5 0-5", ((3, 2), (9, 16), ["2", "0"]), id="tables-decide"
        ),
        pytest.param("border", "3-2 3-2 0-5", ((2, 1), (6, 9), ["2", "3"]), id="a-point-a-table"),
        pytest.param(
            "grease_gobbler", "3-2 1-4 4-1", ((2, 1), (8, 7), ["6", "3½"]), id="half-a-point-a-leg"
        ),
        pytest.param("shgddcl", "1-1 2-0 1-2", ((1, 1), (4, 3), ["4", "3"]), id="a-point-a-leg"),
    ],
)
def test_a_tie_is_worth_what_the_league_says(key, boards, expected):
    assert counted(rules_of(key), boards) == expected


def test_level_legs_are_a_draw():
    rules = TieRules((Board(1, MatchFormat(2, "points_all")),) * 2, TiePoints(2, 1))
    verdict = judge_tie(rules, scores("2-0 0-2"))

    assert (verdict.winner, verdict.outcomes) == (None, ("drawn", "drawn"))
    assert verdict.points == (1, 1)


def test_a_tie_with_an_open_board_is_neither_won_nor_lost():
    assert judge_tie(THREE_PAIRS, [*scores("5-0 5-0"), None]) is None


def test_a_forfeited_board_gives_all_its_legs_or_those_that_win():
    verdict = judge_tie(THREE_PAIRS, [*scores("2-3 2-3"), BoardScore(forfeited_to=1)])
    short = judge_tie(BEST_OF_THREE, [BoardScore(forfeited_to=2)])

    assert (verdict.legs, verdict.winner) == ((9, 6), 1)
    assert (short.legs, short.winner) == ((0, 2), 2)


@pytest.mark.parametrize(
    ("key", "winner", "boards", "legs", "points"),
    [
        pytest.param("waterside", 1, (3, 2), (15, 10), (2, 0), id="waterside"),
        pytest.param("border", 2, (0, 3), (0, 9), (0, 5), id="border"),
        pytest.param("ledbury", 1, (3, 0), (15, 0), (2, 0), id="nothing-stated"),
    ],
)
def test_a_walkover_has_its_score(key, winner, boards, legs, points):
    verdict = walkover(rules_of(key), winner)

    assert (verdict.boards, verdict.legs, verdict.points) == (boards, legs, points)
    assert (verdict.winner, verdict.is_played) == (winner, False)


def test_a_tie_that_nobody_came_to_is_lost_by_both():
    verdict = walkover(THREE_PAIRS, None)

    assert (verdict.outcomes, verdict.points) == (("lost", "lost"), (0, 0))


@given(st.lists(st.integers(0, 5), min_size=3, max_size=3))
def test_all_legs_are_shared_out_and_the_away_team_sees_the_mirror(home):
    rules = replace(THREE_PAIRS, points=TiePoints(4, 2, 0, 1, 1, 2))
    there = judge_tie(rules, [BoardScore(won, 5 - won) for won in home])
    back = judge_tie(rules, [BoardScore(5 - won, won) for won in home])

    assert sum(there.legs) == 15
    assert sum(there.points) == 4 + 3 + 15
    assert there.points == back.points.swapped


@pytest.mark.parametrize(
    ("rules", "given_", "field"),
    [
        pytest.param(THREE_PAIRS, scores("3-2 3-2"), "boards", id="a-board-short"),
        pytest.param(THREE_PAIRS, scores("3-2 3-0 3-2"), "boards[1]", id="legs-missing"),
        pytest.param(THREE_PAIRS, scores("3-2 3-2 3-3"), "boards[2]", id="a-leg-too-many"),
        pytest.param(BEST_OF_THREE, scores("3-0"), "boards[0]", id="after-the-decision"),
        pytest.param(BEST_OF_THREE, scores("1-1"), "boards[0]", id="not-decided"),
        pytest.param(BEST_OF_THREE, [BoardScore(2, -1)], "boards[0]", id="below-nothing"),
        pytest.param(BEST_OF_THREE, [BoardScore(2, 0, 1)], "boards[0]", id="legs-of-a-forfeit"),
        pytest.param(BEST_OF_THREE, [BoardScore(0, 0, 3)], "boards[0]", id="side-3"),
    ],
)
def test_a_score_that_cannot_be_is_refused(rules, given_, field):
    with pytest.raises(ResultImpossible) as refused:
        judge_tie(rules, given_)

    assert refused.value.context["field"] == field


@pytest.mark.parametrize(
    ("parts", "scale", "text"),
    [(7, 1, "7"), (7, 2, "3½"), (1, 2, "½"), (0, 2, "0"), (-1, 2, "-½"), (-4, 2, "-2")],
)
def test_points_are_written_whole_and_in_halves(parts, scale, text):
    assert points_text(parts, scale) == text


def test_points_have_no_other_parts():
    with pytest.raises(ConfigInvalid):
        points_text(1, 3)
