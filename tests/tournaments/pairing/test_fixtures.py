"""Fixtures: every two meet as often as they should, venues in turn."""

from collections import Counter
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.errors import PairingImpossible, SameEntryTwice
from tournaments.pairing.fixtures import Fixture, FixtureRound, fixture_rounds, longest_run

teams = st.integers(2, 24).map(range)


def venues(rounds):
    return Counter(fixture[:2] for round_ in rounds for fixture in round_.fixtures)


@given(teams)
def test_a_double_season_has_every_two_at_both_venues(field):
    assert venues(fixture_rounds(field)) == Counter(permutations(field, 2))


@given(teams)
def test_a_single_season_has_every_two_once(field):
    met = Counter(frozenset(pair) for pair in venues(fixture_rounds(field, double=False)))

    assert set(met.values()) == {1}
    assert len(met) == len(field) * (len(field) - 1) // 2


@given(teams, st.booleans())
def test_everybody_plays_or_is_free_on_every_matchday(field, double):
    rounds = fixture_rounds(field, double=double)
    each = len(field) - 1 + len(field) % 2

    assert [round_.number for round_ in rounds] == list(range(1, each * (1 + double) + 1))
    for round_ in rounds:
        playing = [team for fixture in round_.fixtures for team in fixture[:2]]
        assert sorted([*playing, *round_.free]) == list(field)
        assert len(round_.free) == len(field) % 2


@given(teams, st.booleans())
def test_home_and_away_are_even_and_nobody_is_three_times_running_at_one_venue(field, double):
    rounds = fixture_rounds(field, double=double)
    home = Counter(team for team, _ in venues(rounds).elements())
    away = Counter(team for _, team in venues(rounds).elements())

    assert max(abs(home[team] - away[team]) for team in field) == (
        0 if double or len(field) % 2 else 1
    )
    assert longest_run(rounds) <= 2


@given(st.integers(4, 24).map(range))
def test_two_halves_do_not_bring_the_same_two_together_at_once(field):
    days = {}
    for round_ in fixture_rounds(field):
        for home, away, meeting in round_.fixtures:
            days[frozenset((home, away)), meeting] = round_.number

    gaps = [days[pair, 2] - days[pair, 1] for pair, meeting in days if meeting == 1]
    assert min(gaps) >= len(field) - 2


def test_four_teams_meet_as_worked_out_by_hand():
    first, second, third = fixture_rounds("ABCD", double=False)

    assert first == FixtureRound(1, (Fixture("A", "D"), Fixture("B", "C")))
    assert second == FixtureRound(2, (Fixture("D", "B"), Fixture("C", "A")))
    assert third == FixtureRound(3, (Fixture("C", "D"), Fixture("A", "B")))


def test_a_free_matchday_neither_ends_a_run_nor_makes_it_longer():
    rounds = [
        FixtureRound(1, (Fixture(1, 2),), (3,)),
        FixtureRound(2, (Fixture(2, 3),), (1,)),
        FixtureRound(3, (Fixture(1, 3),), (2,)),
    ]

    assert longest_run(rounds) == 2


@pytest.mark.parametrize(
    ("field", "refusal"),
    [((), PairingImpossible), ((1,), PairingImpossible), ((1, 2, 2), SameEntryTwice)],
)
def test_a_season_that_cannot_be_is_refused(field, refusal):
    with pytest.raises(refusal):
        fixture_rounds(field)
