"""Rulings over the API: what they answer, who may give them, who may read them."""

import json

import pytest

from clubs.models import ClubRole
from tests.clubs import world as clubs
from tests.games import world
from tests.games.api.conftest import App, refused

WHY = "A card was seen."
VOID, ABANDON = {"type": "void_deal"}, {"type": "abandon"}
ADJUST = {"type": "adjust", "side": 1, "back": 10, "front": 20}
EVERY = [pytest.param(body, id=body["type"]) for body in (VOID, ADJUST, ABANDON)]


def path(game):
    return f"/games/{game.public_id}/corrections"


def ruling(game, body):
    return {"reason": WHY, "expected_version": world.reread(game).version, **body}


@pytest.fixture
def dora(people):
    login = clubs.user("dora")
    clubs.grant(login, people.club, "director")
    return App(clubs.token(login, people.club, "direct"))


def test_a_void_deal_answers_with_the_next_one_and_no_card(dora, game):
    answer = dora.post(path(game), ruling(game, VOID))
    told = answer.json()

    assert answer.status_code == 201
    assert [event["type"] for event in told["events"]] == [
        "deal_voided", "deal_started", "cards_dealt",
    ]  # fmt: skip
    assert told["version"] == world.reread(game).version == told["events"][-1]["seq"]
    assert not {"cards", "hidden"} & {name for event in told["events"] for name in event}


def test_pegs_are_put_and_the_ruling_is_public(dora, stranger, game, people):
    jane = clubs.user("jane")
    clubs.grant(jane, people.club, "judge")
    key = f"user:{jane.pk}"
    assert dora.post(path(game), ruling(game, {**ADJUST, "judges": [key]})).status_code == 201
    (listed,) = stranger.get(path(game)).json()["corrections"]

    assert {name: listed[name] for name in ("type", "side", "back", "front", "reason")} == {
        **ADJUST, "type": "adjusted", "reason": WHY,
    }  # fmt: skip
    assert listed["judges"][1:] == [key]
    assert "Harbour" not in json.dumps(listed)
    assert listed["at"]


def test_an_abandoned_game_goes_on_when_its_deal_is_void(dora, bob, game):
    assert dora.post(path(game), ruling(game, ABANDON)).json()["is_over"]
    assert dora.post(path(game), ruling(game, VOID)).json()["is_over"] is False

    shown = bob.get(f"/games/{game.public_id}").json()
    assert (shown["finished_at"], shown["view"]["awaits"]["what"]) == (None, "discard")
    assert len(bob.get(f"/games/{game.public_id}/deals/1/seed").json()["packs"]) == 1


def test_the_same_key_rules_once(dora, game):
    first, again = (dora.post(path(game), ruling(game, ABANDON), key="once") for _ in range(1, 3))

    assert again.status_code == 422  # another version, so another request
    body = ruling(game, VOID)
    one, two = (dora.post(path(game), body, key="void") for _ in range(2))
    assert (one.content, two["Idempotency-Replayed"]) == (two.content, "true")
    assert first.status_code == 201


def test_a_ruling_that_ends_the_game_says_so(dora, game):
    answer = dora.post(path(game), ruling(game, {**ADJUST, "back": 120, "front": 121})).json()

    assert (answer["is_over"], answer["events"][-1]["type"]) == (True, "game_won")


@pytest.mark.parametrize("body", EVERY)
def test_who_may_not_rule_changes_nothing(bob, app_of, stranger, people, game, body):
    for one in (people.alice, people.carol):
        clubs.grant(one.login, people.club, "director")
    plays, left = app_of("alice", "direct"), app_of("carol", "direct")
    ClubRole.objects.filter(user=people.carol.login).delete()
    body = ruling(game, body)

    assert refused(stranger.post(path(game), body)) == (401, "not_authenticated")
    assert refused(bob.post(path(game), body)) == (403, "insufficient_scope")
    assert refused(left.post(path(game), body)) == (403, "permission_denied")
    assert refused(plays.post(path(game), body)) == (403, "own_game")
    assert world.reread(game).version == game.version


@pytest.mark.parametrize("body", EVERY)
def test_a_private_clubs_game_is_not_there(dora, stranger, body):
    hidden = world.people("hilltop", ("dave", "eve"), is_public=False)
    game = world.seated(hidden.club, hidden.dave, hidden.eve)

    assert refused(dora.post(path(game), ruling(game, body))) == (404, "not_found")
    assert refused(dora.get(path(game))) == refused(stranger.get(path(game))) == (404, "not_found")


@pytest.mark.parametrize(
    ("body", "status", "code", "field"),
    [
        ({"type": "annul"}, 400, "validation_error", "type"),
        ({"type": 5}, 400, "validation_error", "type"),
        ({}, 400, "validation_error", "type"),
        ({**VOID, "side": 1}, 400, "unknown_field", "side"),
        ({**ABANDON, "judges": []}, 400, "unknown_field", "judges"),
        ({**VOID, "reason": " "}, 400, "reason_missing", "reason"),
        ({**VOID, "judges": ["Ada Finch"]}, 400, "not_a_judge", "judges"),
        ({**VOID, "judges": "user:1"}, 400, "validation_error", "judges"),
        ({**ADJUST, "front": "20"}, 400, "validation_error", "front"),
        ({**ADJUST, "front": 122}, 422, "pegs_impossible", None),
        ({**ADJUST, "side": 2}, 422, "pegs_impossible", None),
    ],
)
def test_a_doubtful_ruling_is_refused_by_its_field(dora, game, body, status, code, field):
    answer = dora.post(path(game), ruling(game, body))

    assert refused(answer) == (status, code)
    assert field is None or answer.json()["errors"][0]["field"] == field
    assert world.reread(game).version == game.version


@pytest.mark.parametrize("off", [-2, 2])
def test_a_ruling_on_another_version_is_told_where_to_read_on(dora, game, off):
    expected = game.version + off
    answer = dora.post(path(game), ruling(game, {**VOID, "expected_version": expected}))
    problem = answer.json()

    assert refused(answer) == (409, "version_conflict")
    assert problem["version"] == game.version
    assert problem["events_after"].startswith("/api/v1/games/")
    missed = dora.get(problem["events_after"].removeprefix("/api/v1")).json()["events"]
    assert [event["seq"] for event in missed] == list(range(expected + 1, game.version + 1))
