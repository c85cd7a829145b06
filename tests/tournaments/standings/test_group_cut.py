from itertools import count

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.brackets.seeding import bracket_size, seed_order
from tournaments.errors import ConfigInvalid
from tournaments.standings.cut import Decisions, Lot, Ruling, draw_lot
from tournaments.standings.group_cut import Groups, cut_groups, per_game
from tournaments.standings.table import Row
from tournaments.standings.tiebreaks import PlayOffGame, rank

CHAIN = ("game_points", "games_won", "net_spread")


def played(*tables, games=3):
    """Groups of entries 1, 2, 3 … with these game points of so many games each."""
    number = count(1)
    groups = [
        [Row(0, next(number), games, game_points=points) for points in table] for table in tables
    ]
    return of_rows(groups)


def of_rows(groups):
    return Groups(
        tables={at: rank(rows, CHAIN) for at, rows in enumerate(groups, start=1)},
        played={row.entry: row for rows in groups for row in rows},
        chain=CHAIN,
    )


# Entries 1 to 4, 5 to 8 and 9 to 12.
THREE = ((9, 6, 5, 0), (8, 7, 3, 2), (7, 5, 4, 1))


def test_the_first_two_of_every_group_go_on():
    made = cut_groups(played(*THREE), 6)

    assert (sorted(made.qualified), made.blocked) == ([1, 2, 5, 6, 9, 10], False)
    assert made.high_non_qualifier == (3,)


def test_the_best_thirds_fill_the_bracket():
    made = cut_groups(played(*THREE), 8)

    assert set(made.qualified) == {1, 2, 5, 6, 9, 10, 3, 11}
    assert made.high_non_qualifier == (7,)


def test_fewer_places_than_groups_go_to_the_best_winners():
    assert cut_groups(played(*THREE), 2).seeds == (1, 5)


def test_winners_are_seeded_above_runners_up_and_these_above_thirds():
    seeds = cut_groups(played(*THREE), 8).seeds

    assert [set(seeds[at : at + 3]) for at in (0, 3, 6)] == [{1, 5, 9}, {2, 6, 10}, {3, 11}]


def test_a_third_of_a_smaller_group_is_compared_per_game():
    # Four of two games are more a game than five of three.
    small = [Row(0, 21, 2, game_points=6), Row(0, 22, 2, game_points=5), Row(0, 23, 2, 0, 0, 0, 4)]
    groups = of_rows([[*played(*THREE[:1]).tables[1].rows], small])

    made = cut_groups(groups, 5)

    assert (23 in made.qualified, 3 in made.qualified) == (True, False)
    assert made.high_non_qualifier == (3,)


def test_equal_rates_are_exactly_equal():
    rows = [
        Row(0, 1, 3, game_points=2, net_spread=-10),
        Row(0, 2, 6, game_points=4, net_spread=-20),
        Row(0, 3),
    ]

    one, other, idle = per_game(rows)

    assert one[2:] == other[2:]
    assert idle == Row(0, 3)


def test_a_tie_over_the_cut_within_a_group_blocks_it():
    made = cut_groups(played((9, 5, 5, 0), THREE[1]), 4)

    assert (made.blocked, made.tied, made.places_left) == (True, (2, 3), 1)
    assert set(made.certain) == {1, 5, 6}


def test_a_tie_among_the_thirds_blocks_the_cut_too():
    made = cut_groups(played(THREE[0], THREE[1], (7, 6, 5, 0)), 7)

    assert (made.blocked, set(made.tied), made.places_left) == (True, {3, 11}, 1)
    assert set(made.certain) == {1, 2, 5, 6, 9, 10}


def test_a_tie_for_third_in_a_group_blocks_where_thirds_are_compared():
    made = cut_groups(played((9, 6, 4, 4), THREE[1], THREE[2]), 8)

    assert (made.blocked, made.tied, made.places_left) == (True, (3, 4), 1)


def test_a_tie_that_no_cut_parts_blocks_nothing():
    made = cut_groups(played((9, 6, 4, 4), THREE[1], THREE[2]), 6)

    assert (made.blocked, made.high_non_qualifier) == (False, (3, 4, 11))


def test_ties_are_ruled_on_one_after_the_other():
    groups = played((9, 5, 5, 0), (8, 3, 3, 2))
    first = Ruling((3, 2))

    once = cut_groups(groups, 4, Decisions(rulings=[first]))
    twice = cut_groups(groups, 4, Decisions(rulings=[first, Ruling((6, 7))]))

    assert (once.blocked, once.tied) == (True, (6, 7))
    assert set(twice.qualified) == {1, 3, 5, 6}


def test_the_last_ruling_about_the_same_holds():
    rulings = [Ruling((3, 2)), Ruling((2, 3))]

    assert 2 in cut_groups(played((9, 5, 5, 0), THREE[1]), 4, Decisions(rulings=rulings)).qualified


def test_a_play_off_game_decides_a_tie():
    games = [PlayOffGame(3, 2)]
    made = cut_groups(played((9, 5, 5, 0), THREE[1]), 4, Decisions(play_offs=games))

    assert 3 in made.qualified
    assert made.places_after == {3: 2, 2: 3}


def test_who_wins_a_group_is_drawn_by_lot_where_both_go_on():
    groups = played((9, 9, 5, 0), THREE[1])

    open_ = cut_groups(groups, 4)
    drawn = cut_groups(groups, 4, Decisions(lots=[Lot((2, 1))]))

    assert (open_.blocked, open_.seeds, set(open_.qualified)) == (False, (), {1, 2, 5, 6})
    assert [place.entries for place in open_.lots_needed] == [(1, 2)]
    assert set(drawn.seeds[:2]) == {2, 5}


def test_level_winners_of_different_groups_are_seeded_by_lot():
    groups = played((9, 6, 5, 0), (9, 7, 3, 2))

    open_ = cut_groups(groups, 2)

    assert [place.entries for place in open_.lots_needed] == [(1, 5)]
    assert cut_groups(groups, 2, Decisions(lots=[Lot((5, 1))])).seeds == (5, 1)


@pytest.mark.parametrize("qualifiers", [0, 13])
def test_a_cut_outside_the_field_is_refused(qualifiers):
    with pytest.raises(ConfigInvalid):
        cut_groups(played(*THREE), qualifiers)


TABLES = st.lists(
    st.lists(st.integers(0, 4), min_size=2, max_size=5), min_size=2, max_size=6
).filter(lambda tables: max(map(len, tables)) - min(map(len, tables)) <= 1)


@given(TABLES, st.data())
def test_whatever_is_tied_just_so_many_go_on_when_it_is_decided(tables, data):
    groups = played(*tables)
    qualifiers = data.draw(st.integers(2, sum(map(len, tables))))
    rulings, lots = [], []
    made = cut_groups(groups, qualifiers)
    while made.blocked or made.lots_needed:
        if made.blocked:
            assert 0 < made.places_left < len(made.tied)
            rulings.append(Ruling(made.tied))
        else:
            lots += [draw_lot(place, seed=1) for place in made.lots_needed]
        sure = made.certain
        made = cut_groups(groups, qualifiers, Decisions(rulings=rulings, lots=lots))
        assert {*sure} <= {*made.qualified, *made.certain}

    assert len(made.seeds) == qualifiers
    assert {*made.seeds} == {*made.qualified}
    for table in groups.tables.values():
        going = [row.entry in made.qualified for row in table.rows]
        deep = max(
            (row.place for row, goes in zip(table.rows, going, strict=True) if goes), default=0
        )
        assert all(goes for row, goes in zip(table.rows, going, strict=True) if row.place < deep)


@given(st.integers(2, 8), st.data())
def test_no_two_of_a_group_meet_in_the_first_round(number, data):
    points = st.permutations([9, 6, 4, 1])
    groups = played(*([*data.draw(points)] for _ in range(number)))
    qualifiers = data.draw(st.integers(2, 3 * number))
    made = cut_groups(groups, qualifiers)
    rulings, lots = [], []
    while made.blocked or made.lots_needed:
        rulings += [Ruling(made.tied)] if made.blocked else []
        lots += [draw_lot(place, seed=1) for place in made.lots_needed]
        made = cut_groups(groups, qualifiers, Decisions(rulings=rulings, lots=lots))
    size = bracket_size(qualifiers)
    order = seed_order(size)
    group = {entry: (entry - 1) // 4 for entry in groups.played}

    met = [
        (group[made.seeds[one - 1]], group[made.seeds[other - 1]])
        for one, other in zip(order[::2], order[1::2], strict=True)
        if max(one, other) <= qualifiers
    ]
    assert [pair for pair in met if pair[0] == pair[1]] == []
