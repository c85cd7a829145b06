"""Deadlines through the API: too late is too late, and the director can be called."""

import pytest

from common import clock
from common.models import Outbox
from games.models import Game
from tests.games import world
from tests.games.api.conftest import refused
from tests.games.timed import SECOND, UNTIMED, a_game, discard, ended_by, waiting_for


@pytest.fixture
def instant():
    now = clock.now()
    with clock.frozen(now):
        yield now


def test_a_late_move_is_answered_once_and_the_loss_stays(people, instant, app_of):
    game = waiting_for(people, 1)
    bob = app_of("bob")
    cards = [str(card) for card in discard(1, game).cards]
    body = {"type": "discard", "cards": cards, "expected_version": game.version}
    with clock.frozen(instant + 61 * SECOND):
        answers = [bob.post(f"/games/{game.public_id}/commands", body, "once") for _ in range(2)]

    assert [(one.status_code, one.json()["code"]) for one in answers] == [(409, "too_late")] * 2
    assert answers[1].headers["Idempotency-Replayed"] == "true"
    assert (ended_by(game), world.state(game).winner) == ("time", 0)


@pytest.fixture
def game(people, instant):
    """A game of a match that waits for bob's discard."""
    game = a_game(people, UNTIMED)
    Game.objects.filter(pk=game.pk).update(origin="match:x:1")
    world.send(game, discard(0, game))
    return world.reread(game)


def call(app, game, at, body=None):
    with clock.frozen(at):
        return app.post(f"/games/{game.public_id}/call-director", body or {})


def calls():
    return Outbox.objects.filter(topic="game.director_called").count()


def test_who_waits_for_the_other_side_alone_may_call_after_two_minutes(game, alice, instant):
    early = call(alice, game, instant + 90 * SECOND)
    assert (refused(early), early.json()["seconds_left"]) == ((409, "not_absent_yet"), 30)

    assert call(alice, game, instant + 120 * SECOND).status_code == 204
    assert call(alice, game, instant + 121 * SECOND).status_code == 204
    assert calls() == 1


def test_who_is_waited_for_calls_nobody(game, bob, instant):
    assert refused(call(bob, game, instant + 300 * SECOND)) == (409, "not_waiting")


def test_who_does_not_play_calls_nobody(game, carol, instant):
    assert refused(call(carol, game, instant + 300 * SECOND)) == (403, "not_a_seat")


def test_a_casual_game_has_no_director(game, alice, instant):
    Game.objects.filter(pk=game.pk).update(origin="")

    assert refused(call(alice, game, instant + 300 * SECOND)) == (409, "no_director")


def test_a_game_that_is_over_needs_no_director(game, alice, instant):
    world.play_on(game)

    assert refused(call(alice, game, instant + 300 * SECOND)) == (409, "game_over")


def test_a_call_has_no_body_and_needs_a_key(game, alice, instant):
    assert refused(call(alice, game, instant, {"seat": 0})) == (400, "unknown_field")
    path, kind = f"/api/v1/games/{game.public_id}/call-director", "application/json"
    without = alice.client.post(path, "", content_type=kind, headers=alice.headers)
    assert refused(without) == (400, "idempotency_key_required")
    assert calls() == 0
