"""Missed points of the show: who may claim them, how long, and what it costs."""

import pytest

from games.engine import commands as cmd
from games.engine import errors
from games.engine import events as ev
from games.engine.rules import Rules
from scoring.cards import cards
from tests.games.engine.counting import (
    DEALER,
    DECLARED,
    PONE,
    at_the_show,
    gained,
    held,
    lay,
    muggins,
)
from tests.games.engine.table import Table


@pytest.mark.parametrize(
    ("claimed", "points"),
    [pytest.param(6, (4, 0), id="lesser"), pytest.param(3, (3, 0), id="less-than-missed")],
)
def test_right_claim_takes_the_least(claimed, points):
    table = muggins()
    table.send(cmd.Count(PONE, 5))

    assert gained(table, cmd.Muggins(DEALER, claimed)) == points


def test_false_claim_goes_to_the_owner():
    table = muggins()
    table.send(cmd.Count(PONE, 9))

    assert gained(table, cmd.Muggins(DEALER, 2)) == (0, 2)
    assert ev.MugginsClaimed(DEALER, 2, "false", PONE, "hand") in table.log


def test_claim_can_win_the_game():
    table = muggins(start=(117, 0))
    table.send(cmd.Count(PONE, 5))

    table.send(cmd.Muggins(DEALER, 4))
    assert table.log[-1] == ev.GameWon(DEALER, (0, 2))
    assert table.state.pegs[DEALER].front == 121


@pytest.mark.parametrize("points", [0, 30])
def test_claim_is_of_some_points(points):
    table = muggins()
    table.send(cmd.Count(PONE, 5))

    with pytest.raises(errors.PointsImpossible):
        table.send(cmd.Muggins(DEALER, points))


@pytest.mark.parametrize("declared", [5, 9])
def test_window_opens_whether_or_not_something_was_missed(declared):
    table = muggins()
    events = table.send(cmd.Count(PONE, declared))

    assert [type(event) for event in events] == [ev.CountDeclared, ev.PointsPegged]
    assert events[1].parts == (("declared", declared),)
    assert table.state.clock == "claims"


def test_no_window_follows_an_overclaim():
    table = muggins()
    table.send(cmd.Count(PONE, 12))

    assert table.state.dealing.windows == ()
    with pytest.raises(errors.ClaimWindowClosed):
        table.send(cmd.Muggins(DEALER, 1))


def test_own_count_is_not_claimed_on():
    table = muggins()
    table.send(cmd.Count(PONE, 5))

    for command in (cmd.Muggins(PONE, 4), cmd.Accept(PONE)):
        with pytest.raises(errors.NotOpponent):
            table.send(command)


def test_count_is_final():
    table = muggins()
    table.send(cmd.Count(PONE, 5))

    with pytest.raises(errors.AlreadyDeclared):
        table.send(cmd.Count(PONE, 9))


@pytest.mark.parametrize(
    ("command", "how"),
    [
        (cmd.Accept(DEALER), "accepted"),
        (cmd.Muggins(DEALER, 1), "claimed"),
        (cmd.EndWindow(), "time"),
        (cmd.Count(DEALER, 4), "next_count"),
    ],
)
def test_window_of_the_show_closes(command, how):
    table = muggins()
    table.send(cmd.Count(PONE, 5), command)

    assert ev.WindowClosed("muggins", how) in table.log
    with pytest.raises((errors.ClaimWindowClosed, errors.NotOpponent)):
        table.send(cmd.Muggins(DEALER, 1))


def test_crib_waits_for_the_window_of_the_dealers_hand():
    table = muggins()
    table.send(cmd.Count(PONE, 9), cmd.Count(DEALER, 4))

    assert table.state.awaits == ("claims", (PONE,))
    with pytest.raises(errors.ClaimWindowOpen) as refusal:
        table.send(cmd.Count(DEALER, 0))
    assert refusal.value.context == {"retry_after": 20}


def test_next_deal_waits_for_the_window_of_the_crib():
    table = muggins()
    table.send(cmd.Count(PONE, 9), cmd.Count(DEALER, 4), cmd.Accept(PONE), cmd.Count(DEALER, 0))

    assert table.state.awaits == ("claims", (PONE,))
    table.send(cmd.Accept(PONE))
    assert table.state.awaits == ("shuffle", ())


@pytest.mark.parametrize("command", [cmd.Muggins(DEALER, 1), cmd.Accept(DEALER)])
def test_nothing_is_claimed_where_the_rules_have_no_muggins(command):
    with pytest.raises(errors.NotInRuleset):
        at_the_show().send(command)


def test_nothing_is_claimed_before_there_is_a_deal():
    rules = Rules.of(muggins="show", **DECLARED)

    with pytest.raises(errors.WrongPhase):
        Table(rules, DEALER).send(cmd.Muggins(DEALER, 1))


def test_claim_names_what_it_is_on():
    table = muggins()
    table.send(cmd.Count(PONE, 5))

    with pytest.raises(errors.ClaimWindowClosed):
        table.send(cmd.Muggins(DEALER, 4, "crib"))
    assert gained(table, cmd.Muggins(DEALER, 4, "hand")) == (4, 0)


def three(**options):
    rules = Rules.of("three_hand", **DECLARED | options)
    table = Table(rules, 2)
    table.to_play(["7S 5S QS 4D", "7D 5H QC 3C", "7H 8C KD 9C"], ["AS", "2C", "KS"], "3H", "8H")
    for card in cards("7S 7D 7H 5S 5H 8C QS QC 3C KD 4D 9C"):
        while table.state.awaits.what == "claims":
            table.send(cmd.EndWindow())
        while card not in held(table) or card.value + table.state.dealing.count > 31:
            table.send(cmd.SayGo(table.turn))
        table.send(cmd.PlayCard(table.turn, card))
    return table


def test_second_side_claims_what_is_still_missed():
    table = three(muggins="show")
    table.send(cmd.Count(0, 2))

    assert gained(table, cmd.Muggins(1, 3)) == (0, 3, 0)
    with pytest.raises(errors.AlreadyClaimed):
        table.send(cmd.Muggins(1, 2))
    assert gained(table, cmd.Muggins(2, 9)) == (0, 0, 2)
    assert ev.WindowClosed("muggins", "claimed") in table.log


def test_second_claim_is_false_when_nothing_is_left():
    table = three(muggins="show")
    table.send(cmd.Count(0, 2), cmd.Muggins(1, 5))

    assert gained(table, cmd.Muggins(2, 4)) == (4, 0, 0)


def test_every_other_side_gets_the_excess():
    assert gained(three(), cmd.Count(0, 9)) == (7, 2, 2)


def test_next_count_waits_for_the_third_side():
    table = three(muggins="show")
    table.send(cmd.Count(0, 7))

    assert table.state.awaits == ("claims", (2,))
    with pytest.raises(errors.ClaimWindowOpen):
        table.send(cmd.Count(1, 8))
    table.send(cmd.Accept(2), cmd.Count(1, 8))
    assert ev.WindowClosed("muggins", "next_count") in table.log


def test_either_partner_claims_once_for_the_side():
    rules = Rules.of("partnership", muggins="show", **DECLARED)
    kept = ["7C TD 2S 6H", "8D JS 3C 4H", "AC 5S TS QH", "9H 6D KC 2D"]
    table = Table(rules, 3).to_play(kept, ["9C", "9D", "QC", "QD"], "8H")
    table.play("2S 3C AC 2D 7C 4H 5S 6D 6H 8D TS 9H TD JS QH KC")
    table.send(cmd.Count(0, 0))

    assert gained(table, cmd.Muggins(3, 2)) == (0, 2)
    with pytest.raises((errors.AlreadyClaimed, errors.ClaimWindowClosed)):
        table.send(cmd.Muggins(1, 2))


def test_windows_of_three_players_in_the_play_are_reached_by_the_card():
    rules = Rules.of("three_hand", muggins="show_and_play", **DECLARED)
    table = Table(rules, 2)
    table.to_play(["7S 5S QS 4D", "7D 5H QC 3C", "7H 8C KD 9C"], ["AS", "2C", "KS"], "3H", "8H")
    table.send(lay(0, "7S"), lay(1, "7D"))

    assert gained(table, cmd.Muggins(0, 2, "7D")) == (2, 0, 0)
    assert gained(table, cmd.Muggins(2, 2, "7S")) == (2, 0, 0)
