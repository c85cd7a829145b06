from games.engine import commands as cmd
from games.engine.legal import any_time, legal_commands, moves
from games.engine.rules import Rules
from games.engine.state import NEW
from scoring.cards import cards
from tests.games.engine.counting import PONE as PONE_OF_SHOW
from tests.games.engine.counting import at_the_show
from tests.games.engine.table import COMMITMENT, Table

DEALER, PONE = 1, 0


def playing(starter, **options):
    rules = Rules.of(first_deal="assigned", go="said", **options)
    return Table(rules, DEALER).to_play(["TD KH 9C 9D", "QS KC 9H 9S"], ["QC QD", "8C 8D"], starter)


def test_empty_seat_may_be_taken():
    table = Table()

    assert legal_commands(table.state, 1) == (cmd.TakeSeat(1, table.rules.digest),)


def test_nobody_acts_before_there_is_a_game():
    assert moves(NEW, 0) == ()


def test_cards_already_cut_are_no_choice():
    table = Table(Rules.of(first_deal="cut"), None).sit()
    table.send(cmd.ShufflePack(COMMITMENT), cmd.Cut(0, 7))

    assert cmd.Cut(1, 7) not in legal_commands(table.state, 1)
    assert len(legal_commands(table.state, 1)) == 51
    assert legal_commands(table.state, 0) == ()


def test_two_of_six_cards_are_laid_away():
    table = Table().sit()
    table.deal([cards("5H 5C JD 4S 6D KH"), cards("2C 3C 9H TH QS AS")], cards("8S")[0])

    assert len(legal_commands(table.state, 0)) == 15


def test_only_cards_that_fit_are_played():
    table = playing("7S").play("TD QS")

    assert legal_commands(table.state, PONE) == (
        cmd.PlayCard(PONE, cards("9C")[0]),
        cmd.PlayCard(PONE, cards("9D")[0]),
        cmd.PlayCard(PONE, cards("KH")[0]),
    )


def test_stuck_seat_says_go():
    table = playing("7S").play("TD QS KH")

    assert legal_commands(table.state, DEALER) == (cmd.SayGo(DEALER),)


def test_dealer_may_claim_or_waive_while_the_lead_waits():
    state = playing("JS", heels="before_lead").state

    assert legal_commands(state, DEALER) == (cmd.ClaimHeels(DEALER), cmd.WaiveHeels(DEALER))
    assert legal_commands(state, PONE) == ()


def test_any_seat_may_ask_for_the_cut_and_give_up_where_the_rules_have_it():
    offered = Table(Rules.of(first_deal="assigned", pre_deal_cut="offered", allow_concede=True))

    assert any_time(offered.state, 0) == ("ask_cut",)
    offered.sit()
    assert any_time(offered.state, 1) == ("ask_cut", "concede")
    offered.send(cmd.AskCut(1))
    assert any_time(offered.state, 0) == ("concede",)
    offered.send(cmd.Concede(0))
    assert any_time(offered.state, 0) == ()


def test_owner_may_raise_and_the_other_side_accept():
    table = at_the_show(declaration="until_next_stage")
    table.send(cmd.Count(PONE_OF_SHOW, 5))

    assert legal_commands(table.state, PONE_OF_SHOW) == (cmd.Count(PONE_OF_SHOW, 9),)
    assert [move.type for move in moves(table.state, 0)] == ["accept", "count"]


def test_claims_are_listed_for_whoever_may_claim():
    table = at_the_show(muggins="show")
    table.send(cmd.Count(PONE_OF_SHOW, 5))

    assert legal_commands(table.state, 0) == (
        cmd.Accept(0),
        cmd.Muggins(0, 1),
        cmd.Count(0, 6),
    )
    assert legal_commands(table.state, PONE_OF_SHOW) == ()
    assert [move.what for move in moves(table.state, 0)] == [(), ("hand",), ("hand",)]


def test_crib_is_named_when_it_is_to_be_counted():
    table = at_the_show()
    table.send(cmd.Count(PONE_OF_SHOW, 9), cmd.Count(0, 6))

    assert [(move.type, move.what) for move in moves(table.state, 0)] == [("count", ("crib",))]
