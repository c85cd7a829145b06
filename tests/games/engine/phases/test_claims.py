"""Declared counts: what is pegged, what may be claimed, and what it costs."""

import pytest

from games.engine import commands as cmd
from games.engine import errors
from games.engine import events as ev
from games.engine.rules import Rules
from scoring.cards import Card, cards
from tests.games.engine.table import Table

DEALER, PONE = 0, 1
DECLARED = {"counting": "declared", "first_deal": "assigned", "go": "said"}
NINE = "4H TC 6C AH"
"""Worth 9 with 5S; the dealer's hand is worth 4, his crib nothing."""


def at_the_show(start=(0, 0), **options):
    """The pone is to count nine."""
    rules = Rules.of(start_pegs=start, **DECLARED | options)
    table = Table(rules, DEALER)
    table.to_play(["KC KD 9C 8D", NINE], ["2D 9D", "KH 8C"], "5S")
    while table.state.phase == "play":
        if table.state.awaits.what == "claims":
            table.go_through()
        elif not any(card.value + table.state.dealing.count <= 31 for card in held(table)):
            table.send(cmd.SayGo(table.turn))
        else:
            room = 31 - table.state.dealing.count
            card = next(c for c in sorted(held(table), reverse=True) if c.value <= room)
            table.send(cmd.PlayCard(table.turn, card))
    return table


def held(table):
    return table.state.dealing.held[table.turn]


def gained(table, *commands):
    before = table.state.scores
    table.send(*commands)
    return tuple(now - then for now, then in zip(table.state.scores, before, strict=True))


def muggins(**options):
    return at_the_show(**{"muggins": "show"} | options)


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


# -- raising ------------------------------------------------------------------

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


# -- exact finish -------------------------------------------------------------


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


# -- the play -----------------------------------------------------------------


def playing(pone="5C 5H KC QD", dealer="TD 9S 9H 2S", **options):
    rules = Rules.of(muggins="show_and_play", **DECLARED | options)
    return Table(rules, DEALER).to_play([dealer, pone], ["8C 8D", "2C 2D"], "7S")


def lay(seat, text, points=None):
    return cmd.PlayCard(seat, Card.parse(text), points)


def test_points_are_declared_with_the_card():
    table = playing()
    table.send(lay(PONE, "5C"))

    assert table.send(lay(DEALER, "TD", 2)) == (
        ev.CardPlayed(DEALER, Card.parse("TD"), 15),
        ev.CountDeclared(DEALER, "play", 2, 0, 2),
        ev.PointsPegged(DEALER, DEALER, 2, "play", (("declared", 2),)),
    )


def test_card_without_points_said_counts_nothing():
    table = playing()
    table.send(lay(PONE, "5C"), lay(DEALER, "TD"))

    assert table.state.scores == (0, 0)
    assert gained(table, cmd.Muggins(PONE, 2)) == (0, 2)


def test_window_of_the_play_ends_with_the_own_next_card():
    table = playing()
    table.send(lay(PONE, "5C"), lay(DEALER, "TD"), lay(PONE, "5H"))

    with pytest.raises(errors.ClaimWindowClosed):
        table.send(cmd.Muggins(PONE, 2, "TD"))


def test_next_act_of_the_owner_waits():
    table = playing("KC QD KD 2H", "TD 9S 9H AS")
    table.send(lay(PONE, "KC"), lay(DEALER, "TD"), lay(PONE, "QD"), lay(DEALER, "AS", 2))
    assert table.state.scores == (2, 0)

    table.send(lay(PONE, "KD"), lay(DEALER, "9S"), lay(PONE, "2H", 0), cmd.EndWindow())
    table.send(lay(DEALER, "9H", 0))
    assert table.state.awaits == ("claims", (PONE,)) or table.state.phase == "show"


def test_stuck_side_keeps_its_window_where_the_engine_says_go():
    table = playing("KC QD 9D 9C", "TD JS 9H AS", go="auto")
    table.send(lay(PONE, "KC"), lay(DEALER, "TD"), lay(PONE, "QD"))
    assert table.turn == DEALER
    table.send(lay(DEALER, "AS"))

    assert gained(table, cmd.Muggins(PONE, 2)) == (0, 2)


def test_points_beside_a_card_need_rules_that_have_them():
    table = Table(Rules.of(first_deal="assigned"), DEALER)
    table.to_play(["KC KD 9C 8D", NINE], ["2D 9D", "KH 8C"], "5S")

    with pytest.raises(errors.NotInRuleset):
        table.send(lay(PONE, "4H", 0))


def test_too_much_in_the_play_is_priced():
    table = playing()
    table.send(lay(PONE, "5C"))

    assert gained(table, lay(DEALER, "TD", 3)) == (2, 1)


# -- heels --------------------------------------------------------------------


def jack(heels, **options):
    rules = Rules.of(
        muggins="show", muggins_heels=True, heels=heels, heels_grace=0, **DECLARED | options
    )
    kept = ["TD 9S 9H 2S", "5C 5H KC QD"]
    return Table(rules, DEALER).to_play(kept, ["8C 8D", "2C 2D"], "JS")


def test_forfeited_heels_may_be_claimed_where_the_rules_say_so():
    table = jack("before_lead")
    table.send(lay(PONE, "KC"))

    assert gained(table, cmd.Muggins(PONE, 2, "heels")) == (0, 2)


def test_waived_heels_may_be_claimed_too():
    table = jack("before_dealer_card")
    table.send(cmd.WaiveHeels(DEALER))

    assert gained(table, cmd.Muggins(PONE, 2)) == (0, 2)


def test_dealers_card_forfeits_and_his_next_one_waits():
    table = jack("before_dealer_card")
    table.send(lay(PONE, "KC"), lay(DEALER, "9S"))

    assert table.state.dealing.heels == "forfeited"
    table.send(lay(PONE, "5C"))
    with pytest.raises(errors.ClaimWindowClosed):
        table.send(cmd.Muggins(PONE, 2))


# -- more than two sides ------------------------------------------------------


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
