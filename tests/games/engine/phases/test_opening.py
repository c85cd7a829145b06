import pytest

from games.engine import commands as cmd
from games.engine import errors
from games.engine.engine import NEW, decide
from games.engine.rules import Rules
from tests.games.engine.table import Table


def test_only_a_game_that_exists_takes_commands():
    with pytest.raises(errors.WrongPhase):
        decide(NEW, cmd.ShufflePack("c0"))


def test_assigned_first_deal_names_the_dealer():
    with pytest.raises(errors.RulesInvalid):
        Table(Rules.of(first_deal="assigned"), None)


def test_cut_first_deal_names_nobody():
    with pytest.raises(errors.RulesInvalid):
        Table(Rules.of(first_deal="cut"), 0)


def test_first_dealer_has_a_seat():
    with pytest.raises(errors.NoSuchSeat):
        Table(Rules.of(first_deal="assigned"), 2)


def test_seat_is_taken_with_the_digest_of_its_rules():
    table = Table()

    with pytest.raises(errors.RulesDigestMismatch):
        table.send(cmd.TakeSeat(0, Rules.of(go="said").digest))


def test_seat_is_taken_once():
    table = Table()
    table.send(cmd.TakeSeat(1, table.rules.digest))

    with pytest.raises(errors.SeatTaken):
        table.send(cmd.TakeSeat(1, table.rules.digest))


@pytest.mark.parametrize("seat", [-1, 2])
def test_there_is_no_seat_beyond_those_of_the_variant(seat):
    table = Table()

    with pytest.raises(errors.NoSuchSeat):
        table.send(cmd.TakeSeat(seat, table.rules.digest))


def test_nobody_cuts_before_all_seats_have_accepted():
    table = Table(Rules.of(first_deal="cut"), None)
    table.send(cmd.TakeSeat(0, table.rules.digest))

    with pytest.raises(errors.WrongPhase):
        table.send(cmd.ShufflePack("c0"))
    assert table.state.awaits == ("seats", (1,))


def test_handicap_stands_on_the_front_peg():
    table = Table(Rules.of(first_deal="assigned", start_pegs=(10, 0)))

    assert table.state.pegs == ((0, 10), (0, 0))
