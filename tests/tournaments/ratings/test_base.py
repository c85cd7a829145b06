import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.ratings.base import (
    Change,
    GameToRate,
    Rated,
    changes_of,
    counts_for_rating,
    rebuild,
)
from tournaments.ratings.elo import Elo
from tournaments.ratings.errors import GameRatedTwice, PlayedOneself

PLAIN = Elo(k=32, start=1000, first_deal_edge=0)


def games(*pairs):
    return [GameToRate(w, lost, None, (number,)) for number, (w, lost) in enumerate(pairs)]


played = st.lists(
    st.tuples(st.sampled_from("abcd"), st.sampled_from("efgh"), st.booleans()), max_size=30
).map(lambda pairs: games(*((w, lost) if first else (lost, w) for w, lost, first in pairs)))


@given(played, st.integers(0, 30))
def test_going_on_from_a_checkpoint_equals_having_rated_all(history, cut):
    checkpoint = rebuild(PLAIN, history[:cut], {})
    went_on = rebuild(PLAIN, history[cut:], checkpoint.ratings)

    assert went_on.ratings == rebuild(PLAIN, history, {}).ratings


@given(played, st.randoms())
def test_the_order_of_play_decides_not_the_order_of_entry(history, rng):
    shuffled = rng.sample(history, len(history))

    assert rebuild(PLAIN, shuffled, {}) == rebuild(PLAIN, history, {})


@given(played)
def test_games_counted_are_wins_and_losses(history):
    ratings, lines = rebuild(PLAIN, history, {})

    for player, rated in ratings.items():
        assert rated.games == len(changes_of(player, lines))


def test_the_checkpoint_is_left_as_it_is():
    checkpoint = {"a": Rated(1000.0, 0.0, 3)}
    rebuild(PLAIN, games(("a", "b")), checkpoint)

    assert checkpoint == {"a": Rated(1000.0, 0.0, 3)}


def test_a_change_says_against_whom_and_who_dealt():
    history = rebuild(PLAIN, [GameToRate("a", "b", "loser", ("2026-11-30", 1))], {}).history

    assert changes_of("b", history) == (
        Change(
            key=("2026-11-30", 1),
            opponent="a",
            won=False,
            dealt_first=True,
            before=Rated(1000, 0.0, 0),
            after=Rated(984.0, 0.0, 1),
        ),
    )


def test_two_games_at_one_place_of_the_order_are_refused():
    with pytest.raises(GameRatedTwice):
        rebuild(PLAIN, games(("a", "b")) + games(("a", "b")), {})


def test_a_game_against_oneself_is_refused():
    with pytest.raises(PlayedOneself):
        rebuild(PLAIN, games(("a", "a")), {})


@pytest.mark.parametrize("outcome", ["bye", "walkover", "forfeit", "double_forfeit", "annulled"])
def test_what_was_not_played_is_unrated(outcome):
    assert not counts_for_rating(outcome=outcome, winners=1)


@pytest.mark.parametrize(("winners", "rated"), [(0, False), (1, True), (2, False)])
def test_a_game_is_rated_when_one_side_won_it(winners, rated):
    assert counts_for_rating(outcome="played", winners=winners) is rated
