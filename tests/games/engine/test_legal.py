from games.engine import commands as cmd
from games.engine.legal import legal_commands, moves
from games.engine.rules import Rules
from games.engine.state import NEW
from scoring.cards import cards
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
