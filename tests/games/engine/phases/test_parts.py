import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.phases.parts import parts_of, parts_of_pile, parts_of_show
from scoring.cards import PACK, Card, cards
from scoring.pegging import peg_combinations
from scoring.show import score_show

shown = st.lists(st.sampled_from(PACK), min_size=5, max_size=5, unique=True)
of_one_suit = st.lists(st.sampled_from(PACK[2::4]), min_size=4, max_size=4, unique=True)


@given(shown, st.booleans())
def test_split_by_kind_is_that_of_the_list(cards_shown, is_crib):
    *hand, starter = cards_shown

    assert parts_of_show(hand, starter, is_crib=is_crib) == parts_of(
        score_show(hand, starter, is_crib=is_crib)
    )


@given(of_one_suit, st.sampled_from(PACK[:8]), st.booleans())
def test_split_of_a_flush_is_that_of_the_list(hand, starter, is_crib):
    starter = next(card for card in (starter, *PACK) if card not in hand)

    assert parts_of_show(hand, starter, is_crib=is_crib) == parts_of(
        score_show(hand, starter, is_crib=is_crib)
    )


@pytest.mark.parametrize(
    ("hand", "starter", "parts"),
    [
        ("5H 5C 5D JS", "5S", (("fifteen", 16), ("pair", 12), ("nobs", 1))),
        ("2H 4H 6H JH", "KH", (("flush", 5), ("nobs", 1))),
        ("2H 6H 9H", "4S", (("fifteen", 4), ("flush", 3))),
        ("2C 4D 6H 8S", "TD", ()),
    ],
)
def test_points_are_split_in_counting_order(hand, starter, parts):
    assert parts_of_show(cards(hand), Card.parse(starter), is_crib=False) == parts


@given(st.lists(st.sampled_from(PACK), min_size=1, max_size=13, unique=True))
def test_split_of_a_pile_is_that_of_the_list(laid):
    pile = []
    for card in laid:
        if sum(other.value for other in (*pile, card)) > 31:
            break
        pile.append(card)
        count = sum(other.value for other in pile)
        assert parts_of_pile(pile, count) == parts_of(peg_combinations(pile))
