from itertools import permutations

import pytest
from hypothesis import given

from scoring.cards import PACK, Card, cards
from scoring.combination import Combination, total
from scoring.errors import DuplicateCard, WrongCardCount
from scoring.show import score_show, show_points
from tests.data_files import real_cases, rules_examples
from tests.strategies import five_cards, hands_with_starter, three_cards_with_starter

KINDS = {"fifteen": "fifteens", "pair": "pairs", "run": "runs", "flush": "flush", "nobs": "nobs"}


def read(texts):
    return tuple(Card.parse(text) for text in texts)


def parts_of(hand, starter, *, is_crib=False):
    """Points by kind and the total, as the case files write them."""
    shown = score_show(hand, starter, is_crib=is_crib)
    parts = {
        word: total(each for each in shown if each.kind == kind) for kind, word in KINDS.items()
    }
    return parts | {"total": total(shown)}


@pytest.mark.cases
@pytest.mark.parametrize("case", rules_examples("show"))
def test_worked_example_is_counted_right(case):
    hand, starter = read(case["cards"]), Card.parse(case["starter"])

    assert parts_of(hand, starter, is_crib=case["crib"]) == {
        **case["breakdown"],
        "total": case["expected"],
    }
    assert show_points(hand, starter, is_crib=case["crib"]) == case["expected"]


@pytest.mark.cases
@pytest.mark.parametrize("case", real_cases(kinds="a", ops=["score_show"]))
def test_real_dispute_is_settled_right(case):
    given_ = case["input"]
    hand, starter = read(given_["hand"]), Card.parse(given_["starter"])

    assert parts_of(hand, starter, is_crib=given_["is_crib"]) == case["expected"]
    assert show_points(hand, starter, is_crib=given_["is_crib"]) == case["expected"]["total"]


@pytest.mark.cases
@pytest.mark.parametrize("case", real_cases(kinds="a", ops=["score_deal"]))
def test_real_deal_is_counted_right(case):
    starter = Card.parse(case["input"]["starter"])

    assert {
        who: parts_of(read(case["input"][who]), starter, is_crib=who == "crib")
        for who in ("pone", "dealer", "crib")
    } == case["expected"]


@pytest.mark.cases
@pytest.mark.parametrize("case", real_cases(kinds="a", ops=["score_invalid"]))
@pytest.mark.parametrize("score", [score_show, show_points])
def test_real_hand_that_cannot_be_is_refused(case, score):
    given_ = case["input"]
    with pytest.raises(DuplicateCard):
        score(read(given_["hand"]), Card.parse(given_["starter"]), is_crib=given_["is_crib"])


@pytest.mark.parametrize(
    ("hand", "starter", "is_crib", "points"),
    [
        pytest.param("5H 4C 6D 8S", "5S", False, 12, id="S-124-double-run-with-two-fifteens"),
        pytest.param("5H 5C 5D JS", "5S", False, 29, id="AC-27-highest-hand"),
        pytest.param("5H 5C 5D JD", "5S", False, 28, id="AC-27-jack-of-another-suit"),
        pytest.param("5H 5C 5D 5S", "JS", False, 28, id="AC-27-jack-as-starter-is-no-nobs"),
        pytest.param("9C TD TH JS", "2C", False, 8, id="AC-28-double-run-alone"),
        pytest.param("2C 2D 3H 4S", "5C", False, 10, id="AC-28-double-run-of-four"),
        pytest.param("2C 2D 2H 3S", "4C", False, 15, id="AC-28-triple-run"),
        pytest.param("2C 3D 3H 4S", "4C", False, 16, id="AC-28-double-double-run"),
        pytest.param("4C 4D 5H 5S", "6C", False, 24, id="AC-28-twenty-four-low"),
        pytest.param("6C 7D 7H 8S", "8C", False, 24, id="AC-28-twenty-four-high"),
        pytest.param("2C 3D 4H 5S", "6C", False, 9, id="AC-29-run-of-five-counts-once"),
        pytest.param("2H 4H 6H 8H", "KS", False, 4, id="AC-30-hand-flush-without-starter"),
        pytest.param("2H 4H 6H 8H", "KH", False, 5, id="AC-30-hand-flush-with-starter"),
        pytest.param("2H 4H 6H 8H", "KS", True, 0, id="AC-30-crib-flush-needs-starter"),
        pytest.param("2H 4H 6H 8H", "KH", True, 5, id="AC-30-crib-flush-of-five"),
        pytest.param("2H 4H 6H 8S", "KH", False, 0, id="AC-30-starter-does-not-fill-a-flush"),
        pytest.param("JH 2C 4D 8S", "KH", False, 1, id="AC-31-nobs-in-hand"),
        pytest.param("JH 2C 4D 8S", "KH", True, 1, id="AC-31-nobs-in-crib"),
        pytest.param("JC 2C 4D 8S", "KH", False, 0, id="AC-31-jack-of-another-suit"),
        pytest.param("QC KD AH 7S", "9D", False, 0, id="AC-12-no-run-round-the-corner"),
        pytest.param("7C TD 2S 6H", "8H", False, 7, id="AC-20-seat-0"),
        pytest.param("8D JS 3C 4H", "8H", False, 6, id="AC-20-seat-1"),
        pytest.param("AC 5S TS QH", "8H", False, 4, id="AC-20-seat-2"),
        pytest.param("9H 6D KC 2D", "8H", False, 2, id="AC-20-seat-3"),
        pytest.param("2C 4D 6H 8S", "TD", False, 0, id="AC-32-nineteen"),
        pytest.param("2H 6H 9H", "4S", False, 7, id="AC-26-three-card-flush"),
        pytest.param("2H 6H 9H", "4H", False, 8, id="AC-26-three-card-flush-with-starter"),
        pytest.param("2H 6H 9H QH", "4S", True, 4, id="AC-26-crib-of-the-five-card-game"),
        pytest.param("2H 6H 9H QH", "4H", True, 9, id="AC-26-its-flush-of-five"),
        pytest.param("5H 5C 5D", "5S", False, 20, id="AC-26-highest-hand-of-three"),
    ],
)
def test_show_is_worth_what_the_rules_say(hand, starter, is_crib, points):
    hand, starter = cards(hand), Card.parse(starter)

    assert total(score_show(hand, starter, is_crib=is_crib)) == points
    assert show_points(hand, starter, is_crib=is_crib) == points


@pytest.mark.parametrize("deal", ["29", "5-card"])
def test_every_combination_has_cards_points_and_a_name(deal):
    hand, starter = {
        "29": (cards("5H 5C 5D JS"), Card.parse("5S")),
        "5-card": (cards("7C 8D 9D"), Card.parse("8H")),
    }[deal]

    said = [
        f"{' '.join(map(str, each.cards))} {each.name} {each.points}"
        for each in score_show(hand, starter)
    ]

    assert said == EXPECTED[deal]


EXPECTED = {
    "5-card": [
        "7C 8D fifteen 2",
        "7C 8H fifteen 2",
        "8D 8H pair 2",
        "7C 8D 9D double run 3",
        "7C 8H 9D double run 3",
    ],
    "29": [
        *(f"{five} JS fifteen 2" for five in ("5C", "5D", "5H", "5S")),
        *(f"{fives} fifteen 2" for fives in ("5C 5D 5H", "5C 5D 5S", "5C 5H 5S", "5D 5H 5S")),
        *(f"5C {other} double pair royal 2" for other in ("5D", "5H", "5S")),
        *(f"5D {other} double pair royal 2" for other in ("5H", "5S")),
        "5H 5S double pair royal 2",
        "JS nobs 1",
    ],
}


@pytest.mark.parametrize(
    ("hand", "starter", "name", "runs"),
    [
        pytest.param("2C 3D 4H 9S", "KC", "run", [3], id="run"),
        pytest.param("2C 3D 4H 5S", "KC", "run", [4], id="run-of-four"),
        pytest.param("2C 2D 3H 4S", "KC", "double run", [3, 3], id="S-124"),
        pytest.param("2C 2D 3H 4S", "5C", "double run", [4, 4], id="S-125"),
        pytest.param("2C 2D 2H 3S", "4C", "triple run", [3, 3, 3], id="S-126"),
        pytest.param("2C 2D 3H 3S", "4C", "double-double run", [3, 3, 3, 3], id="S-127"),
    ],
)
def test_runs_are_named_by_the_unit_they_make(hand, starter, name, runs):
    shown = [each for each in score_show(cards(hand), Card.parse(starter)) if each.kind == "run"]

    assert {each.name for each in shown} == {name}
    assert [each.points for each in shown] == runs


def test_double_run_with_any_fifth_card_is_never_eight():
    hand = cards("2C 2D 3H 4S")

    worth = {show_points(hand, starter) for starter in PACK if starter not in hand}

    assert worth == {10, 12, 15, 16, 18}


@pytest.mark.parametrize(
    ("starter", "alike", "points"),
    [
        pytest.param("KH", "2H 4H 6H 8H KH", 5, id="with-the-starter"),
        pytest.param("KC", "2H 4H 6H 8H", 4, id="of-the-hand"),
    ],
)
def test_flush_has_the_cards_of_one_suit(starter, alike, points):
    flush = score_show(cards("2H 4H 6H 8H"), Card.parse(starter))[-1]

    assert flush == Combination("flush", "flush", cards(alike), points)


@pytest.mark.parametrize(
    ("hand", "is_crib", "words"),
    [
        ("5H 6H", False, "a hand has 3 or 4 cards at the show, not 2"),
        ("5H 6H 7H", True, "a crib has 4 cards at the show, not 3"),
    ],
)
def test_refusal_says_how_many_cards_there_are_to_be(hand, is_crib, words):
    with pytest.raises(WrongCardCount) as refused:
        score_show(cards(hand), Card.parse("KC"), is_crib=is_crib)

    assert (str(refused.value), refused.value.message) == (words, words)


@pytest.mark.parametrize("score", [score_show, show_points])
@pytest.mark.parametrize(
    ("hand", "is_crib"),
    [("", False), ("5H 6H", False), ("5H 6H 7H 8H 9H", False), ("5H 6H 7H", True), ("", True)],
)
def test_wrong_number_of_cards_is_refused(score, hand, is_crib):
    with pytest.raises(WrongCardCount) as refused:
        score(cards(hand), Card.parse("KC"), is_crib=is_crib)

    assert refused.value.context == {"count": len(cards(hand))}


@pytest.mark.parametrize("score", [score_show, show_points])
@pytest.mark.parametrize(
    ("hand", "starter", "is_crib"),
    [
        pytest.param("5H 6H 7H 8H", "8H", False, id="starter-in-hand"),
        pytest.param("5H 6H 7H 8H", "5H", True, id="starter-in-crib"),
        pytest.param("5H 5H 7H 8H", "9C", False, id="twice-in-hand"),
        pytest.param("5H 5H 5H 5H", "5H", False, id="one-card-five-times"),
        pytest.param("5H 5H 6H 6H", "9C", False, id="two-cards-twice"),
        pytest.param("5H 6H 7H", "7H", False, id="starter-in-hand-of-three"),
        pytest.param("5H 5H 7H", "8H", False, id="twice-in-hand-of-three"),
    ],
)
def test_same_card_twice_is_refused(score, hand, starter, is_crib):
    with pytest.raises(DuplicateCard) as refused:
        score(cards(hand), Card.parse(starter), is_crib=is_crib)

    shown = [*hand.split(), starter]
    assert refused.value.context == {
        "cards": sorted({text for text in shown if shown.count(text) > 1})
    }


@given(hands_with_starter)
def test_fast_total_is_the_itemised_total(shown):
    hand, starter = shown

    assert show_points(hand, starter) == total(score_show(hand, starter))
    assert show_points(hand, starter, is_crib=True) == total(
        score_show(hand, starter, is_crib=True)
    )


@given(three_cards_with_starter)
def test_fast_total_is_the_itemised_total_for_three_cards(shown):
    hand, starter = shown

    assert show_points(hand, starter) == total(score_show(hand, starter))


@given(five_cards)
def test_total_is_possible(shown):
    *hand, starter = shown

    assert total(score_show(hand, starter)) in set(range(30)) - {19, 25, 26, 27}


@given(hands_with_starter)
def test_order_of_the_hand_does_not_matter(shown):
    hand, starter = shown

    assert {score_show(order, starter) for order in permutations(hand)} == {
        score_show(frozenset(hand), starter)
    }
    assert show_points(frozenset(hand), starter) == show_points(hand, starter)


@given(hands_with_starter)
def test_no_combination_is_listed_twice(shown):
    listed = [(each.kind, frozenset(each.cards)) for each in score_show(*shown)]

    assert len(set(listed)) == len(listed)
