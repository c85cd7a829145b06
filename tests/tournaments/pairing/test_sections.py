"""Charts of whole rooms: circles and rows, sections, seats that never move."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.errors import ConfigInvalid, PairingImpossible, SameEntryTwice
from tournaments.pairing.checks import chart_checks
from tournaments.pairing.sections import room_chart

GAMES = 9


def seats_of(chart, entry):
    return {
        (table.number, seat)
        for round_ in chart
        for table in round_.tables
        for who, seat in zip(table.sides, table.seats, strict=True)
        if who == entry
    }


def opponents_of(chart, entry):
    pairs = [table.pair for round_ in chart for table in round_.tables if entry in table.pair]
    return {other for pair in pairs for other in pair - {entry}}


@pytest.mark.parametrize(
    ("row", "repeats"),
    [
        pytest.param(9, 0, id="rows-of-nine"),
        pytest.param(10, 0, id="rows-of-ten"),
        pytest.param(15, 0, id="rows-of-fifteen"),
        pytest.param(8, 8, id="rows-of-eight"),
        pytest.param(5, 20, id="rows-of-five"),
    ],
)
def test_two_rows_repeat_what_their_length_makes_them(row, repeats):
    checks = chart_checks(room_chart(range(1, 2 * row + 1), GAMES, chart="rows"))

    assert (checks.repeats, checks.first_deal_gap <= 1) == (repeats, True)


def test_players_of_the_same_row_never_meet():
    chart = room_chart(range(1, 13), GAMES, chart="rows")

    assert opponents_of(chart, 1) == set(range(7, 13))


@pytest.mark.parametrize("n", range(4, 41))
@pytest.mark.parametrize("chart", ["circle", "rows"])
def test_every_field_sits_once_a_round_and_deals_evenly(n, chart):
    rounds = room_chart(range(1, n + 1), GAMES, chart=chart)
    checks = chart_checks(rounds)

    assert {round_.present for round_ in rounds} == {frozenset(range(1, n + 1))}
    assert checks.first_deal_gap <= 1
    assert sum(checks.sit_outs.values()) == (GAMES if n % 2 else 0)


def test_an_odd_field_in_rows_sits_out_once_each_along_the_row_that_stays():
    checks = chart_checks(room_chart(range(1, 20), GAMES, chart="rows"))

    assert sorted(checks.sit_outs.values()) == [0] * 10 + [1] * 9


def test_three_sections_of_ten_are_three_complete_round_robins():
    chart = room_chart(range(1, 31), GAMES, sections=3)

    assert opponents_of(chart, 1) == set(range(2, 11))
    assert chart_checks(chart).repeats == 0
    assert [table.number for table in chart[0].tables] == list(range(1, 16))


@given(st.integers(8, 60), st.integers(1, 4), st.sampled_from(["circle", "rows"]))
@settings(deadline=None)
def test_sections_share_no_table_and_no_seat_and_one_of_them_is_odd_at_most(n, sections, chart):
    if n < 5 * sections:
        return
    for round_ in room_chart(range(n), 5, chart=chart, sections=sections):
        seats = [seat for table in round_.tables for seat in table.seats]
        numbers = [table.number for table in round_.tables]

        assert len(set(seats)) == len(seats)
        assert len(set(numbers)) == len(numbers)
        assert len(round_.sit_outs) == n % 2


def test_many_keep_their_seats_in_the_row_that_stays():
    chart = room_chart(range(1, 21), GAMES, chart="rows", anchors=(3, 17, 8))

    assert [len(seats_of(chart, entry)) for entry in (3, 17, 8)] == [1, 1, 1]


def test_each_circle_keeps_one_seat():
    chart = room_chart(range(1, 31), GAMES, sections=3, anchors=(5, 6, 7))

    assert [len(seats_of(chart, entry)) for entry in (5, 6, 7)] == [1, 1, 1]


def test_a_second_cycle_is_a_second_meeting():
    rounds = room_chart(range(1, 9), 9)

    assert {table.meeting for table in rounds[6].tables} == {1}
    assert {table.meeting for table in rounds[7].tables} == {2}


@pytest.mark.parametrize(
    ("entries", "more", "refusal"),
    [
        pytest.param([1, 2, 3], {}, PairingImpossible, id="three"),
        pytest.param(range(7), {"sections": 2}, PairingImpossible, id="section-of-three"),
        pytest.param(range(8), {"sections": 0}, ConfigInvalid, id="no-section"),
        pytest.param([1, 2, 2, 3], {"chart": "rows"}, SameEntryTwice, id="twice"),
        pytest.param(range(8), {"anchors": (1, 2)}, ConfigInvalid, id="two-seats-of-a-circle"),
        pytest.param(
            range(8), {"chart": "rows", "anchors": range(5)}, ConfigInvalid, id="more-than-a-row"
        ),
        pytest.param(range(8), {"anchors": (9,)}, ConfigInvalid, id="strange-anchor"),
    ],
)
def test_a_room_that_cannot_be_is_refused(entries, more, refusal):
    with pytest.raises(refusal):
        room_chart(tuple(entries), GAMES, **more)
