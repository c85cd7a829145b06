from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tournaments.brackets.playing import play
from tournaments.brackets.single import single_elimination
from tournaments.brackets.tree import advance
from tournaments.errors import ConfigInvalid, PairingImpossible, SameEntryTwice
from tournaments.pairing.groups import seeds_apart, spread_over

SPREADS = pytest.mark.parametrize("spread", ["snake", "bracket"])


def met_in(entries):
    """The rounds of a bracket in which each two of its seeds would meet, and its last."""
    bracket, seeds = single_elimination(entries), range(1, entries + 1)
    found = {}
    for pair in combinations(seeds, 2):
        outcomes, _ = play(bracket, seeds, lambda sides, pair=pair: 1 if sides[0] in pair else 2)
        now = advance(bracket, seeds, outcomes)
        found[pair] = next(key[0] for key, match in now.items() if {*match.sides} == {*pair})
    return found, bracket.final[0]


@SPREADS
@pytest.mark.parametrize("groups", [1, 2, 3, 4, 5, 8])
@pytest.mark.parametrize("n", [16, 17, 23, 31, 64])
def test_everybody_is_in_one_group_and_sizes_differ_by_one_at_most(n, groups, spread):
    formed = spread_over(range(1, n + 1), groups, spread=spread)

    assert sorted(entry for group in formed for entry in group) == list(range(1, n + 1))
    assert len(formed) == groups
    assert max(map(len, formed)) - min(map(len, formed)) <= 1


@SPREADS
@pytest.mark.parametrize("groups", [2, 3, 4, 5, 8])
def test_every_group_has_one_of_each_tier_of_seeds(groups, spread):
    formed = spread_over(range(4 * groups), groups, spread=spread)

    assert all([seed // groups for seed in group] == [0, 1, 2, 3] for group in formed)


def test_a_snake_runs_down_and_up_again():
    assert spread_over(range(1, 11), 4) == ((1, 8, 9), (2, 7, 10), (3, 6), (4, 5))


def test_a_snake_may_set_mates_against_each_other_at_once_and_the_other_spread_does_not():
    rounds, last = met_in(8)
    snake, aware = (spread_over(range(1, 9), 4, spread=each) for each in ("snake", "bracket"))

    assert [rounds[group] for group in snake] == [1, 1, 1, 1]
    assert [rounds[group] for group in aware] == [last] * 4


@pytest.mark.parametrize("groups", [2, 4, 8])
def test_the_first_two_of_each_group_can_meet_only_in_the_final(groups):
    rounds, last = met_in(2 * groups)

    assert {
        rounds[tuple(sorted(group[:2]))]
        for group in spread_over(range(1, 4 * groups + 1), groups, spread="bracket")
    } == {last}


def a_cut(groups, top, best_next=0):
    """Tiers of groups of four, of which so many go on, and the group of each entry."""
    entries = range(1, 4 * groups + 1)
    tiers = [tuple(entries[at : at + groups]) for at in range(0, top * groups, groups)]
    tiers += [tuple(entries[top * groups :][:best_next])] if best_next else []
    return tiers, {entry: (entry - 1) % groups for entry in entries}


@pytest.mark.parametrize("groups", [2, 4, 8])
def test_two_of_a_group_who_go_on_can_meet_only_in_the_final(groups):
    tiers, group_of = a_cut(groups, top=2)
    seeds = seeds_apart(tiers, group_of)
    rounds, last = met_in(len(seeds))
    mates = [
        (one, other)
        for one, other in combinations(range(1, len(seeds) + 1), 2)
        if group_of[seeds[one - 1]] == group_of[seeds[other - 1]]
    ]

    assert {rounds[pair] for pair in mates} == {last}
    assert set(seeds[:groups]) == set(tiers[0])


@given(st.integers(2, 12), st.integers(1, 3), st.data())
def test_seeds_are_those_who_go_on_each_tier_among_itself(groups, top, data):
    tiers, group_of = a_cut(groups, top, best_next=data.draw(st.integers(0, groups)))
    seeds = seeds_apart(tiers, group_of)
    at = 0
    for tier in tiers:
        assert sorted(seeds[at : at + len(tier)]) == sorted(tier)
        at += len(tier)
    assert at == len(seeds)


@pytest.mark.parametrize(("groups", "best_next"), [(6, 4), (3, 2), (5, 0)])
def test_nobody_meets_a_mate_in_the_first_round(groups, best_next):
    tiers, group_of = a_cut(groups, top=2, best_next=best_next)
    seeds = seeds_apart(tiers, group_of)
    rounds, _ = met_in(len(seeds))

    assert not [
        pair
        for pair, round_ in rounds.items()
        if round_ == 1 and group_of[seeds[pair[0] - 1]] == group_of[seeds[pair[1] - 1]]
    ]


@SPREADS
@pytest.mark.parametrize(
    ("entries", "groups", "refusal"),
    [
        pytest.param(range(7), 4, PairingImpossible, id="too-few"),
        pytest.param([1, 2, 3, 3], 2, SameEntryTwice, id="twice"),
        pytest.param(range(7), 0, ConfigInvalid, id="no-group"),
    ],
)
def test_groups_that_cannot_be_are_refused(entries, groups, refusal, spread):
    with pytest.raises(refusal):
        spread_over(entries, groups, spread=spread)
