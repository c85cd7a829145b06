import pytest

from games.engine import commands as cmd
from games.engine import errors
from games.engine import events as ev
from games.engine.rules import Rules
from scoring.cards import PACK, Card, cards
from tests.games.engine.table import COMMITMENT, Table


@pytest.fixture
def table():
    table = Table(Rules.of(first_deal="cut"), None).sit()
    table.order = (*cards("7S 7D 4C KH AH 2C"), *PACK[30:])
    table.send(cmd.ShufflePack(COMMITMENT))
    return table


def test_low_card_deals(table):
    table.send(cmd.Cut(0, 2), cmd.Cut(1, 3))

    assert (table.state.first_dealer, table.state.awaits.what) == (0, "shuffle")


def test_ace_is_low(table):
    table.send(cmd.Cut(0, 5), cmd.Cut(1, 4))

    assert table.state.first_dealer == 1


def test_equal_cuts_are_void_and_a_new_pack_is_owed(table):
    events = table.send(cmd.Cut(1, 1), cmd.Cut(0, 0))

    assert events == (ev.DealerCut(0, 0, Card.parse("7S")), ev.CutTied())
    assert table.state.awaits.what == "pack"
    assert table.state.first_dealer is None


def test_seats_cut_again_after_a_tie(table):
    table.send(cmd.Cut(1, 1), cmd.Cut(0, 0), cmd.ShufflePack("c1" * 32))

    table.send(cmd.Cut(0, 3), cmd.Cut(1, 2))

    assert table.state.first_dealer == 1


def test_card_already_cut_cannot_be_taken(table):
    table.send(cmd.Cut(0, 2))

    with pytest.raises(errors.CardTaken):
        table.send(cmd.Cut(1, 2))


def test_seat_cuts_once(table):
    table.send(cmd.Cut(0, 2))

    with pytest.raises(errors.AlreadyCut):
        table.send(cmd.Cut(0, 3))


@pytest.mark.parametrize("index", [-1, 52])
def test_pack_has_52_places(table, index):
    with pytest.raises(errors.CutOutOfRange):
        table.send(cmd.Cut(0, index))


def test_nothing_else_is_done_while_seats_cut(table):
    with pytest.raises(errors.WrongPhase):
        table.send(cmd.ShufflePack("c1" * 32))


def test_cut_without_its_card_is_a_mistake_of_the_service(table):
    table.order = ()

    with pytest.raises(ValueError, match="resolve_cut"):
        table.send(cmd.Cut(0, 2))


def test_cut_shows_its_card_to_everybody(table):
    assert table.send(cmd.Cut(0, 2)) == (ev.DealerCut(0, 2, Card.parse("4C")),)
