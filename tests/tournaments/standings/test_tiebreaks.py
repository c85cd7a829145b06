from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.data_files import real_cases
from tests.tournaments.nights import nights, ranking_of
from tournaments.errors import ConfigInvalid
from tournaments.standings.table import CardLine, Row
from tournaments.standings.tiebreaks import (
    FEDERATION_CHAIN,
    TIE_BREAKS,
    EqualPlace,
    Evidence,
    PlayOffGame,
    TieReason,
    beaten_among,
    check_chain,
    rank,
)


def row(entry, points=10, won=4, net=30, plus=90):
    return Row(0, entry, game_points=points, games_won=won, net_spread=net, plus=plus)


def met(*games):
    """Lines of games, each as (winner, loser)."""
    lines = {}
    for winner, loser in games:
        lines.setdefault(winner, []).append(CardLine(winner, loser, True, 5, 2, "none"))
        lines.setdefault(loser, []).append(CardLine(loser, winner, False, -5, 0, "none"))
    return lines


def places(ranking):
    return [(each.place, each.entry) for each in ranking.rows]


@pytest.mark.parametrize(
    ("better", "worse", "by", "values"),
    [
        pytest.param({"won": 5}, {"won": 4}, "games_won", (5, 4), id="games-won"),
        pytest.param({"net": 41}, {"net": 38}, "net_spread", (41, 38), id="spread"),
        pytest.param({"plus": 97}, {"plus": 84}, "plus_points", (97, 84), id="plus"),
    ],
)
def test_a_separated_tie_says_what_decided(better, worse, by, values):
    ranking = rank([row(1, **worse), row(2, **better)], FEDERATION_CHAIN)

    assert places(ranking) == [(1, 2), (2, 1)]
    assert ranking.ties == (TieReason((2,), (1,), by, values),)


def test_the_first_key_is_no_tie():
    ranking = rank([row(1, points=8), row(2, points=9)], FEDERATION_CHAIN)

    assert (places(ranking), ranking.ties) == ([(1, 2), (2, 1)], ())


def test_head_to_head_needs_no_more_than_a_win_between_two():
    ranking = rank([row(1), row(2)], FEDERATION_CHAIN, meetings=met((2, 1)))

    assert ranking.ties == (TieReason((2,), (1,), "head_to_head", (1, 0)),)


def test_head_to_head_does_not_apply_unless_all_tied_met():
    ranking = rank([row(1), row(2), row(3)], FEDERATION_CHAIN, meetings=met((1, 2), (1, 3)))

    assert ranking.equal == (EqualPlace(1, (1, 2, 3)),)


def test_a_subset_that_stays_level_stays_equal():
    games = [(1, 2), (1, 3), (1, 4), (2, 3), (3, 4), (2, 4), (3, 2)]
    ranking = rank([row(entry) for entry in (1, 2, 3, 4)], FEDERATION_CHAIN, meetings=met(*games))

    assert places(ranking) == [(1, 1), (2, 2), (2, 3), (4, 4)]
    assert ranking.ties == (
        TieReason((1,), (2, 3), "head_to_head", (3, 2)),
        TieReason((2, 3), (4,), "head_to_head", (2, 0)),
    )


def test_a_play_off_game_separates_what_nothing_else_does():
    ranking = rank([row(1), row(2)], FEDERATION_CHAIN, play_offs=[PlayOffGame(2, 1)])

    assert places(ranking) == [(1, 2), (2, 1)]
    assert ranking.ties[0].by == "play_off_game"


@pytest.mark.parametrize(
    ("games", "beaten"),
    [
        pytest.param([(1, 2)], {1: 0, 2: 0, 3: 0}, id="one-has-not-played"),
        pytest.param([(1, 2), (1, 3)], {1: 2, 2: 0, 3: 0}, id="one-beat-both"),
        pytest.param([(1, 2), (3, 1)], {1: 1, 2: 0, 3: 2}, id="through-another"),
        pytest.param([(1, 2), (2, 3), (3, 1)], {1: 2, 2: 2, 3: 2}, id="round-in-a-ring"),
    ],
)
def test_a_play_off_puts_the_loser_below_whoever_beat_his_winner(games, beaten):
    assert beaten_among([1, 2, 3], [PlayOffGame(*game) for game in games]) == beaten


def test_places_after_an_equal_place_are_left_out():
    ranking = rank([row(1), row(2), row(3, points=2)], FEDERATION_CHAIN)

    assert places(ranking) == [(1, 1), (1, 2), (3, 3)]


@pytest.mark.parametrize(
    "chain",
    [
        pytest.param((), id="empty"),
        pytest.param(("game_points", "name"), id="name"),
        pytest.param(("net_spread", "net_spread"), id="twice"),
    ],
)
def test_a_chain_that_cannot_be_is_refused(chain):
    with pytest.raises(ConfigInvalid):
        check_chain(chain)


tied_rows = st.lists(
    st.builds(
        row,
        entry=st.integers(1, 1000),
        points=st.integers(0, 2),
        won=st.integers(0, 1),
        net=st.integers(-1, 1),
        plus=st.integers(0, 1),
    ),
    unique_by=lambda each: each.entry,
    max_size=12,
)


@given(tied_rows, st.randoms())
def test_no_name_or_order_of_arrival_decides(rows, chance):
    shuffled = list(rows)
    chance.shuffle(shuffled)
    one, other = rank(rows, FEDERATION_CHAIN), rank(shuffled, FEDERATION_CHAIN)

    assert {each.entry: each.place for each in one.rows} == {
        each.entry: each.place for each in other.rows
    }


@given(tied_rows)
def test_every_neighbour_of_equal_first_key_has_its_reason(rows):
    ranking = rank(rows, FEDERATION_CHAIN)
    groups = {}
    for each in ranking.rows:
        groups.setdefault(each.place, []).append(each)
    ordered = list(groups.values())
    neighbours = [
        (tuple(r.entry for r in above), tuple(r.entry for r in below))
        for above, below in pairwise(ordered)
        if above[0].game_points == below[0].game_points
    ]

    assert [(tie.above, tie.below) for tie in ranking.ties] == neighbours
    assert all(tie.values[0] > tie.values[1] for tie in ranking.ties)


@pytest.mark.parametrize("key", TIE_BREAKS)
def test_every_tie_break_measures_each_row_or_does_not_apply(key):
    rows = [row(entry) for entry in (1, 2, 3)]
    evidence = Evidence(met((1, 2), (2, 3), (3, 1)), [PlayOffGame(1, 2), PlayOffGame(2, 3)])
    values = TIE_BREAKS[key](rows, evidence)

    assert len(values) == len(rows)


# -- cases --------------------------------------------------------------------


def tie_as_written(tie):
    return {
        "above": sorted(tie.above),
        "below": sorted(tie.below),
        "by": tie.by,
        "values": list(tie.values),
    }


@pytest.mark.cases
@pytest.mark.parametrize("night", nights())
def test_ties_of_a_night_have_their_reasons(night):
    ranking = ranking_of(night)
    equal = [
        {"equal": sorted(place.entries), "place": place.place, "by": None}
        for place in ranking.equal
    ]

    assert [*map(tie_as_written, ranking.ties), *equal] == night["expected"]["ties"]


def case_rows(rows):
    names = {"game_points", "games_won", "net_spread"}
    return [
        Row(
            0,
            each["player"],
            plus=each.get("plus_points", 0),
            skunks_given=each.get("skunks", 0),
            **{name: each[name] for name in names},
        )
        for each in rows
    ]


def ranked(given_, order):
    keys = [{"playoff": "play_off_game"}.get(key, key) for key in order]
    games = [(game["winner"], game["loser"]) for game in given_.get("head_to_head", ())]
    return rank(case_rows(given_["rows"]), keys, meetings=met(*games))


def losses_to_tied(given_):
    rows = [
        Row(0, each["player"], games_won=each["wins"], games_lost=each["losses"])
        for each in given_["rows"]
    ]
    games = met(*((game["winner"], game["loser"]) for game in given_["games"]))
    values = TIE_BREAKS["losses_to_tied"](rows, Evidence(games, ()))
    return {each.entry: -value for each, value in zip(rows, values, strict=True)}


@pytest.mark.cases
@pytest.mark.parametrize("case", real_cases(kinds="f", ops=["tie_break"]))
def test_real_tie_is_broken_right(case):
    given_, expected = case["input"], case["expected"]
    if "losses_to_tied" in expected:
        assert losses_to_tied(given_).items() >= expected["losses_to_tied"].items()
        return
    orders = given_.get("orders") or {"": given_["order"]}
    rankings = {club: ranked(given_, order) for club, order in orders.items()}
    entries = {club: [each.entry for each in r.rows] for club, r in rankings.items()}

    assert (entries if "orders" in given_ else entries[""]) == expected["ranking"]
    assert all(ranking.equal == () for ranking in rankings.values())
