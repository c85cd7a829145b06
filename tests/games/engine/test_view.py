"""Every row of the visibility matrix that a game for two has."""

import json

import pytest

from games.engine import commands as cmd
from games.engine import events as ev
from games.engine.engine import replay
from games.engine.rules import Rules
from games.engine.view import Participant, Seat, Spectator, project, project_events, viewer_for
from scoring.cards import Card, cards
from tests.games.engine.counting import at_the_show
from tests.games.engine.table import Table
from tests.games.engine.worked import two_players

DEALER, PONE = 1, 0
LIVE = [Seat(PONE), Seat(DEALER), Spectator()]
KEPT = ["JH 7C 6D 4H", "5S 6H 2S 4S"]
THROWN = ["TS KC", "8D 8C"]


def dealt(**options):
    rules = Rules.of(first_deal="assigned", go="said", **options)
    hands = [cards(f"{keep} {throw}") for keep, throw in zip(KEPT, THROWN, strict=True)]
    return Table(rules, DEALER).sit().deal(hands, Card.parse("5H"))


def in_play(**options):
    rules = Rules.of(first_deal="assigned", go="said", **options)
    return Table(rules, DEALER).to_play(KEPT, THROWN, "5H")


def over():
    """Dealer wins with the first fifteen: two hands are never counted."""
    return in_play(start_pegs=(90, 119)).play("JH 5S")


def seen(value):
    """All card texts anywhere in plain values."""
    text = json.dumps(value)
    return {card for card in ALL if f'"{card}"' in text}


ALL = {rank + suit for rank in "A23456789TJQK" for suit in "CDHS"}
OWN = [set(f"{keep} {throw}".split()) for keep, throw in zip(KEPT, THROWN, strict=True)]


@pytest.mark.parametrize(
    ("viewer", "visible"),
    [(Seat(PONE), OWN[PONE]), (Seat(DEALER), OWN[DEALER]), (Spectator(), set())],
    ids=["pone", "dealer", "spectator"],
)
def test_dealt_cards_are_for_their_seat_alone(viewer, visible):
    table = dealt()

    assert seen(project(table.state, viewer)) == visible
    assert seen(project_events(table.log, viewer)) == visible


@pytest.mark.parametrize("viewer", LIVE, ids=str)
def test_everybody_sees_that_a_seat_has_laid_away(viewer):
    table = dealt()
    table.send(cmd.Discard(PONE, cards(THROWN[PONE])))

    hands = project(table.state, viewer)["deal"]["hands"]
    assert [hand["has_discarded"] for hand in hands] == [True, False]
    assert [hand["held"] for hand in hands] == [4, 6]


def test_own_discards_are_remembered_for_their_seat_alone():
    table = in_play()

    def discards(viewer):
        return [hand["discards"] for hand in project(table.state, viewer)["deal"]["hands"]]

    assert discards(Seat(PONE)) == [["TS", "KC"], None]
    assert discards(Seat(DEALER)) == [None, ["8D", "8C"]]
    assert discards(Spectator()) == [None, None]


@pytest.mark.parametrize("viewer", LIVE, ids=str)
def test_crib_is_a_number_until_it_is_shown(viewer):
    assert project(in_play().state, viewer)["deal"]["crib"] == {"count": 4, "cards": None}


@pytest.mark.parametrize("viewer", LIVE, ids=str)
def test_cards_played_and_the_starter_are_seen_by_all(viewer):
    deal = project(in_play().play("JH 5S").state, viewer)["deal"]

    assert deal["starter"] == "5H"
    assert (deal["pile"], deal["count"]) == (["JH", "5S"], 15)
    assert deal["laid"] == [{"seat": 0, "card": "JH"}, {"seat": 1, "card": "5S"}]


@pytest.mark.parametrize("viewer", LIVE, ids=str)
def test_no_view_of_the_play_holds_a_hidden_card(viewer):
    table = in_play().play("JH 5S")
    own = set() if isinstance(viewer, Spectator) else OWN[viewer.seat]

    assert seen(project(table.state, viewer)) == own | {"JH", "5S", "5H"}
    assert seen(project_events(table.log, viewer)) == own | {"JH", "5S", "5H"}


def test_legal_moves_are_for_the_own_seat():
    state = in_play().play("JH 5S").state

    assert project(state, Seat(PONE))["legal"] == [
        {"type": "play", "cards": ["4H", "6D", "7C"], "choose": 1}
    ]
    assert project(state, Seat(DEALER))["legal"] == []
    assert project(state, Spectator())["legal"] == []


def test_place_of_the_cut_is_told_to_the_pone():
    table = dealt()
    for seat in (PONE, DEALER):
        table.send(cmd.Discard(seat, cards(THROWN[seat])))

    assert project(table.state, Seat(PONE))["legal"] == [
        {"type": "cut", "places": list(range(4, 37))}
    ]


@pytest.mark.parametrize("viewer", LIVE, ids=str)
def test_hands_and_crib_are_open_after_the_show(viewer):
    state = in_play().play("JH 5S 7C 6H 2S 6D 4S 4H").state
    deal = project(state, viewer)["deal"]

    assert [hand["shown"] for hand in deal["hands"]] == [
        ["4H", "6D", "7C", "JH"],
        ["2S", "4S", "5S", "6H"],
    ]
    assert deal["crib"]["cards"] == ["8C", "8D", "TS", "KC"]


def test_spectators_never_see_hands_that_were_not_counted():
    table = over()

    assert seen(project(table.state, Spectator())) == {"JH", "5S", "5H"}
    assert seen(project_events(table.log, Spectator())) == {"JH", "5S", "5H"}


@pytest.mark.parametrize("seat", [PONE, DEALER])
def test_participants_see_all_that_was_dealt_after_the_end(seat):
    table = over()
    viewer = viewer_for(table.state, seat)

    assert seen(project(table.state, viewer)) == OWN[0] | OWN[1] | {"5H"}
    assert seen(project_events(table.log, viewer)) == OWN[0] | OWN[1] | {"5H"}


def test_participant_of_a_live_game_sees_what_his_seat_sees():
    state = in_play().state

    assert project(state, Participant(PONE)) == project(state, Seat(PONE))


def test_viewer_follows_from_the_state():
    assert viewer_for(dealt().state, None) == Spectator()
    assert viewer_for(dealt().state, 1) == Seat(1)
    assert viewer_for(over().state, 1) == Participant(1)
    assert viewer_for(over().state, None) == Spectator()


@pytest.mark.parametrize(
    ("table", "told"),
    [
        pytest.param(two_players, ("nothing", ()), id="counted-by-the-engine"),
        pytest.param(at_the_show, ("count", (1,)), id="declared"),
    ],
)
def test_a_log_can_be_shown_up_to_any_of_its_events(table, told):
    log = table().log
    states = [replay(log[: at + 1]) for at in range(len(log))]
    shown = [project(state, Spectator())["awaits"] for state in states]

    last = next(at for at, event in enumerate(log) if event == ev.CountEnded(None))
    assert shown[last - 1] == {"what": "play", "seats": []}
    assert shown[last] == {"what": told[0], "seats": list(told[1])}


def test_result_is_told_at_the_end_only():
    assert project(in_play().state, Spectator())["result"] is None
    assert project(over().state, Spectator())["result"] == {
        "winner": DEALER,
        "scores": [90, 121],
        "skunks": [1, 0],
        "ended_by": "target",
    }


def test_sides_have_two_pegs():
    state = in_play().play("JH 5S").state

    assert project(state, Spectator())["sides"] == [
        {"side": 0, "back": 0, "front": 0},
        {"side": 1, "back": 0, "front": 2},
    ]


# -- three and four players, and windows -----------------------------------------


@pytest.mark.parametrize("viewer", [Seat(0), Seat(1), Seat(2), Spectator()], ids=str)
def test_card_dealt_to_the_crib_is_seen_by_nobody(viewer):
    table = Table(Rules.of("three_hand", first_deal="assigned"), 2)
    table.to_play(["7S 5S QS 4D", "7D 5H QC 3C", "7H 8C KD 9C"], ["AS", "2C", "KS"], "3H", "8H")

    assert "8H" not in seen(project(table.state, viewer))
    assert "8H" not in seen(project_events(table.log, viewer))


def test_partner_sees_no_more_than_an_opponent():
    table = Table(Rules.of("partnership", first_deal="assigned"), 3)
    kept = ["7C TD 2S 6H", "8D JS 3C 4H", "AC 5S TS QH", "9H 6D KC 2D"]
    table.to_play(kept, ["9C", "9D", "QC", "QD"], "8H")

    assert seen(project(table.state, Seat(0))) == {*kept[0].split(), "9C", "8H"}
    assert seen(project(table.state, Seat(2))) == {*kept[2].split(), "QC", "8H"}


@pytest.mark.parametrize("viewer", [Seat(0), Seat(1), Spectator()], ids=str)
def test_worth_of_a_count_is_told_when_its_window_is_closed(viewer):
    table = at_the_show(muggins="show")
    table.send(cmd.Count(1, 5))
    shown = project(table.state, viewer)["deal"]
    assert shown["counts"] == [{"seat": 1, "what": "hand", "points": 5, "worth": None}]
    assert shown["windows"] == [
        {
            "what": "hand",
            "seat": 1,
            "card": None,
            "points": 5,
            "stage": "muggins",
            "waiting": [0],
            "claimed": [],
        }
    ]

    table.send(cmd.Accept(0))
    assert project(table.state, viewer)["deal"]["counts"][0]["worth"] == 9


def test_nothing_is_open_when_a_count_has_won():
    table = at_the_show(muggins="show", start=(100, 116))
    table.send(cmd.Count(1, 5))
    deal = project(table.state, Spectator())["deal"]

    assert deal["counts"] == [{"seat": 1, "what": "hand", "points": 5, "worth": 9}]
    assert deal["windows"] == []


def test_window_looks_the_same_whether_or_not_something_was_missed():
    short, full = at_the_show(muggins="show"), at_the_show(muggins="show")
    short.send(cmd.Count(1, 5))
    full.send(cmd.Count(1, 9))

    for viewer in (Seat(0), Spectator()):
        told = [json.dumps(project_events(table.log[-2:], viewer)) for table in (short, full)]
        assert told[0].replace("5", "9").replace("five", "nine") == told[1]


def test_hands_left_uncounted_are_told_to_participants_as_such():
    hands = project(over().state, Participant(PONE))["deal"]["hands"]

    assert [hand["uncounted"] for hand in hands] == [
        ["4H", "6D", "7C", "JH"],
        ["2S", "4S", "5S", "6H"],
    ]
    shown = project(over().state, Spectator())["deal"]["hands"]
    assert [hand["uncounted"] for hand in shown] == [None, None]


def test_calls_come_with_their_speaker():
    table = in_play().play("JH 5S")

    said = [
        (event["speaker"], event["call"])
        for event in project_events(table.log, Spectator())
        if "call" in event
    ]
    assert said == [(PONE, "ten"), (DEALER, "fifteen for two")]


@pytest.mark.parametrize(
    ("options", "said", "call"),
    [
        ({}, 0, "nineteen"),
        ({}, 5, "five"),
        ({"muggins": "show"}, 29, "twenty-nine"),
    ],
)
def test_call_of_a_declared_count_is_what_was_said(options, said, call):
    table = at_the_show(**options)
    table.send(cmd.Count(1, said))

    calls = [event.get("call") for event in project_events(table.log, Spectator())]
    assert [words for words in calls if words][-1] == call


@pytest.mark.parametrize("viewer", [Seat(0), Spectator()])
def test_a_view_has_the_fields_that_apps_are_promised(viewer):
    view = project(in_play().state, viewer)

    assert {"first_dealer", "own_seat", "any_time", "legal", "deal", "awaits"} <= view.keys()
    own = viewer.seat if isinstance(viewer, Seat) else None
    assert view["own_seat"] == own
