from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.errors import PairingImpossible, SameEntryTwice
from tournaments.pairing.checks import chart_checks
from tournaments.pairing.redraw import Relaxation, redraw
from tournaments.pairing.rotation import rotation_chart
from tournaments.pairing.sections import room_chart

GAMES = 9


def night_with_changes(chance, fewest, most):
    """Play nine rounds; before any of them people may come or leave."""
    present = list(range(1, chance.randint(fewest, most) + 1))
    newest, chart, labels = len(present), list(rotation_chart(present, GAMES)), ()
    for number in range(2, GAMES + 1):
        if chance.random() < 0.3:
            for _ in range(chance.randint(1, 2)):
                if chance.random() < 0.5 and len(present) > 2:
                    present.remove(chance.choice(present))
                else:
                    newest += 1
                    present.append(newest)
            played = chart[: number - 1]
            drawn = redraw(
                played,
                present,
                rounds=GAMES - number + 1,
                chart=chart[number - 1 :],
                rng_seed=chance.randint(0, 9),
            )
            chart, labels = [*played, *drawn.rounds], drawn.relaxations
    return chart, present, labels


@pytest.mark.parametrize("seed", range(200))
def test_a_night_of_18_to_30_never_repeats_and_nobody_rests_twice(seed):
    """R8 of the issue: 200 nights with leavers and late arrivals."""
    chart, _, labels = night_with_changes(Random(seed), 18, 30)
    checks = chart_checks(chart)

    assert (checks.repeats, max(checks.sit_outs.values()) <= 1, labels) == (0, True, ())


@given(st.integers(0, 10_000))
@settings(deadline=None, max_examples=25)
def test_everybody_there_has_one_place_in_every_round_of_any_field(seed):
    chart, present, labels = night_with_changes(Random(seed), 4, 17)

    assert [round_.number for round_ in chart] == list(range(1, GAMES + 1))
    assert chart[-1].present == set(present)
    assert chart_checks(chart).repeats >= sum(label.what == "repeat" for label in labels)


def test_a_newcomer_to_an_odd_field_takes_the_sit_outs_and_all_tables_stand():
    chart = rotation_chart(range(1, 20), GAMES)

    drawn = redraw(chart[:2], [*range(1, 20), 99], rounds=7, chart=chart[2:])

    assert drawn.kept == 7 * 9
    assert [{*r.sit_outs, 99} for r in chart[2:]] == [
        next({*t.sides} for t in r.tables if 99 in t.sides) for r in drawn.rounds
    ]


def test_the_opponents_of_a_leaver_sit_out_and_all_other_tables_stand():
    chart = rotation_chart(range(1, 21), GAMES)
    rests = [next({*t.sides} - {7} for t in r.tables if 7 in t.sides) for r in chart[3:]]

    drawn = redraw(
        chart[:3], [entry for entry in range(1, 21) if entry != 7], rounds=6, chart=chart[3:]
    )

    assert [set(round_.sit_outs) for round_ in drawn.rounds] == rests
    assert drawn.kept == 6 * 9


def test_kept_tables_keep_their_number_seats_and_first_dealer():
    chart = rotation_chart(range(1, 21), GAMES)
    drawn = redraw(chart[:3], list(range(1, 20)), rounds=6, chart=chart[3:])
    printed = {table for round_ in chart[3:] for table in round_.tables}
    standing = {table for round_ in drawn.rounds for table in round_.tables}

    assert len(standing & printed) == drawn.kept


def test_a_redraw_keeps_first_deals_within_two():
    chart = rotation_chart(range(1, 24), GAMES)
    drawn = redraw(chart[:4], [*range(3, 24), 90, 91, 92], rounds=5, chart=chart[4:])
    checks = chart_checks([*chart[:4], *drawn.rounds])
    gaps = {
        entry: abs(2 * checks.first_deals[entry] - checks.games[entry])
        for entry in drawn.rounds[-1].present
    }

    assert max(gaps.values()) <= 2


@pytest.mark.parametrize("seed", range(20))
def test_who_does_not_move_keeps_the_seat_when_others_come_and_leave(seed):
    anchors, chance = (2, 5), Random(seed)
    chart = room_chart(range(1, 23), GAMES, chart="rows", anchors=anchors)
    gone = chance.sample([entry for entry in range(1, 23) if entry not in anchors], 3)
    present = [entry for entry in range(1, 23) if entry not in gone] + [90, 91]

    drawn = redraw(chart[:3], present, rounds=6, chart=chart[3:], anchors=anchors)

    for entry in anchors:
        assert len(seats_of([*chart[:3], *drawn.rounds], entry)) == 1


def seats_of(chart, entry):
    return {
        (table.number, seat)
        for round_ in chart
        for table in round_.tables
        for who, seat in zip(table.sides, table.seats, strict=True)
        if who == entry
    }


@pytest.mark.parametrize("seed", range(40))
def test_no_table_is_given_to_two_pairs(seed):
    for round_ in night_with_changes(Random(seed), 6, 20)[0]:
        numbers = [table.number for table in round_.tables]
        seats = [seat for table in round_.tables for seat in table.seats]

        assert (len(set(numbers)), len(set(seats))) == (len(numbers), len(seats))


def test_the_fewest_repeats_are_made_and_labelled_when_none_is_impossible():
    chart = rotation_chart([1, 2, 3, 4], 3)

    drawn = redraw(chart, [1, 2, 3, 4], rounds=1)

    assert [label.what for label in drawn.relaxations] == ["repeat", "repeat"]
    assert {table.meeting for table in drawn.rounds[0].tables} == {2}


def test_a_second_sit_out_is_labelled():
    chart = rotation_chart([1, 2, 3, 4, 5], 5)

    drawn = redraw(chart, [1, 2, 3, 4, 5], rounds=1)

    assert Relaxation(6, "second_sit_out", drawn.rounds[0].sit_outs) in drawn.relaxations


def test_the_same_seed_draws_the_same():
    chart = rotation_chart(range(1, 10), GAMES)
    draws = [
        redraw(chart[:4], list(range(1, 8)), rounds=5, chart=chart[4:], rng_seed=5)
        for _ in range(2)
    ]

    assert draws[0] == draws[1]


def test_two_who_are_left_still_play():
    drawn = redraw(rotation_chart([1, 2, 3, 4], 3), [1, 2], rounds=2)

    assert [table.pair for round_ in drawn.rounds for table in round_.tables] == [{1, 2}] * 2


@pytest.mark.parametrize(
    ("present", "refusal"),
    [
        pytest.param([1], PairingImpossible, id="one"),
        pytest.param([1, 2, 2], SameEntryTwice, id="twice"),
    ],
)
def test_a_redraw_that_cannot_be_is_refused(present, refusal):
    with pytest.raises(refusal):
        redraw((), present, rounds=1)
