import pytest

from games.engine import commands as cmd
from games.engine import errors
from games.engine import events as ev
from games.engine.dealing import cards_dealt, deal_out
from games.engine.rules import Rules
from games.engine.variants.base import Variant
from games.engine.variants.six_card import SIX_CARD
from scoring.cards import PACK
from tests.games.engine.table import COMMITMENT, Table

THREE_HAND = Variant(key="three", seats=3, sides=3, dealt=5, laid_away=1, to_crib=1)
SIX_FIVE = Variant(key="six_five", seats=3, sides=3, dealt=5, laid_away=1, dealer_extra=1)
PARTNERSHIP = Variant(key="four", seats=4, sides=2, dealt=5, laid_away=1)
FIVE_CRIB = Variant(key="five_crib", seats=2, sides=2, dealt=5, laid_away=1, to_crib=2)


def places(numbers, dealer=0):
    hands, to_crib = deal_out(numbers, dealer, PACK)
    return [[card.code + 1 for card in hand] for hand in (*hands, to_crib)]


def test_cards_go_out_one_at_a_time_from_the_dealers_left():
    assert places(SIX_CARD) == [[2, 4, 6, 8, 10, 12], [1, 3, 5, 7, 9, 11], []]
    assert places(SIX_CARD, dealer=1) == [[1, 3, 5, 7, 9, 11], [2, 4, 6, 8, 10, 12], []]


def test_card_of_the_crib_comes_after_the_hands():
    assert places(THREE_HAND) == [
        [3, 6, 9, 12, 15],
        [1, 4, 7, 10, 13],
        [2, 5, 8, 11, 14],
        [16],
    ]


def test_dealers_sixth_card_comes_last():
    assert places(SIX_FIVE)[0] == [3, 6, 9, 12, 15, 16]


@pytest.mark.parametrize(
    ("numbers", "left"),
    [(SIX_CARD, 40), (THREE_HAND, 36), (SIX_FIVE, 36), (PARTNERSHIP, 32), (FIVE_CRIB, 40)],
    ids=lambda value: getattr(value, "key", value),
)
def test_rest_of_the_pack_lies_aside(numbers, left):
    assert 52 - cards_dealt(numbers) == left


@pytest.mark.parametrize(
    "numbers",
    [
        pytest.param({"seats": 3, "sides": 3, "dealt": 5, "laid_away": 1}, id="crib-of-three"),
        pytest.param({"seats": 2, "sides": 2, "dealt": 5, "laid_away": 2}, id="hand-of-three"),
        pytest.param({"seats": 4, "sides": 3, "dealt": 5, "laid_away": 1}, id="uneven-sides"),
    ],
)
def test_numbers_that_make_no_game_are_refused(numbers):
    with pytest.raises(errors.RulesInvalid):
        Variant(key="impossible", **numbers)


def test_deal_is_committed_to_before_it_is_dealt():
    table = Table().sit()

    assert table.send(cmd.StartDeal(COMMITMENT)) == (ev.DealStarted(1, 0, COMMITMENT),)
    assert table.state.awaits.what == "cards"


def test_no_cards_without_a_commitment():
    with pytest.raises(errors.WrongPhase):
        Table().sit().send(cmd.DealCards(PACK))


@pytest.mark.parametrize("order", [PACK[:51], (*PACK[:51], PACK[0])], ids=["short", "twice"])
def test_pack_of_the_service_is_whole(order):
    table = Table().sit()
    table.send(cmd.StartDeal(COMMITMENT))

    with pytest.raises(ValueError, match="52 different"):
        table.send(cmd.DealCards(order))


@pytest.fixture
def offered():
    table = Table(Rules.of(first_deal="assigned", pre_deal_cut="required")).sit()
    table.send(cmd.StartDeal(COMMITMENT))
    return table


def test_required_cut_waits_for_the_dealers_right(offered):
    assert offered.state.awaits == ("nonce", (1,))
    with pytest.raises(errors.WrongPhase):
        offered.send(cmd.DealCards(PACK))


def test_nonce_of_the_dealers_right_lets_the_deal_go_on(offered):
    offered.send(cmd.Nonce(1, "0123456789abcdef"))

    assert offered.state.dealing.nonces == (None, "0123456789abcdef")
    assert offered.state.awaits.what == "cards"


def test_dealer_does_not_cut_his_own_pack(offered):
    with pytest.raises(errors.NotYourTurn):
        offered.send(cmd.Nonce(0, "0123456789abcdef"))


def test_pack_is_cut_once(offered):
    offered.send(cmd.Nonce(1, "0123456789abcdef"))

    with pytest.raises(errors.AlreadyGiven):
        offered.send(cmd.Nonce(1, "0123456789abcdef"))


@pytest.mark.parametrize("value", ["", "abc", "0" * 15, "0" * 65, "G" * 16, "0" * 16 + "\n"])
def test_nonce_is_hex_digits(offered, value):
    with pytest.raises(errors.NonceInvalid):
        offered.send(cmd.Nonce(1, value))


def test_nonce_is_not_in_rules_without_a_cut():
    table = Table().sit()
    table.send(cmd.StartDeal(COMMITMENT))

    with pytest.raises(errors.NotInRuleset):
        table.send(cmd.Nonce(1, "0123456789abcdef"))
