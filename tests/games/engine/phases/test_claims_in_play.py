"""Missed points of the play and of heels."""

import pytest

from games.engine import commands as cmd
from games.engine import errors
from games.engine import events as ev
from games.engine.rules import Rules
from scoring.cards import Card
from tests.games.engine.counting import (
    DEALER,
    DECLARED,
    NINE,
    PONE,
    gained,
    lay,
)
from tests.games.engine.table import Table


def playing(pone="5C 5H KC QD", dealer="TD 9S 9H 2S", **options):
    rules = Rules.of(muggins="show_and_play", **DECLARED | options)
    return Table(rules, DEALER).to_play([dealer, pone], ["8C 8D", "2C 2D"], "7S")


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


def test_count_of_the_other_side_does_not_wait_for_his_claim():
    table = playing("KC QD KD 2H", "TD 9S 9H AS")
    table.send(lay(PONE, "KC"), lay(DEALER, "TD"), lay(PONE, "QD"), lay(DEALER, "AS", 2))
    assert table.state.scores == (2, 0)

    table.send(lay(PONE, "KD"), lay(DEALER, "9S"), lay(PONE, "2H", 0), cmd.EndWindow())
    table.send(lay(DEALER, "9H", 0))
    assert table.state.phase == "show"
    assert table.state.awaits == ("count", (PONE,))


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


def third_ace():
    """The pone has said go; the dealer has paired his ace without a word and holds another."""
    table = playing("KC QD KD JD", "8S AS AC AH")
    table.send(lay(PONE, "KC"), lay(DEALER, "8S"), lay(PONE, "QD"), lay(DEALER, "AS"))
    table.send(cmd.SayGo(PONE), lay(DEALER, "AC"))
    return table


def test_owner_of_a_count_waits_for_the_other_side():
    table = third_ace()
    before = table.state

    assert table.state.awaits == ("claims", (PONE,))
    with pytest.raises(errors.ClaimWindowOpen) as refusal:
        table.send(lay(DEALER, "AH", 8))
    assert refusal.value.context == {"retry_after": 20}
    assert table.state == before


@pytest.mark.parametrize(
    ("answer", "points"),
    [
        (cmd.Accept(PONE), (0, 0)),
        (cmd.EndWindow(), (0, 0)),
        (cmd.Muggins(PONE, 2), (0, 2)),
    ],
    ids=["accept", "time", "claim"],
)
def test_owner_goes_on_when_he_is_answered(answer, points):
    table = third_ace()

    assert gained(table, answer) == points
    assert table.state.awaits == ("play", (DEALER,))
    assert gained(table, lay(DEALER, "AH", 8)) == (8, 0)


def stuck_partner(go):
    """Seat 2 has paired the ace of seat 0, who has no card that fits; the others have said go."""
    rules = Rules.of("partnership", muggins="show_and_play", **DECLARED | {"go": go})
    kept = ["KC AC JC JD", "QD QC 9D 9C", "8S AS TC TD", "9H KH KS QS"]
    table = Table(rules, 3).to_play(kept, ["2C", "2D", "2H", "2S"], "7S")
    for seat, card in ((0, "KC"), (1, "QD"), (2, "8S"), (0, "AC"), (2, "AS")):
        while go == "said" and table.turn != seat:
            table.send(cmd.SayGo(table.turn))
        table.send(lay(seat, card))
        if table.state.awaits.what == "claims" and card != "AS":
            table.go_through()
    return table


def test_go_of_the_owners_partner_waits_too():
    table = stuck_partner("said")
    assert table.state.awaits == ("claims", (1, 3))
    with pytest.raises(errors.ClaimWindowOpen):
        table.send(cmd.SayGo(0))

    table.send(cmd.Accept(3))
    assert gained(table, cmd.SayGo(0)) == (1, 0)


def test_own_card_is_not_claimed_on_before_anybody_else_has_played():
    table = playing()
    table.send(lay(PONE, "5C"))

    with pytest.raises(errors.NotOpponent):
        table.send(cmd.Muggins(PONE, 2))


def test_there_is_nothing_to_claim_when_only_the_own_card_is_open():
    with pytest.raises(errors.ClaimWindowClosed):
        third_ace().send(cmd.Accept(DEALER))


def test_engine_says_no_go_for_an_owner_who_waits():
    table = stuck_partner("auto")
    assert (table.turn, table.state.awaits) == (0, ("claims", (1, 3)))

    events = table.send(cmd.Muggins(1, 2))
    assert events[2:] == (
        ev.GoSaid(0),
        ev.PointsPegged(0, 2, 1, "go", (("go", 1),)),
        ev.CountEnded(3),
    )
    assert table.state.scores == (1, 2)


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


def test_claim_on_a_count_that_is_not_open_is_told_which_are():
    table = playing()
    table.send(lay(PONE, "5C"), lay(DEALER, "TD"))

    with pytest.raises(errors.ClaimWindowClosed) as refusal:
        table.send(cmd.Muggins(PONE, 2, "hand"))

    assert refusal.value.context == {"open": ["TD"]}
