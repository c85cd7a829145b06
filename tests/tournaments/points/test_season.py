import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.points.errors import CountingRuleInvalid, NightCountedTwice
from tournaments.points.season import CountingRule, NightScore, season_table


def scores(**nights):
    return [
        NightScore(player, f"2026-09-{day:02}", points)
        for player, own in nights.items()
        for day, points in enumerate(own, start=1)
    ]


def places(table):
    return [(row.place, row.player, row.total) for row in table]


def test_the_best_nights_count():
    table = season_table(scores(ann=[14, 0, 18, 12], bo=[20, 13]), CountingRule(best_k=3))

    assert places(table) == [(1, "ann", 44), (2, "bo", 33)]
    assert [night.counted for night in table[0].nights] == [True, False, True, True]
    assert table[0].nights[1].reason == "not_among_best"


def test_a_night_below_the_threshold_counts_for_nobody():
    (row,) = season_table(scores(ann=[11, 12]), CountingRule(best_k=2, min_score=12))

    assert row.total == 12
    assert [night.reason for night in row.nights] == ["below_threshold", ""]


def test_equal_totals_are_equal_places():
    table = season_table(scores(zoe=[9], ann=[9], bo=[20], cy=[3]), CountingRule())

    assert places(table) == [(1, "bo", 20), (2, "zoe", 9), (2, "ann", 9), (4, "cy", 3)]


def test_of_equal_nights_at_the_limit_the_earlier_counts():
    (row,) = season_table(scores(ann=[12, 12, 14]), CountingRule(best_k=2))

    assert [night.counted for night in row.nights] == [True, False, True]


def test_a_player_has_one_score_a_night():
    with pytest.raises(NightCountedTwice):
        season_table([NightScore("ann", "n1", 12), NightScore("ann", "n1", 14)], CountingRule())


@pytest.mark.parametrize("rule", [{"best_k": 0}, {"min_score": -1}])
def test_a_rule_that_counts_nothing_is_refused(rule):
    with pytest.raises(CountingRuleInvalid):
        CountingRule(**rule)


seasons = st.dictionaries(
    st.sampled_from("abcdef"), st.lists(st.integers(0, 27), min_size=1, max_size=12), min_size=1
)


@given(seasons, st.integers(1, 12), st.integers(0, 14))
def test_totals_are_the_largest_sums_the_rule_allows(nights, best_k, min_score):
    table = season_table(scores(**nights), CountingRule(best_k, min_score))

    assert {row.player: row.total for row in table} == {
        player: sum(sorted((p for p in own if p >= min_score), reverse=True)[:best_k])
        for player, own in nights.items()
    }


@given(seasons, st.randoms())
def test_places_do_not_depend_on_the_order_of_the_scores(nights, rng):
    given_scores = scores(**nights)
    shuffled = rng.sample(given_scores, len(given_scores))

    assert sorted(places(season_table(shuffled, CountingRule(3)))) == sorted(
        places(season_table(given_scores, CountingRule(3)))
    )
