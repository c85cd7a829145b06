"""Declared counts: what is pegged, what too much costs, what may be raised."""

import pytest

from games.engine import commands as cmd
from games.engine import errors
from games.engine import events as ev
from games.engine.rules import Rules
from scoring.cards import cards
from tests.games.engine.counting import (
    DEALER,
    DECLARED,
    NINE,
    PONE,
    at_the_show,
    gained,
    muggins,
)
from tests.games.engine.table import Table


def test_seat_is_asked_for_its_count():
    table = at_the_show()

    assert table.state.awaits == ("count", (PONE,))
    assert table.log[-1] == ev.HandShown(PONE, cards("AH 4H 6C TC"))


def test_declared_points_are_pegged_and_the_next_hand_is_shown():
    assert at_the_show().send(cmd.Count(PONE, 9))[:-1] == (
        ev.CountDeclared(PONE, "hand", 9, 0, 9),
        ev.PointsPegged(PONE, PONE, 9, "hand", (("declared", 9),)),
    )


def test_missed_points_are_lost_without_muggins():
    table = at_the_show()

    assert gained(table, cmd.Count(PONE, 5)) == (0, 5)
    assert table.state.awaits == ("count", (DEALER,))


def test_nothing_declared_pegs_nothing():
    assert gained(at_the_show(), cmd.Count(PONE, 0)) == (0, 0)


@pytest.mark.parametrize(
    ("overclaim", "declared", "points"),
    [("award", 12, (3, 9)), ("award", 29, (20, 9)), ("correct", 12, (0, 9))],
)
def test_too_much_is_cut_down_and_priced(overclaim, declared, points):
    table = at_the_show(overclaim=overclaim)

    assert gained(table, cmd.Count(PONE, declared)) == points
    assert ev.CountDeclared(PONE, "hand", declared, declared - 9, 9) in table.log


def test_what_is_there_is_told_with_an_overclaim():
    table = at_the_show()
    table.send(cmd.Count(PONE, 12))

    pegged = [event for event in table.log if isinstance(event, ev.PointsPegged)]
    assert pegged[-2:] == [
        ev.PointsPegged(PONE, PONE, 9, "hand", (("fifteen", 6), ("run", 3))),
        ev.PointsPegged(DEALER, DEALER, 3, "overclaim", (("overclaim", 3),)),
    ]


def test_overclaim_is_refused_where_the_rules_say_so():
    table = at_the_show(overclaim="refuse")
    before = table.state

    with pytest.raises(errors.Overclaim):
        table.send(cmd.Count(PONE, 12))
    assert table.state == before


def test_owner_who_wins_by_what_is_there_pays_nothing():
    table = at_the_show((0, 110))
    table.send(cmd.Count(PONE, 12))

    assert (table.state.winner, table.state.scores[PONE]) == (PONE, 121)


def test_price_stops_at_the_target_and_wins():
    table = at_the_show((117, 0))
    table.send(cmd.Count(PONE, 29))

    assert (table.state.winner, table.state.scores[DEALER]) == (DEALER, 121)


@pytest.mark.parametrize("points", [-1, 30])
def test_no_hand_is_worth_that(points):
    with pytest.raises(errors.PointsImpossible):
        at_the_show().send(cmd.Count(PONE, points))


def test_another_seat_waits_for_its_turn_to_count():
    with pytest.raises(errors.NotYourTurn):
        at_the_show().send(cmd.Count(DEALER, 4))


def test_nobody_counts_where_cards_are_played():
    table = Table(Rules.of(**DECLARED), DEALER)
    table.to_play(["KC KD 9C 8D", NINE], ["2D 9D", "KH 8C"], "5S")

    with pytest.raises(errors.WrongPhase):
        table.send(cmd.Count(PONE, 9))


RAISE = {"declaration": "until_next_stage"}


def test_count_is_raised_until_the_next_one():
    table = at_the_show(**RAISE)
    table.send(cmd.Count(PONE, 5))

    assert gained(table, cmd.Count(PONE, 9)) == (0, 4)
    table.send(cmd.Count(DEALER, 4))
    with pytest.raises(errors.NotYourTurn):
        table.send(cmd.Count(PONE, 9))


def test_raise_is_higher():
    table = at_the_show(**RAISE)
    table.send(cmd.Count(PONE, 5))

    with pytest.raises(errors.RaiseTooLow) as refusal:
        table.send(cmd.Count(PONE, 5))
    assert refusal.value.context == {"least": 6}


def test_raise_above_what_is_there_is_priced_and_the_last():
    table = at_the_show(**RAISE)
    table.send(cmd.Count(PONE, 5))

    assert gained(table, cmd.Count(PONE, 12)) == (3, 4)
    with pytest.raises(errors.NotYourTurn):
        table.send(cmd.Count(PONE, 13))


def test_dealer_raises_his_hand_until_the_other_side_accepts():
    table = at_the_show(**RAISE)
    table.send(cmd.Count(PONE, 9), cmd.Count(DEALER, 0))
    assert gained(table, cmd.Count(DEALER, 4)) == (4, 0)

    table.send(cmd.Accept(PONE))
    assert table.state.awaits == ("count", (DEALER,))
    table.send(cmd.Count(DEALER, 0))
    assert table.state.awaits == ("claims", (PONE,))
    table.send(cmd.EndWindow())
    assert table.state.awaits == ("shuffle", ())


def test_muggins_opens_when_raising_is_over():
    table = muggins(**RAISE)
    table.send(cmd.Count(PONE, 5))

    with pytest.raises(errors.WrongPhase):
        table.send(cmd.Muggins(DEALER, 4))
    with pytest.raises(errors.ClaimWindowOpen):
        table.send(cmd.Count(DEALER, 4))
    table.send(cmd.Count(PONE, 7), cmd.Accept(DEALER))
    assert gained(table, cmd.Muggins(DEALER, 9)) == (2, 0)


@pytest.mark.parametrize("declared", [9, 5])
def test_hand_that_would_pass_the_target_pegs_nothing_whatever_is_declared(declared):
    table = muggins(start=(0, 115), exact_finish=True)

    assert gained(table, cmd.Count(PONE, declared)) == (0, 0)
    assert table.log[-1] == ev.PointsNotPegged(
        PONE, PONE, declared, "hand", (("declared", declared),)
    )


def test_what_would_have_passed_the_target_is_no_missed_point():
    table = muggins(start=(0, 115), exact_finish=True)
    table.send(cmd.Count(PONE, 5))

    assert gained(table, cmd.Muggins(DEALER, 2)) == (0, 2)


def test_what_would_have_passed_the_target_is_not_raised_into_it():
    table = at_the_show((0, 115), exact_finish=True, **RAISE)
    table.send(cmd.Count(PONE, 2))

    assert gained(table, cmd.Count(PONE, 5)) == (0, 0)


def test_nothing_but_a_count_is_taken_at_the_show():
    with pytest.raises(errors.WrongPhase):
        at_the_show().send(cmd.SayGo(PONE))
