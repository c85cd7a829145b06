"""The key that seals packs: changed in mid-game, lost, another one under its name."""

import pytest

from games.engine import commands as cmd
from games.errors import GameKeyMissing
from games.selectors.games import seen_game
from games.services.fairness import faults_of, reveal_packs
from tests.clubs import world as clubs
from tests.games import world
from tests.games.services.test_commands import stored
from tests.games.services.test_corrections import abandon, official, void

OLD = {"GAME_KEY": "first", "GAME_KEY_ID": "1"}


def change_key(settings, **values):
    for name, value in values.items():
        setattr(settings, name, value)


@pytest.fixture
def before_the_starter(people, settings):
    """A game of the first key that waits for its starter, whose pack is sealed with it."""
    change_key(settings, **OLD)
    game = world.seated(people.club, people.alice, people.bob)
    return world.play_on(game, until=lambda state: state.phase == "starter")


@pytest.fixture
def director(people):
    return official(people.club, "dora", "director")


def test_a_running_deal_goes_on_under_a_new_key(before_the_starter, people, settings):
    change_key(settings, GAME_KEY="second", GAME_KEY_ID="2", GAME_KEYS_OLD={"1": "first"})
    over = world.play_on(before_the_starter)
    seen = seen_game(people.alice.actor, over.public_id)

    assert faults_of(over) == []
    assert len(reveal_packs(seen, people.alice.actor, number=1)[0]["order"]) == 52
    assert world.reread(over).pack["key_id"] == "2"


def test_a_lost_key_refuses_what_needs_it_and_changes_nothing(before_the_starter, settings):
    change_key(settings, GAME_KEY="second", GAME_KEY_ID="2")
    was = stored(before_the_starter)

    with pytest.raises(GameKeyMissing, match="a director voids the deal to go on"):
        world.cut_starter(before_the_starter)
    assert stored(before_the_starter) == was


def test_another_key_under_the_same_id_deals_no_other_cards(before_the_starter, settings):
    settings.GAME_KEY = "second"
    was = stored(before_the_starter)

    with pytest.raises(GameKeyMissing, match="not the one this pack was sealed with"):
        world.cut_starter(before_the_starter)
    assert stored(before_the_starter) == was


def test_a_deal_of_a_lost_key_is_dealt_again(before_the_starter, settings, director):
    change_key(settings, GAME_KEY="second", GAME_KEY_ID="2")
    void(before_the_starter, director)
    over = world.play_on(before_the_starter)

    assert over.winner_side is not None
    assert faults_of(over) == ["deal 1: the key 1 is not set here, so the pack cannot be checked"]


def test_before_the_first_deal_a_lost_key_ends_the_game(people, settings, director):
    change_key(settings, **OLD)
    rules = world.Rules.of(first_deal="cut")
    game = world.seated(people.club, people.alice, people.bob, rules=rules)
    change_key(settings, GAME_KEY="second", GAME_KEY_ID="2")

    with pytest.raises(GameKeyMissing, match="before the first deal he abandons the game"):
        world.send(game, cmd.Cut(0, 1))
    abandon(game, director)
    assert world.reread(game).is_over


def test_the_pack_of_a_lost_key_is_not_shown(before_the_starter, people, settings, director):
    void(before_the_starter, director)
    change_key(settings, GAME_KEY="second", GAME_KEY_ID="2")
    seen = seen_game(people.alice.actor, before_the_starter.public_id)

    with pytest.raises(GameKeyMissing):
        reveal_packs(seen, people.alice.actor, number=1)


def test_over_the_api_a_lost_key_is_said_and_may_be_tried_again(
    before_the_starter, people, settings, client
):
    """503 is not kept under the key: once the key is back the same request is done."""
    game = f"/api/v1/games/{before_the_starter.public_id}/commands"
    token = clubs.token(people.bob.login, people.club, "report")
    version = before_the_starter.version
    body = {"type": "cut", "index": 10, "expected_version": version}
    headers = {"Authorization": f"Bearer {token}", "Idempotency-Key": "the starter"}
    change_key(settings, GAME_KEY="second", GAME_KEY_ID="2")
    lost = client.post(game, body, content_type="application/json", headers=headers)
    change_key(settings, **OLD)
    found = client.post(game, body, content_type="application/json", headers=headers)

    assert (lost.status_code, lost.json()["code"]) == (503, "game_key_missing")
    assert (found.status_code, found.json()["version"] > version) == (201, True)
