import pytest

from games.engine import commands as cmd
from games.engine import errors
from games.engine import events as ev
from games.engine.rules import Rules
from scoring.cards import Card
from tests.games.engine.table import Table

DEALER, PONE = 1, 0


def playing(pone, dealer, go="said", thrown=("QC QD", "8C 8D"), starter="7S", **options):
    rules = Rules.of(first_deal="assigned", go=go, **options)
    return Table(rules, DEALER).to_play([pone, dealer], thrown, starter)


def acts(table):
    return [
        (event.seat, event.points, event.why, event.parts)
        for event in table.log
        if isinstance(event, ev.PointsPegged) and event.why in ("play", "go")
    ]


def test_turns_alternate():
    table = playing("TD KH 2C 3C", "QS KC 4D 5D")

    table.play("TD")
    assert table.turn == DEALER
    with pytest.raises(errors.NotYourTurn) as refusal:
        table.send(cmd.PlayCard(PONE, Card.parse("KH")))
    assert refusal.value.context == {"turn": DEALER}


@pytest.mark.parametrize("card", ["QS", "QC", "7S", "AS"])
def test_only_own_cards_are_played(card):
    table = playing("TD KH 2C 3C", "QS KC 4D 5D")

    with pytest.raises(errors.CardNotInHand):
        table.send(cmd.PlayCard(PONE, Card.parse(card)))


def test_card_is_played_once():
    table = playing("TD KH 2C 3C", "QS KC 4D 5D").play("TD QS")

    with pytest.raises(errors.CardNotInHand):
        table.send(cmd.PlayCard(PONE, Card.parse("TD")))


def test_card_past_31_is_refused_with_those_that_fit():
    table = playing("TD KH 2C 3C", "QS KC 4D 5D").play("TD QS")
    table.play("2C 4D")

    with pytest.raises(errors.Exceeds31) as refusal:
        table.send(cmd.PlayCard(PONE, Card.parse("KH")))
    assert refusal.value.context == {"legal": ["3C"], "go": False}
    assert "3C" in refusal.value.message


@pytest.mark.parametrize(("laid", "is_refused"), [("KC TD 5C", True), ("KC TD 7C", False)])
def test_go_is_said_only_when_no_card_fits(laid, is_refused):
    table = playing(f"{laid[:2]} {laid[6:]} 2C 3C", "TD 5D 6H AC" if is_refused else "TD 5D 6H 9H")
    table.play(laid)

    if is_refused:
        with pytest.raises(errors.MustPlay):
            table.send(cmd.SayGo(DEALER))
    else:
        assert table.send(cmd.SayGo(DEALER)) == (ev.GoSaid(DEALER),)


def test_stuck_count_pegs_one_and_the_other_leads():
    table = playing("TD KH 9C 9D", "QS KC 9H 9S").play("TD QS KH")

    assert acts(table) == []
    assert table.send(cmd.SayGo(DEALER)) == (
        ev.GoSaid(DEALER),
        ev.PointsPegged(PONE, PONE, 1, "go", (("go", 1),)),
        ev.CountEnded(DEALER),
    )


def test_no_pair_reaches_back_over_a_new_count():
    table = playing("TD KH 9C 9D", "QS KC 9H 9S").play("TD QS KH KC")

    assert acts(table) == [(PONE, 1, "go", (("go", 1),))]


def test_engine_says_go_where_the_rules_leave_it_to_it():
    table = playing("TD KH 9C 9D", "QS KC 9H 9S", go="auto")
    table.play("TD QS")

    assert table.send(cmd.PlayCard(PONE, Card.parse("KH"))) == (
        ev.CardPlayed(PONE, Card.parse("KH"), 30),
        ev.GoSaid(DEALER),
        ev.PointsPegged(PONE, PONE, 1, "go", (("go", 1),)),
        ev.CountEnded(DEALER),
    )


def test_seat_that_said_go_is_passed_over():
    table = playing("KS 2D 3C 4H", "JD QC KH TS", thrown=("9C 9D", "8C 8D"))
    table.play("KS JD 2D").send(cmd.SayGo(DEALER))

    table.play("3C")
    assert table.turn == PONE
    events = table.send(cmd.PlayCard(PONE, Card.parse("4H")))
    assert events == (
        ev.CardPlayed(PONE, Card.parse("4H"), 29),
        ev.PointsPegged(PONE, PONE, 4, "play", (("run", 3), ("go", 1))),
        ev.CountEnded(DEALER),
    )


def test_thirty_one_pegs_two_and_no_go():
    table = playing("TS 5D 9C 2H", "TD 6C 8H JS", thrown=("QC QD", "3C 3D"))
    table.play("TS TD 9C").send(cmd.SayGo(DEALER))

    assert table.send(cmd.PlayCard(PONE, Card.parse("2H"))) == (
        ev.CardPlayed(PONE, Card.parse("2H"), 31),
        ev.PointsPegged(PONE, PONE, 2, "play", (("thirty_one", 2),)),
        ev.CountEnded(DEALER),
    )


def test_lead_passes_over_a_seat_without_cards():
    table = playing("TC 7D AH 2S", "KS 9D 8H 8C", thrown=("QC QD", "3C 3D"))

    table.play("TC KS 7D 2S AH")

    assert table.turn == DEALER
    table.play("9D")
    assert table.turn == DEALER


def test_last_card_pegs_one_with_what_else_it_scores():
    table = playing("KC 9C TC 9D", "QH TD JD 2D", thrown=("QC QD", "3C 3D"))
    table.play("KC QH 9C 2D TC JD 9D TD")

    assert acts(table)[-1] == (DEALER, 1, "play", (("last", 1),))


def test_thirty_one_with_the_last_card_has_no_last():
    table = playing("6C 3D 2H 4S", "6D 4C AH 5S", thrown=("QC QD", "9C 9D"))
    table.play("6C 6D 3D 4C 2H AH 4S 5S")

    assert acts(table)[-1] == (DEALER, 2, "play", (("thirty_one", 2),))


@pytest.mark.parametrize(
    ("pone", "dealer", "wanted"),
    [
        pytest.param("5C 5H KC QD", "5D 5S 9H 9S", [2, 8, 12], id="fives"),
        pytest.param("6C 5H KC QD", "4D 3S 9H 9S", [5, 4], id="run-made-longer"),
    ],
)
def test_cards_score_what_they_complete(pone, dealer, wanted):
    table = playing(pone, dealer, thrown=("2C 2D", "8C 8D"))

    laid = f"{pone.split()[0]} {dealer.split()[0]} {pone.split()[1]} {dealer.split()[1]}"
    table.play(laid)

    assert [points for _seat, points, _why, _parts in acts(table)] == wanted


def test_game_ends_with_the_card_that_reaches_the_target():
    table = playing("7D KH 9C 9D", "8S KC 9H 2S", start_pegs=(90, 119), thrown=("QC QD", "3C 3D"))

    table.play("7D 8S")

    assert table.log[-1] == ev.GameWon(DEALER, (1, 0))
    assert table.state.scores == (90, 121)


def test_discarding_is_over_when_cards_are_played():
    table = playing("TD KH 2C 3C", "QS KC 4D 5D")

    with pytest.raises(errors.WrongPhase):
        table.send(cmd.Discard(PONE, (Card.parse("2C"), Card.parse("3C"))))
