import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.data_files import real_cases
from tests.tournaments.nights import entrants_of, nights
from tournaments.brackets.seeding import (
    bracket_size,
    byes,
    first_slots,
    qualifier_count,
    seed_order,
)
from tournaments.brackets.single import round_name, single_elimination
from tournaments.brackets.tree import Outcome, advance, champion
from tournaments.errors import PairingImpossible


@pytest.mark.parametrize(
    ("size", "order"),
    [
        pytest.param(2, (1, 2), id="2"),
        pytest.param(8, (1, 8, 5, 4, 3, 6, 7, 2), id="8"),
        pytest.param(16, (1, 16, 9, 8, 5, 12, 13, 4, 3, 14, 11, 6, 7, 10, 15, 2), id="16"),
    ],
)
def test_seeds_stand_in_the_order_of_the_chart(size, order):
    assert seed_order(size) == order


def test_a_bracket_of_64_has_the_adjacencies_of_the_published_chart():
    order = seed_order(64)
    pairs = [tuple(sorted(order[at : at + 2])) for at in range(0, 64, 2)]
    neighbours = {frozenset(pairs[at : at + 2]) for at in range(0, 32, 2)}

    assert {
        frozenset({(8, 57), (5, 60)}) <= {*pairs},
        frozenset({(4, 61), (3, 62)}) <= {*pairs},
        frozenset({(6, 59), (7, 58)}) <= {*pairs},
    } == {True}
    assert frozenset({(1, 64), (32, 33)}) in neighbours


@pytest.mark.parametrize("entries", range(2, 129))
def test_byes_go_to_the_top_seeds_and_the_second_round_is_full(entries):
    slots = first_slots(entries)
    resting = sorted(seed for pair in slots if None in pair for seed in pair if seed is not None)

    assert tuple(resting) == byes(entries)
    assert (None, None) not in slots
    assert len(slots) == bracket_size(entries) // 2


@given(st.integers(1, 7).map(lambda k: 2**k))
def test_the_better_seed_always_meets_the_worst_that_is_left(size):
    order = seed_order(size)
    while len(order) > 1:
        assert {sum(order[at : at + 2]) for at in range(0, len(order), 2)} == {len(order) + 1}
        order = tuple(min(order[at : at + 2]) for at in range(0, len(order), 2))


@pytest.mark.parametrize(
    ("entrants", "qualifiers"),
    [pytest.param(30, 8), pytest.param(31, 8), pytest.param(33, 9), pytest.param(132, 33)],
)
def test_a_quarter_goes_on_rounded_up(entrants, qualifiers):
    assert qualifier_count(entrants) == qualifiers


def test_nobody_makes_no_bracket():
    with pytest.raises(PairingImpossible):
        bracket_size(0)


def test_rounds_are_named_from_the_final_back():
    names = [round_name(round_, 5) for round_ in range(1, 6)]

    assert names == ["Round of 32", "Round of 16", "Quarter-finals", "Semi-finals", "Final"]


# -- cases --------------------------------------------------------------------


def mirrored(slots):
    """Slots as pairs of the better seed and its opponent; the drawing may be mirrored."""
    return sorted(sorted(pair, key=lambda seed: seed or 1000) for pair in slots)


@pytest.mark.cases
@pytest.mark.parametrize("night", nights())
def test_bracket_of_a_night_is_drawn_right(night):
    qualifiers = qualifier_count(len(entrants_of(night)))
    slots = first_slots(qualifiers)

    assert night["expected"]["bracket"] == {
        "qualifiers": qualifiers,
        "size": bracket_size(qualifiers),
        "byes": list(byes(qualifiers)),
        "slots": [list(pair) for pair in slots],
        "first_round": [list(pair) for pair in slots if None not in pair],
    }


def qualifier_count_rows(given_):
    return {
        "rows": [
            {
                "entrants": entrants,
                "qualifiers": (q := qualifier_count(entrants)),
                "bracket": bracket_size(q),
                "byes": len(byes(q)),
                "first_round_players": q - len(byes(q)),
            }
            for entrants in given_["entrants"]
        ]
    }


def bracket(given_):
    entries = given_["entrants"]
    slots = first_slots(entries)
    return {
        "size": bracket_size(entries),
        "first_round": mirrored(pair for pair in slots if None not in pair),
        "byes": list(byes(entries)),
        "slots_in_order": mirrored(slots),
        "bye_against_bye": (None, None) in slots,
    }


def placing(given_):
    entries = given_["entrants"]
    tree = single_elimination(entries, third_place=given_["third_place_match"])
    seeds = range(1, entries + 1)
    outcomes = {}
    for node in tree.nodes:
        first, second = advance(tree, seeds, outcomes)[node.key].sides
        outcomes[node.key] = Outcome(1 if first < second else 2)
    now = advance(tree, seeds, outcomes)
    last, third = tree.final, (tree.final[0], 2)
    semis = [(last[0] - 1, 1), (last[0] - 1, 2)]
    return {
        "matches": len(now),
        "semi_losers": sorted(now[key].loser for key in semis),
        "third_place_match": sorted(now[third].sides),
        "final": sorted(now[last].sides),
        "placing_top4": [
            champion(tree, seeds, now),
            now[last].loser,
            now[third].winner,
            now[third].loser,
        ],
    }


ANSWERS = {"qualifier_count": qualifier_count_rows, "bracket": bracket, "placing": placing}


@pytest.mark.cases
@pytest.mark.parametrize("case", real_cases(kinds="e", ops=ANSWERS))
def test_real_bracket_is_drawn_right(case):
    expected = dict(case["expected"])
    if case["op"] == "bracket":
        expected |= {
            "first_round": mirrored(expected["first_round"]),
            "slots_in_order": mirrored(expected["slots_in_order"]),
        }

    assert ANSWERS[case["op"]](case["input"]) == expected
