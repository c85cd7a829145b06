import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tournaments.nights import decisions_of, entrants_of, nights, ranking_of
from tests.tournaments.standings.test_tiebreaks import row
from tournaments.brackets.seeding import qualifier_count
from tournaments.errors import ConfigInvalid
from tournaments.standings.cut import Decisions, Lot, Ruling, cut, draw_lot
from tournaments.standings.tiebreaks import FEDERATION_CHAIN, EqualPlace, PlayOffGame, rank


def table(*points):
    """A ranking of entries 1, 2, 3 … with these game points."""
    rows = [row(entry, points=each) for entry, each in enumerate(points, start=1)]
    return rank(rows, FEDERATION_CHAIN)


def test_a_clear_cut_needs_nothing():
    made = cut(table(9, 8, 7, 6), 2)

    assert (made.qualified, made.seeds, made.blocked) == ((1, 2), (1, 2), False)
    assert made.high_non_qualifier == (3,)


def test_an_equal_place_over_the_cut_blocks_it():
    made = cut(table(9, 8, 8, 8, 2), 3)

    assert (made.tied, made.places_left, made.blocked) == ((2, 3, 4), 2, True)
    assert made.seeds == ()


def test_a_ruling_decides_and_leaves_the_place_equal():
    made = cut(table(9, 8, 8, 8, 2), 3, Decisions(rulings=[Ruling((4, 2, 3))]))

    assert (made.seeds, made.high_non_qualifier) == ((1, 4, 2), (3,))
    assert made.places_after == {2: 2, 3: 2, 4: 2}


def test_a_ruling_about_others_decides_nothing():
    assert cut(table(9, 8, 8, 2), 2, Decisions(rulings=[Ruling((2, 4))])).blocked


def test_the_loser_of_a_play_off_game_moves_one_place_down():
    made = cut(table(9, 8, 8, 2), 2, Decisions(play_offs=[PlayOffGame(3, 2)]))

    assert (made.seeds, made.places_after) == ((1, 3), {3: 2, 2: 3})


def test_play_off_games_that_leave_the_cut_open_still_block():
    games = [PlayOffGame(1, 2), PlayOffGame(1, 3)]

    assert cut(table(8, 8, 8), 2, Decisions(play_offs=games)).blocked
    assert cut(table(8, 8, 8), 1, Decisions(play_offs=games)).seeds == (1,)


def test_an_equal_place_inside_the_cut_waits_for_a_lot():
    made = cut(table(9, 9, 8, 2), 3)

    assert (made.blocked, made.qualified, made.seeds) == (False, (1, 2, 3), ())
    assert made.lots_needed == (EqualPlace(1, (1, 2)),)


def test_a_lot_stays_valid_while_the_same_share_a_place():
    lots = Decisions(lots=[Lot((2, 1))])

    assert cut(table(9, 9, 8, 2), 3, lots).seeds == (2, 1, 3)
    assert cut(table(7, 7, 8, 2), 3, lots).seeds == (3, 2, 1)
    assert cut(table(9, 9, 9, 2), 3, lots).seeds == ()


def test_everybody_may_go_on():
    made = cut(table(9, 8), 2)

    assert (made.seeds, made.high_non_qualifier) == ((1, 2), ())


@pytest.mark.parametrize("qualifiers", [pytest.param(0), pytest.param(3)])
def test_a_cut_outside_the_field_is_refused(qualifiers):
    with pytest.raises(ConfigInvalid):
        cut(table(9, 8), qualifiers)


@given(st.lists(st.integers(0, 3), min_size=1, max_size=12), st.data())
def test_a_cut_is_blocked_or_has_just_so_many_qualifiers(points, data):
    qualifiers = data.draw(st.integers(1, len(points)))
    ranking = table(*points)
    made = cut(ranking, qualifiers)

    assert len(made.qualified) == (0 if made.blocked else qualifiers)
    assert made.blocked is bool(made.tied)


@given(st.lists(st.integers(1, 500), min_size=2, max_size=9, unique=True), st.integers())
def test_a_lot_depends_on_its_seed_and_who_shares_the_place_only(entries, seed):
    lot = draw_lot(EqualPlace(1, tuple(entries)), seed=seed)

    assert lot == draw_lot(EqualPlace(5, tuple(reversed(entries))), seed=seed)
    assert sorted(lot.drawn) == sorted(entries)


# -- cases --------------------------------------------------------------------


@pytest.mark.cases
@pytest.mark.parametrize("night", nights())
def test_cut_of_a_night_falls_right(night):
    ranking = ranking_of(night)
    qualifiers = qualifier_count(len(entrants_of(night)))
    before = cut(ranking, qualifiers)
    after = cut(ranking, qualifiers, decisions_of(night))
    expected = night["expected"]

    assert {
        "tied": sorted(before.tied),
        "places_left": before.places_left,
        "blocked": before.blocked,
        "places_after": {str(entry): place for entry, place in after.places_after.items()},
    } == expected["cut"]
    assert list(after.seeds) == expected["seeds"]
    assert sorted(after.high_non_qualifier) == expected["high_non_qualifier"]


@pytest.mark.cases
@pytest.mark.parametrize("night", nights())
def test_lots_a_night_needed_are_asked_for(night):
    decisions = decisions_of(night)
    without = Decisions(decisions.play_offs, decisions.rulings)
    made = cut(ranking_of(night), night["expected"]["qualifiers_count"], without)

    assert [(each.place, sorted(each.entries)) for each in made.lots_needed] == [
        (lot["place"], lot["entries"]) for lot in night["decisions"]["lots"]
    ]
