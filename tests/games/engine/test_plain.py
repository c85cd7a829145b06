import json

import pytest

from games.engine import events as ev
from games.engine.engine import NEW
from games.engine.plain import event_from_plain, event_to_plain, state_from_plain, state_to_plain
from games.engine.rules import Rules
from scoring.cards import Card, cards
from tests.games.engine.table import random_game

HANDS = (cards("5H 5C"), cards("2C 3C"))


def test_hands_are_private_to_their_seats():
    public, private = event_to_plain(ev.CardsDealt(HANDS, ()))

    assert public == {"v": 1, "type": "cards_dealt", "counts": [2, 2], "to_crib": 0}
    assert private == {"0": {"cards": ["5H", "5C"]}, "1": {"cards": ["2C", "3C"]}}


def test_card_dealt_to_the_crib_is_private_to_the_table():
    event = ev.CardsDealt(HANDS, cards("AS"))
    public, private = event_to_plain(event)

    assert public["to_crib"] == 1
    assert private["table"] == {"to_crib": ["AS"]}
    assert event_from_plain(public, private) == event


def test_cards_laid_away_are_private_to_their_seat():
    public, private = event_to_plain(ev.CardsLaidAway(1, cards("2C 3C")))

    assert public == {"v": 1, "type": "cards_laid_away", "seat": 1, "count": 2}
    assert private == {"1": {"cards": ["2C", "3C"]}}


@pytest.mark.parametrize(
    ("event", "body"),
    [
        (ev.CardPlayed(0, Card.parse("5H"), 15), {"seat": 0, "card": "5H", "count": 15}),
        (ev.GameWon(1, (2, 0)), {"side": 1, "skunks": [2, 0]}),
        (
            ev.PointsPegged(0, 0, 3, "play", (("fifteen", 2), ("go", 1))),
            {
                "side": 0,
                "seat": 0,
                "points": 3,
                "why": "play",
                "parts": [["fifteen", 2], ["go", 1]],
            },
        ),
    ],
)
def test_all_else_is_public(event, body):
    public, private = event_to_plain(event)

    assert public == {"v": 1, "type": ev.NAMES[type(event)], **body}
    assert private == {}


@pytest.mark.parametrize("name", ev.EVENTS)
def test_registry_names_are_the_class_names(name):
    assert "".join(word.capitalize() for word in name.split("_")) == ev.EVENTS[name].__name__


def test_rules_of_a_game_come_back():
    event = ev.GameCreated(Rules.of(start_pegs=(5, 0)), 2, None, (5, 0))

    assert event_from_plain(*event_to_plain(event)) == event


def test_broken_log_is_an_error():
    public, _private = event_to_plain(ev.CardsLaidAway(1, cards("2C 3C")))

    with pytest.raises(KeyError):
        event_from_plain(public, {})


def test_new_game_has_a_snapshot_too():
    assert state_from_plain(state_to_plain(NEW)) == NEW


@pytest.mark.parametrize(
    "rules",
    [
        Rules.of("three_hand", counting="declared", muggins="show_and_play", heels="before_lead"),
        Rules.of(counting="declared", declaration="until_next_stage", pre_deal_cut="required"),
    ],
)
def test_every_state_and_event_of_a_game_comes_back(rules):
    states = []
    table = random_game(rules, 184, watch=lambda table: states.append(table.state))

    assert {window.stage for state in states if state.deal for window in state.deal.windows}
    for state in states:
        written = json.loads(json.dumps(state_to_plain(state)))
        read = state_from_plain(written)
        assert read == state
        # Lists of an older form would be equal to nothing, and hash to nothing.
        assert state_to_plain(read) == state_to_plain(state)
    for event in table.log:
        assert event_from_plain(*json.loads(json.dumps(event_to_plain(event)))) == event
