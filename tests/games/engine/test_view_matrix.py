"""The rows of the visibility matrix beside those of ``test_view``."""

import pytest

from games.engine import commands as cmd
from games.engine.rules import Rules
from games.engine.view import Participant, Seat, Spectator, project, project_events
from scoring.cards import Card, cards
from tests.games.engine.counting import at_the_show
from tests.games.engine.table import COMMITMENT, Table
from tests.games.engine.test_view import DEALER, KEPT, LIVE, PONE, THROWN, dealt, in_play, seen
from tests.games.engine.worked import three_players

FOUR = [*(Seat(seat) for seat in range(4)), Spectator()]
PARTNERS = ["7C TD 2S 6H 9C", "8D JS 3C 4H 9D", "AC 5S TS QH QC", "9H 6D KC 2D QD"]


def deal_of(table, viewer):
    return project(table.state, viewer)["deal"]


@pytest.mark.parametrize("viewer", FOUR, ids=str)
def test_dealt_cards_are_hidden_from_the_partner(viewer):
    table = Table(Rules.of("partnership", first_deal="assigned"), 3).sit()
    table.deal([cards(hand) for hand in PARTNERS], Card.parse("8H"))
    own = set() if isinstance(viewer, Spectator) else set(PARTNERS[viewer.seat].split())

    assert seen(project(table.state, viewer)) == own
    assert seen(project_events(table.log, viewer)) == own


@pytest.mark.parametrize("viewer", LIVE, ids=str)
def test_who_laid_a_card_into_the_crib_stays_his_own_affair(viewer):
    table = in_play().play("JH 5S 7C 6H 2S 6D 4S 4H")
    own = None if isinstance(viewer, Spectator) else viewer.seat

    hands = deal_of(table, viewer)["hands"]
    assert [hand["discards"] is not None for hand in hands] == [seat == own for seat in range(2)]
    laid_away = [
        event for event in project_events(table.log, viewer) if event["type"] == "cards_laid_away"
    ]
    assert ["cards" in event for event in laid_away] == [seat == own for seat in range(2)]


@pytest.mark.parametrize("viewer", LIVE, ids=str)
def test_card_under_the_cut_is_seen_when_it_is_turned(viewer):
    table = dealt()
    for seat in (PONE, DEALER):
        table.send(cmd.Discard(seat, cards(THROWN[seat])))
    assert deal_of(table, viewer)["starter"] is None

    table.cut_starter()
    assert deal_of(table, viewer)["starter"] == "5H"


@pytest.mark.parametrize("viewer", LIVE, ids=str)
def test_gos_and_scores_are_seen_by_all(viewer):
    table = in_play().play("JH 5S 7C 6H")
    table.send(cmd.SayGo(PONE))

    assert deal_of(table, viewer)["said_go"] == [PONE]
    assert [side["front"] for side in project(table.state, viewer)["sides"]] == list(
        table.state.scores
    )


@pytest.mark.parametrize("viewer", [*FOUR[:3], Spectator()], ids=str)
def test_card_dealt_to_the_crib_is_seen_with_the_crib(viewer):
    table = three_players()

    assert "8H" in deal_of(table, viewer)["crib"]["cards"]


@pytest.mark.parametrize("viewer", LIVE, ids=str)
def test_undealt_cards_are_in_no_state(viewer):
    table = in_play()
    undealt = {card.text for card in table.order} - {
        card for hand in (*KEPT, *THROWN, "5H") for card in hand.split()
    }

    assert len(undealt) == 39
    assert seen(project(table.state, viewer)) & undealt == set()


@pytest.mark.parametrize("viewer", LIVE, ids=str)
def test_worth_of_a_hand_is_told_by_nothing_before_it_is_declared(viewer):
    deal = deal_of(at_the_show(), viewer)

    assert deal["counts"] == []
    assert [hand["is_counted"] for hand in deal["hands"]] == [False, False]
    moves = project(at_the_show().state, Seat(1))["legal"]
    assert moves == [{"type": "count", "what": ["hand"]}]


@pytest.mark.parametrize("viewer", LIVE, ids=str)
def test_nonces_commitment_and_version_are_seen_by_all(viewer):
    rules = Rules.of(first_deal="assigned", pre_deal_cut="required")
    table = Table(rules, DEALER).sit()
    table.send(cmd.StartDeal(COMMITMENT), cmd.Nonce(PONE, "c0ffee" * 4))

    shown = project(table.state, viewer)
    assert shown["deal"]["nonces"] == ["c0ffee" * 4, None]
    assert shown["deal"]["commitment"] == COMMITMENT
    assert shown["version"] == len(table.log)


@pytest.mark.parametrize("viewer", LIVE, ids=str)
def test_which_time_runs_and_for_whom_is_seen_by_all(viewer):
    rules = Rules.of(first_deal="assigned", move_seconds=60)
    table = Table(rules, DEALER).to_play(KEPT, THROWN, "5H")
    shown = project(table.state, viewer)

    assert (shown["clock"], shown["awaits"]["seats"]) == ("move", [PONE])


def test_crib_that_was_not_counted_is_for_participants():
    table = in_play(start_pegs=(90, 119)).play("JH 5S")

    assert deal_of(table, Participant(PONE))["crib"]["cards"] == ["8C", "8D", "TS", "KC"]
    assert not deal_of(table, Participant(PONE))["is_crib_counted"]
    assert deal_of(table, Spectator())["crib"]["cards"] is None
