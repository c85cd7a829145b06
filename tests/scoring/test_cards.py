import copy
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.cards import PACK, RANKS, SUITS, Card, cards
from scoring.errors import CribbageError, InvalidCard
from tests.strategies import one_card


def test_pack_has_every_rank_in_every_suit_once():
    assert sorted(str(card) for card in PACK) == sorted(r + s for r in RANKS for s in SUITS)


@pytest.mark.parametrize(
    ("text", "rank", "value", "suit"),
    [
        pytest.param("AC", 1, 1, "C", id="ace-is-low-and-counts-one"),
        pytest.param("9D", 9, 9, "D", id="pips-count-themselves"),
        pytest.param("TH", 10, 10, "H", id="ten"),
        pytest.param("JS", 11, 10, "S", id="jack-counts-ten"),
        pytest.param("KS", 13, 10, "S", id="king-counts-ten"),
    ],
)
def test_card_has_rank_value_and_suit(text, rank, value, suit):
    card = Card.parse(text)

    assert (card.rank, card.value, card.suit) == (rank, value, suit)


@pytest.mark.parametrize(
    "text",
    ["", "5", "5HH", "10H", "1H", "5h", "tH", "H5", "5X", " 5H", "5H ", "5♥", "５H", "JK", "5H\0"],
)
def test_text_that_is_no_card_is_refused(text):
    with pytest.raises(InvalidCard) as refused:
        Card.parse(text)

    assert (refused.value.code, refused.value.kind) == ("invalid_card", "invalid")


def test_long_text_that_is_no_card_is_quoted_by_its_beginning():
    with pytest.raises(InvalidCard) as refused:
        Card.parse("ten of hearts, if you please")

    assert refused.value.message == (
        "'ten of hearts, if you p is no card; write a rank and a suit, as in 5H or TS"
    )


@pytest.mark.parametrize("thing", [None, 5, 17, ["5H"], b"5H", Card(5, "H")])
def test_what_is_no_text_is_no_card(thing):
    with pytest.raises(InvalidCard):
        Card.parse(thing)


@given(st.text(max_size=4))
def test_only_the_text_of_a_card_is_read_as_one(text):
    try:
        assert str(Card.parse(text)) == text
    except InvalidCard:
        assert text not in {str(card) for card in PACK}


@pytest.mark.parametrize(("rank", "suit"), [(0, "H"), (14, "H"), (5, "X"), (5, "HS"), (5, "")])
def test_no_card_can_be_made_outside_the_pack(rank, suit):
    with pytest.raises(InvalidCard):
        Card(rank, suit)


@given(one_card)
def test_a_card_exists_once(card):
    again = [Card(card.rank, card.suit), Card.parse(str(card)), PACK[card.code]]
    again += [copy.deepcopy(card), pickle.loads(pickle.dumps(card))]

    assert all(each is card for each in again)


def test_every_card_is_true_even_the_one_with_code_zero():
    assert all(PACK)


def test_cards_sort_by_rank_then_suit():
    assert sorted(cards("KC AS TD AC TC")) == list(cards("AC AS TC TD KC"))


def test_a_card_does_not_change():
    with pytest.raises(AttributeError):
        Card(5, "H").rank = 6
    with pytest.raises(AttributeError):
        del Card(5, "H").suit


def test_cards_reads_a_row_in_order():
    assert cards("5H 5C JD") == (Card(5, "H"), Card(5, "C"), Card(11, "D"))


def test_cards_refuses_a_row_with_a_word_that_is_no_card():
    with pytest.raises(CribbageError):
        cards("5H 10C")
