import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tournaments.brackets.playing import better_seed, play
from tournaments.brackets.consolation import first_match_losers, losers_up_to, non_qualifiers
from tournaments.brackets.double import double_elimination
from tournaments.brackets.single import single_elimination
from tournaments.brackets.tree import Outcome, advance


def played(bracket, entries, winner_of=better_seed):
    outcomes, _ = play(bracket, range(1, entries + 1), winner_of)
    return advance(bracket, range(1, entries + 1), outcomes)


def test_a_bye_is_no_match_so_whoever_loses_the_next_one_has_lost_the_first():
    bracket = single_elimination(6)
    now = played(bracket, 6)

    # 1 and 2 rest in the first round; 4 and 3 have won there before they lose.
    assert first_match_losers(bracket, now) == (5, 6)
    upset = played(bracket, 6, lambda sides: 3 - better_seed(sides))
    assert first_match_losers(bracket, upset) == (4, 3, 1, 2)


def test_a_walkover_is_no_match_and_whoever_did_not_come_is_not_fed():
    bracket = single_elimination(4)
    outcomes = {(1, 1): Outcome(2), (1, 2): Outcome(1), (2, 1): Outcome(2)}
    now = advance(bracket, [1, 2, 3, 4], outcomes)

    assert first_match_losers(bracket, now) == (1, 2)
    # 1 did not come, so the final is the first match 4 plays.
    assert first_match_losers(bracket, now, forfeited={(1, 1)}) == (2, 4)


def test_nobody_of_a_double_forfeit_is_fed():
    bracket = single_elimination(4)
    now = advance(bracket, [1, 2, 3, 4], {(1, 1): Outcome(None), (1, 2): Outcome(1)})

    assert first_match_losers(bracket, now, forfeited={(1, 1)}) == (2,)
    assert losers_up_to(bracket, now, 2) == (2,)


def test_a_match_still_to_be_played_feeds_nobody():
    bracket = single_elimination(4)

    assert first_match_losers(bracket, advance(bracket, [1, 2, 3, 4], {})) == ()


@given(st.data(), st.integers(2, 64), st.booleans())
def test_first_match_losers_have_won_nothing_and_are_named_once(data, entries, is_double):
    bracket = double_elimination(entries) if is_double else single_elimination(entries)
    now = played(bracket, entries, lambda _: data.draw(st.sampled_from([1, 2])))
    losers = first_match_losers(bracket, now)
    first = {}
    for match in now.values():
        if match.state == "decided":
            for side in match.sides:
                first.setdefault(side, match)

    assert len(set(losers)) == len(losers)
    assert set(losers) == {entry for entry, match in first.items() if match.loser == entry}


@pytest.mark.parametrize(
    ("round_", "losers"),
    [
        pytest.param(0, (), id="none"),
        pytest.param(1, (8, 5, 6, 7), id="first"),
        pytest.param(2, (8, 5, 6, 7, 4, 3), id="semi-finals"),
        pytest.param(3, (8, 5, 6, 7, 4, 3, 2), id="all-with-the-third-place"),
    ],
)
def test_losers_up_to_a_round_are_named_once_in_the_order_of_the_bracket(round_, losers):
    bracket = single_elimination(8, third_place=True)

    assert losers_up_to(bracket, played(bracket, 8), round_) == losers


def test_whoever_did_not_come_is_no_loser_who_plays_on():
    bracket = single_elimination(4)

    assert losers_up_to(bracket, played(bracket, 4), 1, forfeited={(1, 2)}) == (4,)


def test_non_qualifiers_keep_their_order():
    assert non_qualifiers([5, 3, 9, 1], {3, 5}) == (9, 1)
