import pytest

from tournaments.display.leagues import tie_points, tie_words, worth_sentence
from tournaments.display.words import reason_sentence
from tournaments.matches import MatchFormat
from tournaments.standings.tiebreaks import TieReason
from tournaments.ties import (
    Board,
    BoardScore,
    TiePoints,
    TieRules,
    Two,
    judge_tie,
    walkover,
)

RULES = TieRules(boards=(Board(2, MatchFormat(5, "points_all")),) * 2)
BOARDS = (Two(3, 2), Two(1, 4))


def test_a_tie_is_written_with_what_decides_it_first():
    verdict = judge_tie(RULES, [BoardScore(*one) for one in BOARDS])

    assert tie_words(verdict, BOARDS, by_boards=False) == "4–6 (3–2, 1–4)"
    assert tie_words(verdict, BOARDS, by_boards=True) == "1–1 (3–2, 1–4)"


def test_a_walkover_says_that_it_is_one():
    assert tie_words(walkover(RULES, 2), (), by_boards=False) == "0–10 walkover"
    assert tie_words(walkover(RULES, None), (), by_boards=False) == "neither team came"


def test_points_of_a_tie_are_written_in_halves():
    rules = TieRules(boards=RULES.boards, points=TiePoints(win=4, draw=2, leg=1, scale=2))
    verdict = judge_tie(rules, [BoardScore(*one) for one in BOARDS])

    assert tie_points(verdict, scale=2) == "2–5"


@pytest.mark.parametrize(
    ("points", "says"),
    [
        (TiePoints(), "A tie gives 2 points for a win and 1 point for a draw."),
        (
            TiePoints(win=4, draw=2, leg=1, scale=2),
            "A tie gives 2 points for a win, 1 point for a draw and ½ point for each leg won.",
        ),
        (TiePoints(win=0, draw=0, leg=1), "A tie gives 1 point for each leg won."),
        (TiePoints(win=0, draw=0), "A tie gives no points."),
    ],
)
def test_what_a_tie_is_worth_is_said(points, says):
    assert worth_sentence(points) == says


@pytest.mark.parametrize(
    ("by", "values", "says"),
    [
        ("points", (7, 6), "Decided by points: 3½ against 3."),
        ("leg_difference", (2, -1), "Decided by leg difference: 2 against −1."),
        ("head_to_head", (1, 0), "Decided by the ties between them: 1 against 0."),
    ],
)
def test_reasons_of_a_league_are_said_in_its_words(by, values, says):
    assert reason_sentence(TieReason((1,), (2,), by, values), scale=2) == says
