"""A chart from a file: every row right, or each wrong one named."""

import pytest

from common.tabular import read_table, write_csv
from tournaments.chart_file import Person, read_chart
from tournaments.pairing.checks import chart_checks
from tournaments.pairing.rotation import rotation_chart

PEOPLE = tuple(
    Person(100 + number, number, name)
    for number, name in enumerate(["Ann Able", "Bob Baker", "Cy Cook", "Dé Dunn", "Eve East"], 1)
)
HEADERS = ("round", "table", "a", "b", "first dealer")
FOUR = PEOPLE[:4]
ROUND = ((1, 1, 1, 2, "A"), (1, 2, 3, 4, "B"))


def read(rows, people=FOUR, games=1, headers=HEADERS):
    return read_chart(
        read_table(write_csv(headers, rows).encode(), "chart.csv"), people, games=games
    )


def test_a_chart_is_read_as_it_stands():
    (round_,) = read(ROUND).rounds

    assert [(t.number, t.sides, t.first_dealer) for t in round_.tables] == [
        (1, (101, 102), 101),
        (2, (103, 104), 104),
    ]


def test_names_stand_for_numbers_without_accents_and_case():
    (round_,) = read([(1, 1, "ann able", "Bob Baker", ""), (1, 2, "CY COOK", "De Dunn", "")]).rounds

    assert round_.present == {101, 102, 103, 104}


def test_a_row_without_a_second_player_is_a_sit_out():
    (round_,) = read([*ROUND, (1, "", 5, "", "")], PEOPLE).rounds

    assert round_.sit_outs == (105,)


def test_first_deals_that_are_left_out_are_drawn_evenly():
    chart = rotation_chart([one.key for one in PEOPLE], 5)
    number = {one.key: one.number for one in PEOPLE}
    rows = [
        (r.number, t.number, *(number[e] for e in t.sides), "") for r in chart for t in r.tables
    ]
    rows += [(r.number, "", number[e], "", "") for r in chart for e in r.sit_outs]

    file = read(rows, PEOPLE, games=5)

    assert file.errors == ()
    assert chart_checks(file.rounds) == chart_checks(chart)


@pytest.mark.parametrize(
    ("rows", "line", "column", "words"),
    [
        pytest.param([ROUND[0], (1, 2, 1, 4, "")], 3, "a", "is in round 1 already", id="twice"),
        pytest.param([ROUND[0], (1, 2, 3, 3, "")], 3, "b", "both seats", id="himself"),
        pytest.param([ROUND[0], (1, 2, 3, 9, "")], 3, "b", "number 9", id="number"),
        pytest.param([ROUND[0], (1, 2, 3, "Zoe", "")], 3, "b", "called so", id="name"),
        pytest.param([ROUND[0], (1, 2, "", 4, "")], 3, "a", "is empty", id="empty"),
        pytest.param([ROUND[0], (1, 1, 3, 4, "")], 3, "table", "again", id="table-twice"),
        pytest.param([ROUND[0], (1, 0, 3, 4, "")], 3, "table", "whole number", id="table-zero"),
        pytest.param([ROUND[0], ("x", 2, 3, 4, "")], 3, "round", "whole number", id="round"),
        pytest.param([ROUND[0], (1, 2, 3, 4, 1)], 3, "dealer", "does not sit", id="dealer"),
        pytest.param([ROUND[0]], 2, "round", "Cy Cook, number 3, has no place", id="missing"),
        pytest.param([(2, *one[1:]) for one in ROUND], 3, "round", "round 1 is missing", id="gap"),
        pytest.param([*ROUND, (1, 3, 1, 2, "")], 4, "a", "already", id="more-tables-than-players"),
    ],
)
def test_a_wrong_row_is_named_and_nothing_is_read(rows, line, column, words):
    file = read(rows)

    assert file.rounds == ()
    assert any(
        (one.line, one.column) == (line, column) and words in one.message for one in file.errors
    )


def test_another_number_of_rounds_than_the_night_has_is_named():
    assert "1 rounds, and the night has 9 games" in read(ROUND, games=9).errors[0].message


def test_two_of_one_name_need_their_numbers():
    people = (*FOUR[:3], Person(104, 4, "Ann Able"))

    assert "2 are called so" in read([(1, 1, "Ann Able", 2, "")], people).errors[0].message


def test_a_file_without_the_columns_says_which():
    file = read([(1, 2)], headers=("runde", "tisch"))

    assert "no column is called round or table or a or b" in file.errors[0].message
