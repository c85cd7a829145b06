import pytest

from games.engine import commands as cmd
from games.engine import errors
from games.engine import events as ev
from games.engine.rules import Rules
from scoring.cards import Card, cards
from tests.games.engine.table import Table

DEALER, PONE = 1, 0


def example(**options):
    """The worked example for two: pone 12, dealer 24 after the deal."""
    rules = Rules.of(first_deal="assigned", go="said", **options)
    table = Table(rules, DEALER).to_play(["JH 7C 6D 4H", "5S 6H 2S 4S"], ["TS KC", "8D 8C"], "5H")
    return table.play("JH 5S 7C 6H 2S 6D 4S 4H")


def shown(table):
    return [
        (event.seat, event.points, event.why)
        for event in table.log
        if isinstance(event, ev.PointsPegged) and event.why in ("hand", "crib")
    ]


def test_pone_shows_first_then_the_dealer_then_the_crib():
    assert shown(example()) == [(PONE, 9, "hand"), (DEALER, 12, "hand"), (DEALER, 6, "crib")]


def test_deal_of_the_worked_example_ends_12_to_24():
    table = example()

    assert table.state.scores == (12, 24)
    assert table.state.awaits.what == "shuffle"


def test_hands_are_laid_open_in_an_order_that_tells_nothing():
    table = example()

    assert [event for event in table.log if isinstance(event, ev.HandShown | ev.CribShown)] == [
        ev.HandShown(PONE, cards("4H 6D 7C JH")),
        ev.HandShown(DEALER, cards("2S 4S 5S 6H")),
        ev.CribShown(DEALER, cards("8C 8D TS KC")),
    ]


def test_points_of_a_hand_are_split_by_kind():
    pone = next(event for event in example().log if getattr(event, "why", "") == "hand")

    assert pone.parts == (("fifteen", 4), ("run", 4), ("nobs", 1))


def test_pone_who_counts_out_wins_before_the_dealer_counts():
    rules = Rules.of(first_deal="assigned", start_pegs=(118, 117))
    table = Table(rules, DEALER).to_play(["2C 3D 4H 9S", "TD QH QS TH"], ["6C 6D", "8C 8D"], "KC")
    table.play("2C TD 9S QH 3D QS 4H TH")

    assert table.log[-1] == ev.GameWon(PONE, (0, 0))
    assert table.state.scores == (121, 120)
    assert not any(isinstance(event, ev.CribShown) for event in table.log)
    assert [e.seat for e in table.log if isinstance(e, ev.HandShown)] == [PONE]


def test_points_keep_their_full_value_when_fewer_holes_are_left():
    table = example(start_pegs=(115, 0))

    assert table.state.scores[PONE] == 121
    assert shown(table) == [(PONE, 9, "hand")]


def test_every_score_is_one_jump_of_two_pegs():
    table = example()
    backs = [(pegs.back, pegs.front) for pegs in table.state.pegs]

    assert backs == [(3, 12), (18, 24)]


def test_deal_passes_to_the_left():
    table = example()
    table.send(cmd.StartDeal("c1" * 32))

    assert table.state.dealing.dealer == PONE
    assert table.state.dealing.number == 2


def test_next_deal_waits_for_its_pack():
    with pytest.raises(errors.WrongPhase):
        example().send(cmd.PlayCard(PONE, Card.parse("4H")))


def test_hand_worth_nothing_is_shown_and_pegs_nothing():
    rules = Rules.of(first_deal="assigned")
    table = Table(rules, DEALER).to_play(["2C 4D 6H 8S", "TH QH QS KH"], ["3C AD", "9C 7D"], "TC")
    table.play("8S TH 6H 4D 2C QH QS KH")

    assert ev.HandShown(PONE, cards("2C 4D 6H 8S")) in table.log
    assert PONE not in [seat for seat, _points, _why in shown(table)]
