"""The table of a league: sums, places, deductions, teams that leave."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.errors import ConfigInvalid
from tournaments.matches import MatchFormat
from tournaments.pairing.fixtures import fixture_rounds
from tournaments.standings.league import (
    Deduction,
    PlayedTie,
    check_league_chain,
    league_table,
    ties_that_count,
)
from tournaments.standings.tiebreaks import PlayOffGame
from tournaments.ties import Board, BoardScore, TiePoints, TieRules, judge_tie, walkover

RULES = TieRules((Board(2, MatchFormat(5, "points_all")),) * 3, TiePoints(2, 1))


def tie(home, away, *legs, round_=1):
    verdict = judge_tie(RULES, [BoardScore(won, 5 - won) for won in legs]) if legs else None
    return PlayedTie(round_, home, away, verdict)


def places(table):
    return [(row.place, row.entry, row.points) for row in table.rows]


def test_a_row_adds_up_both_venues():
    table = league_table([1, 2, 3], [tie(1, 2, 5, 3, 2), tie(3, 1, 0, 5, 1), tie(2, 3)])
    (first, *_) = table.rows

    assert (first.entry, first.played, first.won, first.drawn, first.lost) == (1, 2, 2, 0, 0)
    assert (first.boards_for, first.boards_against) == (4, 2)
    assert (first.legs_for, first.legs_against, first.points) == (19, 11, 4)


def test_an_open_tie_is_counted_for_nobody():
    table = league_table([1, 2], [tie(1, 2)])

    assert places(table) == [(1, 1, 0), (1, 2, 0)]
    assert [row.played for row in table.rows] == [0, 0]


def test_level_points_are_separated_by_legs_and_the_table_says_so():
    table = league_table([1, 2, 3, 4], [tie(1, 2, 3, 3, 3), tie(3, 4, 5, 5, 5)])
    (legs, _) = table.ties

    assert [row.entry for row in table.rows] == [3, 1, 2, 4]
    assert (legs.above, legs.below, legs.by, legs.values) == ((3,), (1,), "legs_won", (15, 9))
    assert league_table([1, 2], [tie(1, 2, 5, 5, 5)], ["points"]).ties == ()


def test_tables_won_count_where_legs_are_level():
    ties = [tie(1, 2, 3, 3, 3), tie(3, 4, 5, 4, 0)]
    table = league_table([1, 3, 2, 4], ties)

    assert [row.legs_for for row in table.rows[:2]] == [9, 9]
    assert [row.entry for row in table.rows[:2]] == [1, 3]
    assert table.ties[0].by == "boards_won"


def test_whoever_won_between_level_teams_stands_above():
    chain = ["points", "head_to_head"]
    table = league_table([2, 1], [tie(1, 2, 4, 2, 2)], chain, deductions=[Deduction(1, 2, "late")])

    assert places(table) == [(1, 1, 0), (2, 2, 0)]
    assert table.ties[0].by == "head_to_head"


def test_teams_that_beat_each_other_in_a_ring_share_a_place():
    ring = league_table([1, 2, 3], [tie(1, 2, 4, 2, 2), tie(2, 3, 4, 2, 2), tie(3, 1, 4, 2, 2)])

    assert [row.place for row in ring.rows] == [1, 1, 1]
    assert ring.equal[0].entries == (1, 2, 3)


def test_a_play_off_game_separates_the_last():
    ties = [tie(1, 2, 4, 2, 2), tie(2, 3, 4, 2, 2), tie(3, 1, 4, 2, 2)]
    games = [PlayOffGame(2, 1), PlayOffGame(1, 3)]

    assert [row.entry for row in league_table([1, 2, 3], ties, play_offs=games).rows] == [2, 1, 3]


def test_deductions_are_taken_off_and_shown():
    table = league_table([1, 2], [tie(1, 2, 5, 5, 5)], deductions=[Deduction(1, 3, "late card")])

    assert places(table) == [(1, 2, 0), (2, 1, -1)]
    assert table.rows[1].deducted == 3


def test_a_tie_nobody_came_to_is_lost_by_both():
    table = league_table([1, 2], [PlayedTie(1, 1, 2, walkover(RULES, None))])

    assert [(row.played, row.lost, row.points) for row in table.rows] == [(1, 1, 0)] * 2


def season(n):
    """Every tie of a double season, all won at home."""
    return [
        tie(fixture.home, fixture.away, 5, 5, 5, round_=day.number)
        for day in fixture_rounds(range(1, n + 1))
        for fixture in day.fixtures
    ]


@pytest.mark.parametrize(
    ("from_round", "leaving", "rounds_kept"),
    [
        pytest.param(3, "half_season", [], id="first-half"),
        pytest.param(4, "half_season", [1, 2, 3], id="after-the-first-half"),
        pytest.param(6, "half_season", [1, 2, 3], id="second-half"),
        pytest.param(6, "void_all", [], id="void-all"),
        pytest.param(6, "keep_played", [1, 2, 3, 4, 5], id="keep-played"),
    ],
)
def test_a_team_that_leaves_takes_its_ties_as_the_league_says(from_round, leaving, rounds_kept):
    ties = season(4)
    kept = ties_that_count(ties, {2: from_round}, rounds=6, leaving=leaving)
    others = [tie for tie in ties if 2 not in tie[1:3]]

    assert [tie.round for tie in kept if 2 in tie[1:3]] == rounds_kept
    assert [tie for tie in kept if 2 not in tie[1:3]] == others


@given(st.integers(2, 9), st.data())
def test_what_one_team_wins_another_loses(n, data):
    legs = st.lists(st.integers(0, 5), min_size=3, max_size=3)
    ties = [
        tie(fixture.home, fixture.away, *data.draw(legs))
        for day in fixture_rounds(range(n))
        for fixture in day.fixtures
    ]
    rows = league_table(range(n), ties).rows

    assert sum(row.won for row in rows) == sum(row.lost for row in rows)
    assert sum(row.played for row in rows) == 2 * len(ties)
    assert all(row.played == row.won + row.drawn + row.lost for row in rows)
    assert sum(row.legs_for for row in rows) == sum(row.legs_against for row in rows)
    assert sum(row.points for row in rows) == 2 * len(ties)
    assert [row.points for row in rows] == sorted((row.points for row in rows), reverse=True)


@pytest.mark.parametrize("chain", [[], ["points", "points"], ["game_points"]])
def test_a_chain_of_other_words_is_refused(chain):
    with pytest.raises(ConfigInvalid):
        check_league_chain(chain)
