"""Tables of three: sizes, everybody each round, few repeats, fair deals."""

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.errors import ConfigInvalid, PairingImpossible, SameEntryTwice
from tournaments.pairing.checks import chart_checks
from tournaments.pairing.first_deal import shared_dealers
from tournaments.pairing.pods import meetings, pod_rounds, pod_sizes


def small_of(rounds):
    """Count the tables of two of everybody."""
    tables = [table for round_ in rounds for table in round_.tables]
    everybody = {entry for table in tables for entry in table.sides}
    small = Counter(e for table in tables if len(table.sides) == 2 for e in table.sides)
    return {entry: small[entry] for entry in everybody}


@pytest.mark.parametrize(
    ("n", "sizes"),
    [(3, (3,)), (4, (2, 2)), (5, (3, 2)), (6, (3, 3)), (7, (3, 2, 2)), (11, (3, 3, 3, 2))],
)
def test_what_threes_leave_over_sits_at_tables_of_two(n, sizes):
    assert pod_sizes(n) == sizes


@settings(max_examples=25, deadline=None)
@given(st.integers(3, 40), st.integers(1, 4), st.integers(0, 9))
def test_everybody_sits_at_a_table_of_the_right_size_in_every_round(n, games, seed):
    for round_ in pod_rounds(range(n), games, rng_seed=seed):
        assert sorted(e for table in round_.tables for e in table.sides) == list(range(n))
        assert tuple(len(table.sides) for table in round_.tables) == pod_sizes(n)
        assert all(table.first_dealer in table.sides for table in round_.tables)


# The least that numbers allow where it is 0; else the best this search has found.
@pytest.mark.parametrize(
    ("n", "games", "repeats"),
    [
        (6, 1, 0),
        (7, 3, 0),
        (8, 3, 0),
        (9, 4, 0),
        (9, 6, 18),
        (10, 4, 0),
        (11, 4, 0),
        (12, 4, 0),
        (12, 5, 3),
        (13, 5, 0),
        (14, 5, 0),
        (15, 7, 0),
        (16, 6, 0),
        (17, 6, 0),
        (18, 6, 0),
        (21, 7, 0),
        (24, 9, 0),
        (27, 9, 0),
        (30, 9, 0),
        (31, 9, 0),
        (64, 9, 0),
    ],
)
def test_no_more_meet_again_than_is_known_to_be_possible(n, games, repeats):
    assert chart_checks(pod_rounds(range(n), games, rng_seed=5)).repeats <= repeats


@pytest.mark.parametrize("seed", range(10))
def test_nine_meet_all_others_once_in_four_games(seed):
    met = meetings(pod_rounds(range(9), 4, rng_seed=seed))

    assert set(met.values()) == {1}
    assert len(met) == 36


@pytest.mark.parametrize(("n", "games"), [(8, 3), (10, 4), (11, 4), (16, 6), (31, 9)])
def test_tables_of_two_go_round(n, games):
    small = small_of(pod_rounds(range(n), games))

    assert max(small.values()) - min(small.values()) <= 1


@settings(max_examples=25, deadline=None)
@given(st.integers(3, 31), st.integers(1, 4))
def test_first_deals_differ_from_the_fair_share_by_less_than_one(n, games):
    rounds = pod_rounds(range(n), games)
    share, deals = Counter(), Counter()
    for table in (table for round_ in rounds for table in round_.tables):
        share.update(dict.fromkeys(table.sides, 6 // len(table.sides)))
        deals[table.first_dealer] += 6

    assert all(abs(deals[entry] - share[entry]) < 6 for entry in range(n))


def test_first_deals_make_good_for_those_before():
    before = [((1, 2, 3), 1), ((1, 2, 3), 1)]

    assert sorted(shared_dealers([(1, 2, 3)] * 4, before=before)) == [2, 2, 3, 3]


def test_what_is_left_counts_who_has_met():
    rounds = pod_rounds(range(9), 4)
    rest = pod_rounds(range(9), 1, played=rounds[:3])

    assert [round_.number for round_ in rest] == [4]
    assert chart_checks([*rounds[:3], *rest]).repeats == 0


def test_a_newcomer_gets_a_table_and_a_leaver_none():
    rest = pod_rounds(range(1, 11), 2, played=pod_rounds(range(9), 2))

    for round_ in rest:
        assert sorted(e for table in round_.tables for e in table.sides) == list(range(1, 11))


def test_the_seed_decides():
    one, other = (pod_rounds(range(12), 4, rng_seed=seed) for seed in (1, 2))

    assert one == pod_rounds(range(12), 4, rng_seed=1)
    assert one != other


@pytest.mark.parametrize(
    ("entries", "games", "refusal"),
    [
        pytest.param((1, 2), 3, PairingImpossible, id="two"),
        pytest.param((1, 2, 3, 3), 3, SameEntryTwice, id="twice"),
        pytest.param((1, 2, 3), 0, ConfigInvalid, id="no-games"),
    ],
)
def test_what_cannot_be_drawn_is_refused(entries, games, refusal):
    with pytest.raises(refusal):
        pod_rounds(entries, games)
