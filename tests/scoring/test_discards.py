from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.cards import PACK, cards
from scoring.discards import DiscardChoice, _best_first, rank_discards
from scoring.errors import DuplicateCard, WrongCardCount
from scoring.show import show_points
from tests.strategies import five_cards, six_cards

is_dealer = st.booleans()


def crib_mean_by_brute_force(dealt, discard):
    """Every set of cards that can join a crib, counted one by one."""
    unseen = [card for card in PACK if card not in dealt]
    points = [
        show_points((*discard, *joining), starter, is_crib=True)
        for starter in unseen
        for joining in combinations([card for card in unseen if card != starter], 4 - len(discard))
    ]
    return sum(points) / len(points)


@pytest.mark.parametrize(
    ("dealt", "discard"),
    [
        pytest.param("5H 5C JD QS 6C 2D", "2D 6C", id="two-suits"),
        pytest.param("AH 3H 7H JH 9H KC", "AH 3H", id="one-suit"),
        pytest.param("JC JD 4H 8S 2C TD", "JC JD", id="two-jacks"),
        pytest.param("5H 5C JD 6C 2D", "JD", id="one-of-five-laid-away"),
    ],
)
def test_crib_mean_is_exact(dealt, discard):
    dealt, discard = cards(dealt), cards(discard)
    choices = {choice.discard: choice for choice in rank_discards(dealt, is_dealer=True)}

    expected = crib_mean_by_brute_force(dealt, discard)

    assert choices[discard].crib_mean == pytest.approx(expected, abs=1e-9)


def test_hand_is_counted_with_every_starter():
    choices = rank_discards(cards("5H 5C 5D JS KC QD"), is_dealer=False)
    fives_and_jack = next(each for each in choices if each.kept == cards("5C 5D 5H JS"))

    # 5S makes 29; an ace adds nothing to the 14 of three fives and a jack.
    assert (fives_and_jack.hand_min, fives_and_jack.hand_max) == (14, 29)


@settings(max_examples=15)
@given(six_cards, is_dealer)
def test_fifteen_choices_part_the_cards_best_first(dealt, is_dealer):
    choices = rank_discards(dealt, is_dealer=is_dealer)

    assert {choice.discard for choice in choices} == set(combinations(sorted(dealt), 2))
    assert all(sorted((*each.discard, *each.kept)) == sorted(dealt) for each in choices)
    assert [each.total for each in choices] == sorted(
        (each.total for each in choices), reverse=True
    )


@pytest.mark.parametrize("worse", [(4.0, 9.0), (4.9, 9.0), (5.0, 8.9), (5.4, 8.9)])
def test_the_better_hand_is_first_where_totals_are_equal(worse):
    hand, total = worse
    best = DiscardChoice((), (), 5.0, 0, 9, 4.0, 9.0 + 1e-12)
    other = DiscardChoice((), (), hand, 0, 9, 5.0, total)

    # The last bits of the sums say nothing.
    assert _best_first(best) < _best_first(other)
    assert _best_first(best) == _best_first(DiscardChoice((), (), 5.0, 0, 9, 4.0, 9.0))


@settings(max_examples=15)
@given(five_cards, is_dealer)
def test_one_card_of_five_is_laid_away(dealt, is_dealer):
    choices = rank_discards(dealt, is_dealer=is_dealer)

    assert {choice.discard for choice in choices} == {(card,) for card in dealt}


@settings(max_examples=15)
@given(six_cards)
def test_the_crib_counts_for_its_dealer_and_against_the_others(dealt):
    for_dealer = {each.discard: each for each in rank_discards(dealt, is_dealer=True)}
    for_pone = {each.discard: each for each in rank_discards(dealt, is_dealer=False)}

    for discard, choice in for_dealer.items():
        assert choice.total == choice.hand_mean + choice.crib_mean
        assert for_pone[discard].total == choice.hand_mean - choice.crib_mean
        assert choice.hand_min <= choice.hand_mean <= choice.hand_max


@settings(max_examples=10)
@given(six_cards)
def test_order_of_the_deal_does_not_matter(dealt):
    assert rank_discards(dealt, is_dealer=True) == rank_discards(frozenset(dealt), is_dealer=True)


@pytest.mark.parametrize("dealt", ["", "5H 6H 7H 8H", "5H 6H 7H 8H 9H TH JH"])
def test_wrong_number_of_cards_is_refused(dealt):
    with pytest.raises(WrongCardCount):
        rank_discards(cards(dealt), is_dealer=True)


@pytest.mark.parametrize("dealt", ["5H 5H 7H 8H 9H TH", "5H 6H 7H 8H 8H"])
def test_same_card_twice_is_refused(dealt):
    with pytest.raises(DuplicateCard):
        rank_discards(cards(dealt), is_dealer=True)
