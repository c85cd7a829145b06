"""Of all that is wrong with a command the first is said, in an order that is fixed.

Every command here also has all the faults that come after the one it is refused for.
"""

import json
from uuid import uuid4

import pytest
from django.test import Client

from games.engine.rules import Rules
from scoring.cards import PACK
from tests.clubs import world as clubs
from tests.games import world

RULES = Rules.of(first_deal="assigned", go="said", allow_concede=True)


@pytest.fixture
def people(db):
    return world.people(is_public=False)


@pytest.fixture
def tokens(people):
    """Who asks: nobody, somebody of another club, one who looks on, alice in seat 0, bob."""
    other = clubs.club("inland")
    abroad = world.player_of(other, "olga")
    at_home = {name: getattr(people, name).login for name in ("carol", "alice", "bob")}
    found = {name: clubs.token(one, people.club, "report") for name, one in at_home.items()}
    return found | {"nobody": None, "olga": clubs.token(abroad.login, other, "report")}


def code(game, token, body, *, has_key=True):
    """Send a command, changing nothing; return the code of its refusal."""
    was = world.reread(game)
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    headers |= {"Idempotency-Key": str(uuid4())} if has_key else {}
    answer = Client().post(
        f"/api/v1/games/{game.public_id}/commands",
        json.dumps(body),
        content_type="application/json",
        headers=headers,
    )
    assert (world.reread(game).version, world.reread(game).head) == (was.version, was.head)
    return answer.json()["code"]


def strange_card(game):
    """A card that neither seat holds: nobody can lay it."""
    held = frozenset().union(*world.state(game).dealing.held)
    return next(card.text for card in PACK if card not in held)


def test_faults_of_the_request_come_before_those_of_the_game(people, tokens):
    game = world.seated(people.club, people.alice, people.bob, rules=RULES)
    wrong = {"type": "play", "card": strange_card(game), "points": 3, "expected_version": 1}
    unread = {**wrong, "stake": 5}
    world.send(game, world.cmd.Concede(1))

    assert code(game, tokens["nobody"], unread, has_key=False) == "not_authenticated"
    assert code(game, tokens["olga"], unread, has_key=False) == "not_found"
    assert code(game, tokens["carol"], unread, has_key=False) == "not_a_seat"
    assert code(game, tokens["alice"], unread, has_key=False) == "unknown_field"
    assert code(game, tokens["alice"], wrong, has_key=False) == "idempotency_key_required"
    assert code(game, tokens["alice"], wrong) == "game_over"


def test_faults_of_the_version_come_before_those_of_the_rules(people, tokens):
    game = world.seated(people.club, people.alice, people.bob, rules=RULES)
    wrong = {"type": "play", "card": strange_card(game), "points": 3, "expected_version": 1}
    assert code(game, tokens["alice"], wrong) == "version_conflict"
    wrong["expected_version"] = game.version
    assert code(game, tokens["alice"], wrong) == "not_in_ruleset"
    del wrong["points"]
    assert code(game, tokens["alice"], wrong) == "wrong_phase"

    game = world.play_on(game, until=lambda state: state.phase == "play")
    wrong |= {"card": strange_card(game), "expected_version": game.version}
    assert code(game, tokens["alice"], wrong) == "not_your_turn"
    assert code(game, tokens["bob"], wrong) == "card_not_in_hand"


def test_the_part_one_plays_comes_before_what_has_been_done(people, tokens):
    """Heels: not in the rules, no jack, not the dealer, and only then claimed already."""
    claim = {"type": "claim_heels"}
    codes = []
    for heels, starter in (("auto", "8S"), ("before_lead", "8S"), ("before_lead", "JC")):
        rules = Rules.of(first_deal="assigned", heels=heels)
        with world.dealt(rules, (("KD 9H 2C 7S 5D QH", "4H TC 6C AH 3S JS"), starter)):
            game = world.seated(people.club, people.alice, people.bob, rules=rules)
            world.lay_away(game, "5D QH", "3S JS")
            world.cut_starter(game)
        if starter == "JC":
            world.send(game, world.cmd.ClaimHeels(0))
        version = world.reread(game).version
        codes.append(code(game, tokens["bob"], {**claim, "expected_version": version}))

    assert codes == ["not_in_ruleset", "wrong_phase", "not_dealer"]
    assert code(game, tokens["alice"], {**claim, "expected_version": version}) == "already_claimed"
