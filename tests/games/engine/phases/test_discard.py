import pytest

from games.engine import commands as cmd
from games.engine import errors
from games.engine import events as ev
from scoring.cards import Card, cards
from scoring.errors import DuplicateCard, WrongCardCount
from tests.games.engine.table import Table

OWN = "5H 5C JD 4S 6D KH"
OTHER = "2C 3C 9H TH QS AS"


@pytest.fixture
def table():
    return Table().sit().deal([cards(OWN), cards(OTHER)], Card.parse("8S"))


@pytest.mark.parametrize(
    ("thrown", "refusal"),
    [
        pytest.param("5H 5H", DuplicateCard, id="twice-the-same"),
        pytest.param("5H", WrongCardCount, id="one-too-few"),
        pytest.param("5H 5C JD", WrongCardCount, id="one-too-many"),
        pytest.param("", WrongCardCount, id="none"),
        pytest.param("2C 5H", errors.CardNotInHand, id="of-the-other-hand"),
        pytest.param("KS 5H", errors.CardNotInHand, id="of-the-pack"),
    ],
)
def test_cards_laid_away_are_two_of_the_own_hand(table, thrown, refusal):
    before = table.state

    with pytest.raises(refusal):
        table.send(cmd.Discard(0, cards(thrown)))
    assert table.state == before


def test_refusal_does_not_tell_where_the_card_is(table):
    def answer(thrown):
        with pytest.raises(errors.CardNotInHand) as refusal:
            table.send(cmd.Discard(0, cards(thrown)))
        return refusal.value.message, refusal.value.context

    assert answer("2C 5H") == answer("KS 5H")


def test_seats_lay_away_in_any_order(table):
    table.send(cmd.Discard(1, cards("2C AS")), cmd.Discard(0, cards("4S KH")))

    assert table.state.dealing.crib == cards("AS 2C 4S KH")
    assert table.state.awaits == ("starter", (1,))


def test_seat_lays_away_once(table):
    table.send(cmd.Discard(0, cards("4S KH")))

    with pytest.raises(errors.AlreadyDiscarded):
        table.send(cmd.Discard(0, cards("5H 5C")))


def test_order_of_the_crib_does_not_tell_who_threw_what(table):
    events = table.send(cmd.Discard(0, cards("KH 4S")))

    assert events == (ev.CardsLaidAway(0, cards("KH 4S")),)
    assert table.state.dealing.crib == cards("4S KH")


def test_nothing_is_played_while_cards_are_laid_away(table):
    with pytest.raises(errors.WrongPhase):
        table.send(cmd.PlayCard(0, Card.parse("5H")))
