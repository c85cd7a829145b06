"""The acceptance lines of the rules that concern the engine, by their numbers.

What a pile or a hand scores by itself (8 to 13 and 26 to 32) is proved with
``scoring``; matches (23 and 24) with the tournaments.
"""

from dataclasses import replace

import pytest

from games.engine import commands as cmd
from games.engine import errors
from games.engine import events as ev
from games.engine.dealing import cards_dealt, deal_out, starter_cuts
from games.engine.rules import Rules
from games.engine.state import Pegs
from games.engine.variants import VARIANTS
from games.engine.variants.base import Variant
from scoring.cards import PACK, Card, cards
from tests.games.engine.counting import DEALER, PONE
from tests.games.engine.table import COMMITMENT, Table, random_game
from tests.games.engine.worked import four_players, three_players, two_players

SAID = {"first_deal": "assigned", "go": "said"}


def acts(table, *whys):
    return [
        (event.seat, event.points)
        for event in table.log
        if isinstance(event, ev.PointsPegged) and event.why in whys
    ]


def test_ac_01_low_cut_deals_and_a_tie_is_cut_again():
    table = Table(Rules.of(first_deal="cut"), None).sit()
    for first, second, dealer in (("7S", "7D", None), ("4C", "KH", 0)):
        table.send(cmd.ShufflePack(COMMITMENT))
        table.send(cmd.Cut(0, 1, Card.parse(first)), cmd.Cut(1, 2, Card.parse(second)))
        assert table.state.first_dealer == dealer

    assert ev.CutTied() in table.log


def test_ac_01_ace_is_the_lowest_cut():
    table = Table(Rules.of(first_deal="cut"), None).sit()
    table.send(cmd.ShufflePack(COMMITMENT))
    table.send(cmd.Cut(0, 1, Card.parse("AH")), cmd.Cut(1, 2, Card.parse("2C")))

    assert table.state.first_dealer == 0


@pytest.mark.parametrize(
    ("variant", "dealer", "places", "crib", "left"),
    [
        ("six_card", 1, [[1, 3, 5, 7, 9, 11], [2, 4, 6, 8, 10, 12]], [], 40),
        (
            "three_hand",
            2,
            [[1, 4, 7, 10, 13], [2, 5, 8, 11, 14], [3, 6, 9, 12, 15]],
            [16],
            36,
        ),
        (
            "three_hand_six_five",
            2,
            [[1, 4, 7, 10, 13], [2, 5, 8, 11, 14], [3, 6, 9, 12, 15, 16]],
            [],
            36,
        ),
        ("five_card", 1, [[1, 3, 5, 7, 9], [2, 4, 6, 8, 10]], [], 42),
        ("five_card_crib", 1, [[1, 3, 5, 7, 9], [2, 4, 6, 8, 10]], [11, 12], 40),
        ("partnership", 3, [list(range(seat, 21, 4)) for seat in (1, 2, 3, 4)], [], 32),
    ],
)
def test_ac_02_cards_leave_the_pack_in_a_fixed_order(variant, dealer, places, crib, left):
    hands, to_crib = deal_out(VARIANTS[variant], dealer, PACK)

    assert [[card.code + 1 for card in hand] for hand in hands] == places
    assert [card.code + 1 for card in to_crib] == crib
    assert 52 - cards_dealt(VARIANTS[variant]) == left


@pytest.mark.parametrize("variant", VARIANTS)
def test_ac_03_every_variant_makes_a_crib_of_four_and_equal_hands(variant):
    table = random_game(Rules.of(variant, first_deal="assigned", target=11), 1)
    laid = [event for event in table.log if isinstance(event, ev.CardsLaidAway)]
    dealt = next(event for event in table.log if isinstance(event, ev.CardsDealt))
    first = laid[: table.state.seats]

    assert sum(len(event.cards) for event in first) + len(dealt.to_crib) == 4
    kept = {len(dealt.hands[event.seat]) - len(event.cards) for event in first}
    assert kept == {3 if variant == "five_card" else 4}


def test_ac_03_a_crib_of_three_is_refused():
    with pytest.raises(errors.RulesInvalid) as refusal:
        Variant(key="odd", seats=3, sides=3, dealt=5, laid_away=1)
    assert refusal.value.context == {"crib": 3}


@pytest.mark.parametrize(
    ("variant", "most"),
    [("six_card", 36), ("three_hand", 32), ("partnership", 28), ("five_card", 38)],
)
def test_ac_04_four_cards_stay_on_each_side_of_the_cut(variant, most):
    cuts = starter_cuts(Rules.of(variant))

    assert (cuts[0], cuts[-1]) == (4, most)


def jack(start=0, **options):
    rules = Rules.of(start_pegs=(start, 0), **SAID | options)
    kept = ["2C 3C 7D 8D", "KC 9C 4D 5D"]
    return Table(rules, DEALER).to_play(kept, ["QC QD", "TC TD"], "JC")


@pytest.mark.parametrize(("start", "score"), [(40, 42), (119, 121), (120, 121)])
def test_ac_05_heels_peg_two_and_can_win(start, score):
    table = jack(start)

    assert table.state.scores[DEALER] == score
    if score == 121:
        with pytest.raises(errors.GameOver):
            table.send(cmd.PlayCard(PONE, Card.parse("KC")))


def test_ac_06_the_lead_forfeits_heels():
    table = jack(heels="before_lead")
    table.send(cmd.EndWindow(), cmd.PlayCard(PONE, Card.parse("KC")))

    with pytest.raises(errors.ClaimWindowClosed):
        table.send(cmd.ClaimHeels(DEALER))
    assert table.state.scores[DEALER] == 0
    assert table.log.count(ev.WindowClosed("heels", "forfeited")) == 1


def test_ac_07_the_dealer_claims_after_the_lead_but_not_after_his_own_card():
    table, late = jack(heels="before_dealer_card"), jack(heels="before_dealer_card")
    for each in (table, late):
        each.send(cmd.PlayCard(PONE, Card.parse("KC")))

    table.send(cmd.ClaimHeels(DEALER))
    late.send(cmd.PlayCard(DEALER, Card.parse("2C")))
    assert (table.state.scores[DEALER], late.state.scores[DEALER]) == (2, 0)
    assert ev.WindowClosed("heels", "forfeited") in late.log


def test_ac_07_a_go_of_the_dealer_forfeits_nothing():
    rules = Rules.of("partnership", heels="before_dealer_card", **SAID)
    table = Table(rules, 3)
    kept = ["KH 2C 3C 4C", "KD 5C 6C 7C", "TS 2D 3D 4D", "QH QS TH TD"]
    table.to_play(kept, ["9C", "9D", "8C", "8D"], "JC")
    table.send(*(cmd.PlayCard(seat, Card.parse(kept[seat][:2])) for seat in (0, 1, 2)))
    table.send(cmd.SayGo(3))

    assert table.send(cmd.ClaimHeels(3))[0] == ev.WindowClosed("heels", "claimed")


def test_ac_14_no_pair_reaches_over_a_new_count():
    table = Table(Rules.of(**SAID), 1)
    table.to_play(["TD KH 9C 9D", "QS KC 9H 9S"], ["2C 2D", "8C 8D"], "7S").play("TD QS KH KC")

    assert acts(table, "play", "go") == [(0, 1)]


@pytest.mark.parametrize(
    ("laid", "dealer", "is_refused"),
    [("KC TD 5C", "TD 5D 6H AC", True), ("KC TD 7C", "TD 5D 6H 9H", False)],
)
def test_ac_15_whoever_can_play_must_play(laid, dealer, is_refused):
    table = Table(Rules.of(**SAID), 1)
    pone = f"{laid[:2]} {laid[6:]} 2C 3C"
    table.to_play([pone, dealer], ["QC QD", "8C 8D"], "7S").play(laid)

    if is_refused:
        with pytest.raises(errors.MustPlay):
            table.send(cmd.SayGo(1))
    else:
        assert table.send(cmd.SayGo(1))[0] == ev.GoSaid(1)


def test_ac_16_worked_example_for_two():
    table = two_players()

    assert [sum(p for seat, p in acts(table, "play", "go") if seat == who) for who in (0, 1)] == [
        3,
        6,
    ]
    assert acts(table, "hand", "crib") == [(0, 9), (1, 12), (1, 6)]
    assert table.state.scores == (12, 24)


def test_ac_17_worked_example_for_three():
    table = three_players()
    play = acts(table, "play", "go")

    assert [sum(p for seat, p in play if seat == who) for who in (0, 1, 2)] == [0, 10, 7]
    assert acts(table, "hand", "crib") == [(0, 7), (1, 8), (2, 5), (2, 5)]
    assert table.state.scores == (7, 18, 17)


def test_ac_18_thirty_one_with_the_last_card_is_two():
    table = Table(Rules.of(**SAID), 1)
    table.to_play(["6S 8S TC 9C", "9S 8H JD 2D"], ["3C 3D", "4C 4D"], "7S")
    table.play("6S 9S 8S 8H TC JD 9C 2D")

    assert acts(table, "play", "go")[-2:] == [(0, 3), (1, 2)]


def test_ac_19_an_empty_seat_is_passed_over():
    table = Table(Rules.of("three_hand", **SAID), 2)
    kept = ["KD AC 9S 5D", "KS 2C 3D 4H", "KH QC 7S 6D"]
    table.to_play(kept, ["9C", "9D", "9H"], "8H", "4S")
    # The three last cards of seat 1 come down first, which no order of leads leaves so.
    left = [frozenset(cards(hand)) for hand in ("KD AC", "KS", "KH QC")]
    played = [(0, "9S"), (0, "5D"), (1, "2C"), (1, "3D"), (1, "4H"), (2, "7S"), (2, "6D")]
    laid = tuple((seat, Card.parse(text)) for seat, text in played)
    deal = replace(table.state.dealing, held=tuple(left), laid=laid)
    table.state = replace(table.state, deal=deal)

    table.play("KD KS KH AC QC")
    points = acts(table, "play", "go")
    assert [sum(p for seat, p in points if seat == who) for who in (0, 1, 2)] == [2, 2, 7]
    assert ev.CountEnded(2) in table.log


def test_ac_20_partners_share_pegs():
    table = four_players()
    play = acts(table, "play", "go")

    assert [sum(p for seat, p in play if seat == who) for who in range(4)] == [2, 4, 4, 12]
    assert dict(acts(table, "hand")) == {0: 7, 1: 6, 2: 4, 3: 2}
    crib = sum(points for _, points in acts(table, "crib"))
    assert table.state.scores == (6 + 7 + 4, 16 + 6 + 2 + crib)


def test_ac_21_pone_counts_first_and_wins():
    rules = Rules.of(first_deal="assigned", start_pegs=(118, 117))
    table = Table(rules, 1).to_play(["2C 3D 4H 9S", "TD QH QS TH"], ["6C 6D", "8C 8D"], "KC")
    table.play("2C TD 9S QH 3D QS 4H TH")

    assert table.state.scores == (121, 120)
    assert not any(isinstance(event, ev.CribShown) for event in table.log)


@pytest.mark.parametrize(
    ("options", "classes"),
    [
        ({}, {60: 2, 61: 1, 90: 1, 91: 0}),
        ({"target": 61}, {0: 1, 30: 1, 31: 0}),
        ({"skunk_below": 61, "double_below": None}, {60: 1, 61: 0}),
    ],
)
def test_ac_22_losers_are_classed_by_their_score(options, classes):
    rules = Rules.of(**options)

    assert {score: rules.skunk_class(score) for score in classes} == classes


def test_ac_25_five_card_game_starts_with_three_and_plays_one_count():
    rules = Rules.of("five_card", **SAID)
    table = Table(rules, DEALER)
    assert table.sit().state.pegs == (Pegs(0, 0), Pegs(0, 3))
    table.to_play(["TD JC 4S", "KC QD 5H"], ["2C 2D", "8C 8D"], "9S").play("KC TD QD")
    table.send(cmd.SayGo(DEALER))

    assert acts(table, "start", "go") == [(PONE, 3), (PONE, 1)]
    assert sum(len(hand) for hand in table.state.dealing.held) == 3
    table.send(cmd.StartDeal(COMMITMENT))
    assert len(acts(table, "start")) == 1
