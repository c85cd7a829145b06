from dataclasses import replace

import pytest

from games.engine import commands as cmd
from games.engine import errors, rulings
from games.engine import events as ev
from games.engine.engine import NEW, handle
from games.engine.rules import Rules
from games.engine.state import Pegs
from tests.games.engine.table import COMMITMENT, Table
from tests.games.engine.worked import three_players, two_players

PONE, DEALER = 0, 1


def live(**options):
    rules = Rules.of(first_deal="assigned", go="said", **options)
    table = Table(rules, DEALER)
    return table.to_play(["JH 7C 6D 4H", "5S 6H 2S 4S"], ["TS KC", "8D 8C"], "5H").play("JH 5S")


def test_side_that_gives_up_loses_with_the_pegs_where_they_are():
    table = live(allow_concede=True, start_pegs=(95, 60))

    assert table.send(cmd.Concede(PONE)) == (rulings.Conceded(PONE), ev.GameWon(DEALER, (0, 0)))
    assert (table.state.scores, table.state.ended_by) == ((95, 62), "concession")


def test_skunk_of_who_gives_up_is_that_of_the_score_then():
    table = live(allow_concede=True)
    table.send(cmd.Concede(PONE))

    assert table.state.skunks == (2, 0)


def test_nobody_gives_up_where_the_rules_forbid_it():
    with pytest.raises(errors.NotInRuleset):
        live().send(cmd.Concede(PONE))


def test_nobody_gives_up_with_three_sides():
    with pytest.raises(errors.NotInRuleset):
        three_players(allow_concede=True).send(cmd.Concede(0))


def test_nobody_gives_up_before_the_seats_are_taken():
    with pytest.raises(errors.WrongPhase):
        Table(Rules.of(first_deal="assigned", allow_concede=True)).send(cmd.Concede(0))


def test_partner_gives_up_for_both():
    table = Table(Rules.of("partnership", first_deal="assigned", allow_concede=True)).sit()
    table.send(cmd.Concede(2))

    assert table.state.winner == 1


def test_seat_loses_on_time():
    table = live()

    assert table.send(cmd.TimeOut(DEALER)) == (
        rulings.TimedOut(DEALER),
        ev.GameWon(PONE, (0, 2)),
    )
    assert table.state.ended_by == "time"


def test_no_game_of_three_is_lost_on_time():
    with pytest.raises(errors.NotInRuleset):
        three_players().send(cmd.TimeOut(0))


def test_abandoned_game_has_no_winner_and_takes_no_command():
    table = live()
    table.send(cmd.Abandon("both went home"))

    assert (table.state.is_over, table.state.winner) == (True, None)
    assert table.state.ended_by == "abandonment"
    with pytest.raises(errors.GameOver):
        table.send(cmd.SayGo(PONE))


def test_abandoned_game_goes_on_from_the_start_of_its_deal():
    table = live(start_pegs=(10, 20))
    table.send(cmd.Abandon("the line was down"), cmd.VoidDeal("they are back", ("user:7",)))

    assert table.state.scores == (10, 20)
    assert table.state.awaits == ("shuffle", ())


def test_deal_is_played_again_by_its_dealer_with_the_pegs_of_its_start():
    table = two_players()
    table.send(cmd.StartDeal(COMMITMENT))
    table.serve(lambda: table.order)
    pegs = table.state.pegs

    table.send(cmd.Adjust(PONE, 3, 40, "a mistake"), cmd.VoidDeal("a card was shown"))
    assert table.state.pegs == pegs
    table.send(cmd.StartDeal(COMMITMENT))
    assert (table.state.dealing.number, table.state.dealing.dealer) == (3, PONE)


@pytest.mark.parametrize("command", [cmd.VoidDeal(" "), cmd.Adjust(0, 0, 0, "")])
def test_correction_says_why(command):
    with pytest.raises(errors.ReasonMissing):
        live().send(command)


def test_no_deal_is_void_before_the_first_or_after_it_counted():
    for table in (Table().sit(), two_players()):
        with pytest.raises(errors.WrongPhase):
            table.send(cmd.VoidDeal("a card was shown"))


def test_pegs_are_put_where_the_ruling_says():
    table = live()
    table.send(cmd.Adjust(DEALER, 0, 1, "wrong peg moved", ("user:7", "user:8")))

    assert table.state.pegs[DEALER] == Pegs(0, 1)
    assert table.log[-1] == rulings.Adjusted(DEALER, 0, 1, "wrong peg moved", ("user:7", "user:8"))


def test_side_put_on_the_target_has_won():
    table = live()
    table.send(cmd.Adjust(PONE, 100, 121, "penalty"))

    assert (table.state.winner, table.state.ended_by) == (PONE, "target")


@pytest.mark.parametrize(
    ("side", "back", "front"), [(2, 0, 0), (-1, 0, 0), (0, 5, 4), (0, 0, 122), (0, -1, 4)]
)
def test_pegs_cannot_stand_anywhere(side, back, front):
    with pytest.raises(errors.PegsImpossible):
        live().send(cmd.Adjust(side, back, front, "why not"))


def test_more_time_changes_nothing_else():
    table = live()
    before = table.state
    table.send(cmd.ExtendClock(50, "outage:1"))

    assert table.state == replace(before, version=before.version + 1)


@pytest.mark.parametrize(
    "command", [cmd.Abandon("x"), cmd.ExtendClock(1), cmd.Adjust(0, 0, 0, "x")]
)
def test_nothing_is_ruled_before_there_is_a_game(command):
    with pytest.raises(errors.WrongPhase):
        handle(NEW, command)


# -- the cut before the deal ----------------------------------------------------


def test_offered_cut_is_left_out_unless_a_seat_asks():
    table = Table(Rules.of(first_deal="assigned", pre_deal_cut="offered"), DEALER).sit()
    table.send(cmd.StartDeal(COMMITMENT))

    assert table.state.awaits == ("cards", ())


def test_deal_waits_for_the_cut_that_a_seat_asked_for():
    table = Table(Rules.of(first_deal="assigned", pre_deal_cut="offered"), DEALER).sit()
    table.send(cmd.AskCut(DEALER), cmd.StartDeal(COMMITMENT))

    assert (table.state.awaits, table.state.clock) == (("nonce", (PONE,)), "cut")
    table.send(cmd.Nonce(PONE, "ab" * 8))
    assert table.state.awaits == ("cards", ())


def test_cut_that_does_not_come_in_time_is_left_out():
    table = Table(Rules.of(first_deal="assigned", pre_deal_cut="required"), DEALER).sit()
    table.send(cmd.StartDeal(COMMITMENT), cmd.EndWindow())

    assert table.log[-1] == ev.WindowClosed("cut", "time")
    assert table.state.awaits == ("cards", ())


def test_cut_is_asked_for_once_a_deal():
    table = Table(Rules.of(first_deal="assigned", pre_deal_cut="offered"), DEALER).sit()
    table.send(cmd.AskCut(DEALER))

    with pytest.raises(errors.AlreadyGiven):
        table.send(cmd.AskCut(PONE))


@pytest.mark.parametrize("option", ["off", "required"])
def test_nobody_asks_where_it_is_not_offered(option):
    with pytest.raises(errors.NotInRuleset):
        Table(Rules.of(first_deal="assigned", pre_deal_cut=option)).send(cmd.AskCut(0))


def test_no_time_is_running():
    with pytest.raises(errors.WrongPhase):
        live().send(cmd.EndWindow())


def test_clock_of_a_move_runs_where_the_rules_have_one():
    assert live(move_seconds=60).state.clock == "move"
    assert live().state.clock == ""
