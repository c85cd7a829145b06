from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from tournaments.pairing.first_deal import balanced_dealers, first_dealers

pairs = st.lists(
    st.lists(st.integers(1, 9), min_size=2, max_size=2, unique=True).map(tuple), max_size=60
)


def balance_of(games, dealers, before=None):
    balance = Counter(before or {})
    for pair, dealer in zip(games, dealers, strict=True):
        for entry in pair:
            balance[entry] += 1 if entry == dealer else -1
    return balance


@given(pairs)
def test_first_and_second_deals_differ_by_one_at_most_whatever_the_pairings(games):
    dealers = first_dealers(games)

    assert all(dealer in pair for pair, dealer in zip(games, dealers, strict=True))
    assert all(-1 <= each <= 1 for each in balance_of(games, dealers).values())


@given(pairs)
def test_the_same_pairings_are_dealt_the_same(games):
    assert first_dealers(games) == first_dealers(list(games))


def test_two_who_meet_twice_deal_once_each():
    assert set(first_dealers([(1, 2), (1, 3), (2, 1)])[::2]) == {1, 2}


@given(pairs, st.data())
def test_evening_out_never_makes_it_worse_and_leaves_the_printed_alone(games, data):
    given_ = [pair[0] for pair in games]
    movable = [data.draw(st.booleans()) for _ in games]
    before = {entry: data.draw(st.integers(-3, 3)) for entry in range(1, 10)}

    dealers = balanced_dealers(games, given_, movable, before=before)
    squares = [
        sum(each**2 for each in balance_of(games, some, before).values())
        for some in (dealers, given_)
    ]

    assert squares[0] <= squares[1]
    assert all(
        now == was for now, was, free in zip(dealers, given_, movable, strict=True) if not free
    )


def test_a_past_of_first_deals_is_made_up_for():
    games = [(1, 2), (1, 3), (1, 4)]

    dealers = balanced_dealers(games, [1, 1, 1], [True] * 3, before={1: 3})

    assert dealers == (2, 3, 4)
