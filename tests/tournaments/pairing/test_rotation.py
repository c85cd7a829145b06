from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.data_files import real_cases
from tests.tournaments.nights import nights
from tournaments.errors import ConfigInvalid, PairingImpossible, SameEntryTwice
from tournaments.pairing.charts import ChartRound, Table
from tournaments.pairing.checks import chart_checks
from tournaments.pairing.rotation import FEWEST_ENTRIES, rotation_chart


def spread(counts):
    return max(counts.values()) - min(counts.values())


def fewest_repeats(n, games):
    """Repeats of whole cycles: a cycle meets everybody once."""
    cycle = n - 1 if n % 2 == 0 else n
    return max(0, games - cycle) * (n // 2)


@pytest.mark.parametrize("games", range(1, 13))
@pytest.mark.parametrize("n", range(4, 41))
def test_every_field_and_length_gives_a_fair_chart(n, games):
    checks = chart_checks(rotation_chart(range(1, n + 1), games))

    assert checks.repeats == fewest_repeats(n, games)
    assert spread(checks.sit_outs) <= 1
    assert checks.first_deal_gap <= 1
    assert sum(checks.games.values()) == 2 * (n // 2) * games


@given(st.integers(4, 40), st.integers(1, 12), st.data())
@settings(deadline=None)
def test_an_anchor_keeps_its_seat_and_the_chart_stays_fair(n, games, data):
    anchor = data.draw(st.integers(1, n))
    chart = rotation_chart(range(1, n + 1), games, anchor=anchor)
    seats = {
        seat
        for round_ in chart
        for table in round_.tables
        for entry, seat in zip(table.sides, table.seats, strict=True)
        if entry == anchor
    }
    checks = chart_checks(chart)

    assert seats <= {1}
    assert (checks.repeats, spread(checks.sit_outs) <= 1) == (fewest_repeats(n, games), True)


@pytest.mark.parametrize("n", [8, 9, 30, 31])
def test_everyone_else_moves_one_seat_up(n):
    chart = rotation_chart(range(1, n + 1), 9)
    seats = n + n % 2
    moves = set()
    for before, after in pairwise(chart):
        was, now = seats_of(before), seats_of(after)
        moves |= {(now[entry] - was[entry]) % (seats - 1) for entry in was.keys() & now.keys()}

    assert moves <= {0, 1}


def seats_of(round_):
    """Moving seats only: seat 1 is the anchor's, 2 follows the last."""
    return {
        entry: seat
        for table in round_.tables
        for entry, seat in zip(table.sides, table.seats, strict=True)
        if seat != 1
    }


@pytest.mark.parametrize("n", [4, 5, 30, 31])
def test_tables_are_numbered_from_1_and_no_seat_is_used_twice(n):
    for round_ in rotation_chart(range(1, n + 1), 9):
        seats = [seat for table in round_.tables for seat in table.seats]

        assert [table.number for table in round_.tables] == list(range(1, n // 2 + 1))
        assert len(set(seats)) == len(seats)


def test_two_meetings_of_the_same_two_are_numbered_and_dealt_in_turn():
    chart = rotation_chart([1, 2, 3, 4], 6)
    games = [table for round_ in chart for table in round_.tables if table.pair == {1, 4}]

    assert [table.meeting for table in games] == [1, 2]
    assert {table.first_dealer for table in games} == {1, 4}


@pytest.mark.parametrize(
    ("entries", "games", "anchor", "refusal"),
    [
        pytest.param([1, 2, 3], 9, None, PairingImpossible, id="three"),
        pytest.param([1, 2, 3, 3], 9, None, SameEntryTwice, id="twice"),
        pytest.param([1, 2, 3, 4], 0, None, ConfigInvalid, id="no-game"),
        pytest.param([1, 2, 3, 4], 9, 5, ConfigInvalid, id="strange-anchor"),
    ],
)
def test_a_chart_that_cannot_be_is_refused(entries, games, anchor, refusal):
    with pytest.raises(refusal):
        rotation_chart(entries, games, anchor=anchor)


# -- cases --------------------------------------------------------------------


def round_robins():
    """A round robin of three is no rotation."""
    return [
        case
        for case in real_cases(kinds="f", ops=["round_robin"])
        if case.values[0]["input"]["players"] >= FEWEST_ENTRIES
    ]


@pytest.mark.cases
@pytest.mark.parametrize("case", round_robins())
def test_a_full_cycle_is_a_round_robin(case):
    n, expected = case["input"]["players"], case["expected"]
    chart = rotation_chart(range(n), expected["rounds"])
    checks = chart_checks(chart)

    assert (checks.repeats, sum(checks.games.values()) // 2) == (0, expected["matches_total"])
    assert {len(round_.tables) for round_ in chart} == {expected["matches_per_round"]}
    assert set(checks.sit_outs.values()) == {expected["byes_per_player"]}


@pytest.mark.cases
@pytest.mark.parametrize("case", real_cases(kinds="f", ops=["bye_spread"]))
def test_byes_are_spread(case):
    given_, expected = case["input"], case["expected"]
    chart = rotation_chart(range(given_["players"]), given_["rounds"])
    resting = [round_.sit_outs for round_ in chart]

    assert sorted(chart_checks(chart).sit_outs.values()) == expected["byes_sorted"]
    assert all(set(one).isdisjoint(other) for one, other in pairwise(resting))


def chart_of(night):
    return [
        ChartRound(
            game["game"],
            tuple(
                Table(each["table"], tuple(each["seats"]), (1, 2), each["first_dealer"])
                for each in game["tables"]
            ),
            tuple(game["sit_out"]),
        )
        for game in night["chart"]
    ]


@pytest.mark.cases
@pytest.mark.parametrize("night", nights())
def test_the_chart_of_a_night_passes_the_checks(night):
    checks = chart_checks(chart_of(night))

    assert (checks.repeats, checks.first_deal_gap <= 1) == (0, True)
    assert max(checks.sit_outs.values()) <= 1
