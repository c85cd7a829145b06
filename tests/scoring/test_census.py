"""Every deal there is: against the published distribution, by ranks and one by one."""

import json
from collections import Counter
from functools import cache, partial
from itertools import combinations, repeat

import pytest

from scoring.cards import PACK
from scoring.combination import total
from scoring.show import score_show, show_points
from tests.data_files import corpus_files
from tests.scoring.census import census, rank_sets

FORMS = {
    "four_card_hand": (4, False),
    "four_card_crib": (4, True),
    "three_card_hand_flush": (3, False),
}


def distributions():
    return [
        pytest.param(*FORMS[key], _counts(form["count"]), id=f"{path.stem}-{key}")
        for path in corpus_files("show-distribution*.json")
        for key, form in json.loads(path.read_text(encoding="utf-8")).items()
        if key in FORMS
    ]


def _counts(count):
    return {int(points): deals for points, deals in count.items() if deals}


@cache
def by_ranks(size, is_crib):
    return {points: deals for points, deals in census(size, is_crib=is_crib).items() if deals}


@pytest.mark.corpus
@pytest.mark.parametrize(("size", "is_crib", "expected"), distributions())
def test_census_by_ranks_gives_the_published_distribution(size, is_crib, expected):
    assert by_ranks(size, is_crib) == expected


@pytest.mark.parametrize(
    ("size", "is_crib", "deals", "some"),
    [
        pytest.param(
            4, False, 12_994_800, {0: 1_009_008, 24: 3_680, 28: 76, 29: 4}, id="AC-32-hand"
        ),
        pytest.param(4, True, 12_994_800, {0: 1_022_208, 28: 76, 29: 4}, id="AC-32-crib"),
        pytest.param(3, False, 1_082_900, {20: 4}, id="AC-26-three-cards"),
    ],
)
def test_census_has_the_known_numbers(size, is_crib, deals, some):
    counted = by_ranks(size, is_crib)

    assert sum(counted.values()) == deals
    assert {points: counted[points] for points in some} == some


@pytest.mark.parametrize("is_crib", [False, True])
def test_no_hand_of_four_is_worth_19_or_25_to_27(is_crib):
    assert set(by_ranks(4, is_crib)) == set(range(30)) - {19, 25, 26, 27}


def test_no_hand_of_three_is_worth_16_to_19_or_above_20():
    assert set(by_ranks(3, False)) == {*range(16), 20}


@pytest.mark.parametrize(("size", "is_crib"), FORMS.values(), ids=FORMS)
def test_fast_total_is_the_itemised_total_for_every_set_of_ranks(size, is_crib):
    wrong = [
        (hand, starter)
        for hand, starter in rank_sets(size)
        if show_points(hand, starter, is_crib=is_crib)
        != total(score_show(hand, starter, is_crib=is_crib))
    ]

    assert wrong == []


@pytest.mark.nightly
@pytest.mark.parametrize(("size", "is_crib"), FORMS.values(), ids=FORMS)
def test_census_deal_by_deal_agrees_with_the_census_by_ranks(size, is_crib):
    count = partial(show_points, is_crib=True) if is_crib else show_points
    deals = Counter()
    for hand in combinations(PACK, size):
        deals.update(map(count, repeat(hand), [card for card in PACK if card not in hand]))

    assert deals == by_ranks(size, is_crib)


@pytest.mark.nightly
def test_fast_total_is_the_itemised_total_for_every_hand_of_hearts_and_spades():
    red_and_black = [card for card in PACK if card.suit in "HS"]
    wrong = [
        (hand, starter)
        for hand in combinations(red_and_black, 4)
        for starter in red_and_black
        if starter not in hand and show_points(hand, starter) != total(score_show(hand, starter))
    ]

    assert wrong == []
