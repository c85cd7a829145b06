"""Chairs: partners opposite, labels that share the place's number."""

import pytest

from games.engine.variants import VARIANTS
from tournaments.errors import PairingImpossible
from tournaments.pairing.partners import Chair, chairs_of
from tournaments.pairing.rotation import rotation_chart


def slots(chairs):
    return [chair.slot for chair in chairs]


def test_partners_sit_at_0_and_2_against_1_and_3():
    assert chairs_of((5, 12), 2) == (
        Chair(0, 1, 1, "5a"),
        Chair(1, 2, 1, "12a"),
        Chair(2, 1, 2, "5b"),
        Chair(3, 2, 2, "12b"),
    )


@pytest.mark.parametrize(
    ("seats", "members", "labels"),
    [
        pytest.param((1, 8), 1, ["1", "8"], id="two"),
        pytest.param((1, 2, 3), 1, ["1", "2", "3"], id="three-each-for-itself"),
        pytest.param((1, 8), 3, ["1a", "8a", "1b", "8b", "1c", "8c"], id="triples"),
    ],
)
def test_chairs_are_labelled_in_playing_order(seats, members, labels):
    assert [chair.label for chair in chairs_of(seats, members)] == labels


@pytest.mark.parametrize("key", VARIANTS)
def test_chairs_are_those_of_the_engine(key):
    variant = VARIANTS[key]
    chairs = chairs_of(range(1, variant.sides + 1), variant.seats // variant.sides)

    assert [chair.at for chair in chairs] == list(range(variant.seats))
    assert slots(chairs) == [variant.side_of(seat) + 1 for seat in range(variant.seats)]


def test_a_chart_of_pairs_gives_everybody_a_chair_of_their_own():
    for round_ in rotation_chart(range(8), 7):
        labels = [chair.label for table in round_.tables for chair in chairs_of(table.seats, 2)]

        assert len(set(labels)) == 16


@pytest.mark.parametrize(
    ("seats", "members"), [((1,), 2), ((), 1), ((1, 2), 0), ((1, 2, 3, 4), 2), ((1, 2), 4)]
)
def test_a_table_that_cannot_be_is_refused(seats, members):
    with pytest.raises(PairingImpossible):
        chairs_of(seats, members)
