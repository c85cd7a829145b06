from itertools import accumulate

import pytest
from hypothesis import assume, given

from scoring.cards import PACK, Card, cards
from scoring.combination import Combination, total
from scoring.errors import CountTooHigh, DuplicateCard, WrongCardCount
from scoring.pegging import peg_combinations, peg_points
from tests.data_files import real_cases, rules_examples
from tests.scoring.playout import pegged_by_seat, play_out
from tests.strategies import piles


def read(texts):
    return tuple(Card.parse(text) for text in texts)


def pegged(pile):
    """What each card of a pile scores as it is laid."""
    return [peg_points(pile[:laid]) for laid in range(1, len(pile) + 1)]


def whys(laid):
    """The reasons of a card's points, as the worked examples word them."""
    names = [f"run of {each.points}" if each.kind == "run" else each.name for each in laid]
    return sorted(names)


def is_whole(example):
    return example.values[0]["hands"] is not None


EXAMPLES = rules_examples("pegging")


@pytest.mark.cases
@pytest.mark.parametrize("case", [each for each in EXAMPLES if not is_whole(each)])
def test_worked_fragment_is_pegged_right(case):
    pile = []
    for play in case["plays"]:
        pile.append(Card.parse(play["card"]))
        combinations = peg_combinations(pile)

        assert sum(card.value for card in pile) == play["count"]
        assert total(combinations) == peg_points(pile) == play["score"]
        assert whys(combinations) == sorted(play["why"])
        if play.get("reset"):
            pile.clear()


@pytest.mark.cases
@pytest.mark.parametrize("case", [each for each in EXAMPLES if is_whole(each)])
def test_worked_play_with_hands_is_pegged_right(case):
    hands = [read(case["hands"][player]) for player in case["players"]]
    laid = list(play_out(hands, read(case["cards"])))
    with_cards = [each for each in laid if each.card is not None]

    assert [(str(each.card), each.count, each.points) for each in with_cards] == [
        (play["card"], play["count"], play["score"]) for play in case["plays"] if "card" in play
    ]
    by_player = dict(zip(case["players"], pegged_by_seat(laid, len(hands)), strict=True))
    assert by_player == case["expected_by_player"]


@pytest.mark.cases
@pytest.mark.parametrize("case", real_cases(kinds="b", ops=["peg_sequence"]))
def test_real_dispute_in_the_play_is_settled_right(case):
    pile = read(case["input"]["plays"])

    assert pegged(pile) == case["expected"]["points"]
    assert list(accumulate(card.value for card in pile)) == case["expected"]["counts"]


@pytest.mark.parametrize(
    ("pile", "points"),
    [
        pytest.param("5C 5D 5H 5S", [0, 2, 8, 12], id="AC-08-four-fives"),
        pytest.param("6C 4D 5H 3S", [0, 0, 5, 4], id="AC-09-run-made-longer-below"),
        pytest.param("6C 4D 5H 7S", [0, 0, 5, 4], id="AC-09-run-made-longer-above"),
        pytest.param("2C 3D 4H 3S", [0, 0, 3, 0], id="AC-10-repeated-rank-breaks-the-run"),
        pytest.param("2C 3D 3H 4S", [0, 0, 2, 0], id="AC-10-run-does-not-span-a-pair"),
        pytest.param("2C 4D 6H AS 3C 5D 7H", [0, 0, 0, 0, 0, 6, 7], id="AC-11-runs-of-6-and-7"),
        pytest.param("7C 8D 7H", [0, 2, 0], id="AC-12-no-pair-across-a-card"),
        pytest.param("KC QD", [0, 0], id="AC-12-equal-value-is-no-pair"),
        pytest.param("QC KD AH", [0, 0, 0], id="AC-12-no-run-round-the-corner"),
        pytest.param("JC KD QH", [0, 0, 3], id="AC-12-court-run-out-of-order"),
        pytest.param("AC 9D 7H 7S 7C", [0, 0, 0, 2, 8], id="AC-13-pair-royal-at-31"),
    ],
)
def test_each_card_pegs_what_the_rules_say(pile, points):
    assert pegged(cards(pile)) == points


@pytest.mark.parametrize(
    ("hands", "order", "by_seat"),
    [
        pytest.param(["TD KH", "QS KC"], "TD QS KH KC", [1, 1], id="AC-14-no-pair-over-a-reset"),
        pytest.param(["TC 9C", "JD 2D"], "TC JD 9C 2D", [3, 2], id="AC-18-31-is-no-last-card"),
        pytest.param(
            ["KD AC", "KS", "KH QC"], "KD KS KH AC QC", [2, 2, 7], id="AC-19-empty-seat-is-skipped"
        ),
        pytest.param(
            ["7C TD 2S 6H", "8D JS 3C 4H", "AC 5S TS QH", "9H 6D KC 2D"],
            "2S 3C AC 2D 7C 4H 5S 6D 6H 8D TS 9H TD JS QH KC",
            [2, 4, 4, 12],
            id="AC-20-partnership",
        ),
    ],
)
def test_whole_play_pegs_what_the_rules_say(hands, order, by_seat):
    laid = list(play_out([cards(hand) for hand in hands], cards(order)))

    assert pegged_by_seat(laid, len(hands)) == by_seat


def test_one_card_can_score_several_things():
    said = [(each.kind, each.name, each.points) for each in peg_combinations(cards("5C 5D 5H"))]

    assert said == [("fifteen", "fifteen", 2), ("pair", "pair royal", 6)]


def test_run_is_of_the_last_cards_alone():
    pile = cards("KC 3C 5D 4H")

    assert peg_combinations(pile) == (Combination("run", "run", pile[1:], 3),)


@pytest.mark.parametrize("score", [peg_combinations, peg_points])
@pytest.mark.parametrize("pile", ["TH JC AC TH", "5C 6C 5C"])
def test_only_the_card_that_is_there_twice_is_named(score, pile):
    twice = pile.split()[-1]
    with pytest.raises(DuplicateCard) as refused:
        score(cards(pile))

    assert refused.value.context == {"cards": [twice]}


def test_thirteen_cards_is_the_longest_pile_there_is():
    pile = cards("4C AC 2C 3C AD 2D 3D AH 2H 3H AS 2S 3S")

    assert peg_points(pile) == total(peg_combinations(pile)) == 3


@pytest.mark.parametrize("score", [peg_combinations, peg_points])
@pytest.mark.parametrize(
    ("pile", "refusal"),
    [
        pytest.param("", WrongCardCount, id="no-card-laid"),
        pytest.param("KC QC TC 2C", CountTooHigh, id="count-of-32"),
        pytest.param("KC QC TC AC AD", CountTooHigh, id="card-after-31"),
        pytest.param("AC " * 14, DuplicateCard, id="one-card-fourteen-times"),
        pytest.param("KC " * 25 + "6D 7D", CountTooHigh, id="more-than-all-bits-hold"),
        pytest.param("5C 6C 5C", DuplicateCard, id="same-card-twice"),
        pytest.param("5C 5C", DuplicateCard, id="same-card-twice-in-a-row"),
    ],
)
def test_pile_that_cannot_be_is_refused(score, pile, refusal):
    with pytest.raises(refusal) as refused:
        score(cards(pile))

    assert refused.value.kind == "rules"


@given(piles)
def test_fast_points_are_the_itemised_points(pile):
    assert peg_points(pile) == total(peg_combinations(pile))


@given(piles)
def test_suits_play_no_part_in_the_play(pile):
    turned = {"C": "D", "D": "H", "H": "S", "S": "C"}

    assert peg_points([Card(card.rank, turned[card.suit]) for card in pile]) == peg_points(pile)


@given(piles)
def test_every_combination_ends_with_the_card_just_laid(pile):
    for each in peg_combinations(pile):
        assert each.cards == pile[-len(each.cards) :]


@given(piles)
def test_no_card_can_be_laid_past_31(pile):
    count = sum(card.value for card in pile)
    too_high = [card for card in PACK if card not in pile and count + card.value > 31]
    assume(too_high)

    with pytest.raises(CountTooHigh):
        peg_points((*pile, too_high[0]))
