import pytest

from games.engine import commands as cmd
from games.engine import errors
from games.engine import events as ev
from scoring.cards import Card, cards
from tests.games.engine.table import Table


@pytest.fixture
def table():
    table = Table().sit()
    table.deal([cards("5H 5C JD 4S 6D KH"), cards("2C 3C 9H TH QS AS")], Card.parse("8S"))
    table.send(cmd.Discard(0, cards("4S KH")), cmd.Discard(1, cards("2C AS")))
    return table


@pytest.mark.parametrize("index", [4, 36])
def test_four_cards_stay_on_each_side_of_the_cut(table, index):
    events = table.send(cmd.Cut(1, index))

    assert events == (ev.StarterCut(1, index, table.order[12 + index]),)


@pytest.mark.parametrize("index", [-1, 0, 3, 37, 40])
def test_cut_beyond_the_limits_is_refused(table, index):
    with pytest.raises(errors.CutOutOfRange) as refusal:
        table.send(cmd.Cut(1, index))
    assert refusal.value.context == {"low": 4, "high": 36}


def test_pone_cuts(table):
    with pytest.raises(errors.NotYourTurn):
        table.send(cmd.Cut(0, 20))


def test_cut_without_its_card_is_a_mistake_of_the_service(table):
    table.order = ()

    with pytest.raises(ValueError, match="resolve_cut"):
        table.send(cmd.Cut(1, 20))


def test_nobody_plays_before_the_starter_is_turned(table):
    with pytest.raises(errors.WrongPhase):
        table.send(cmd.PlayCard(1, Card.parse("9H")))


def test_pone_leads(table):
    table.cut_starter()

    assert table.state.awaits == ("play", (1,))
