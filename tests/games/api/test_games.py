"""A game through the API: the happy path, every refusal, every stranger."""

import re
from datetime import UTC, datetime, timedelta
from random import randrange
from types import SimpleNamespace
from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from common import clock
from games.engine.rules import PRESETS, Rules
from tests.benchmarks.api import counted
from tests.clubs import world as clubs
from tests.games import world
from tests.games.api.conftest import commands, refused
from tests.games.api.playing import MUGGINS, move_of, play_to_the_end

CASUAL = PRESETS["casual"].digest
_TABLE = re.compile(r'(SELECT|INSERT INTO|UPDATE|DELETE FROM)[^"]* "(\w+)"')


def statements(send):
    with CaptureQueriesContext(connection) as asked:
        answer = send()
    assert answer.status_code < 300, answer.content
    return counted(asked.captured_queries)


def test_two_apps_play_a_game_from_the_cut_to_the_end(alice, bob, people):
    opened = alice.post("/games", {"club": str(people.club.public_id)})
    game = f"/games/{opened.json()['id']}"
    for seat, app in enumerate((alice, bob)):
        taken = app.post(f"{game}/seats", {"seat": seat, "rules_digest": CASUAL})
        assert taken.status_code == 201

    play_to_the_end(game, alice, bob)

    over = alice.get(game).json()
    assert over["is_over"]
    assert max(side["front"] for side in over["view"]["sides"]) == 121
    assert alice.get(f"{game}/verify").json() == {
        "ok": True, "version": over["version"], "head": over["head"], "faults": [],
    }  # fmt: skip
    assert len(alice.get(f"{game}/deals/1/seed").json()["packs"][0]["order"]) == 52


def test_a_game_is_opened_by_a_preset_with_changes(alice, people):
    body = {
        "club": str(people.club.public_id), "preset": "strict",
        "rules": {"target": 61, "skunk_below": 31, "double_below": None},
        "players": [str(people.bob.player.public_id), str(people.alice.player.public_id)],
        "first_dealer": 1, "origin": "casual evening",
    }  # fmt: skip
    shown = alice.post("/games", body).json()

    assert shown["view"]["rules"]["heels"] == "before_lead"
    assert shown["view"]["rules"]["target"] == 61
    assert [place["name"] for place in shown["players"]] == ["Bob Harbour", "Alice Harbour"]
    assert shown["origin"] == "casual evening"


@pytest.mark.parametrize(
    ("change", "status", "code", "field"),
    [
        ({"preset": "bridge"}, 400, "validation_error", "preset"),
        ({"rules": {"muggins": "show"}}, 422, "rules_invalid", "rules"),
        ({"rules": {"jokers": 2}}, 422, "rules_invalid", "rules"),
        ({"rules": 5}, 400, "validation_error", "rules"),
        ({"players": ["x"]}, 400, "validation_error", "players[0]"),
        ({"players": [str(uuid4()), str(uuid4())]}, 400, "validation_error", "players"),
        ({"origin": "match:one:1"}, 400, "validation_error", "origin"),
        ({"stake": 5}, 400, "unknown_field", "stake"),
        ({"club": "harbour"}, 400, "validation_error", "club"),
    ],
)
def test_a_doubtful_game_is_not_opened(alice, people, change, status, code, field):
    answer = alice.post("/games", {"club": str(people.club.public_id), **change})

    assert refused(answer) == (status, code)
    assert answer.json()["errors"][0]["field"] == field


def test_a_game_of_no_club_is_not_opened(alice):
    assert refused(alice.post("/games", {"club": str(uuid4())})) == (404, "not_found")


def test_the_same_key_opens_one_game(alice, people):
    body = {"club": str(people.club.public_id)}
    first, again = (alice.post("/games", body, key="evening") for _ in range(2))

    assert first.content == again.content
    assert again["Idempotency-Replayed"] == "true"
    assert len(alice.get("/games").json()["results"]) == 1


def test_a_seat_sees_its_own_cards_only(alice, game):
    deal = alice.get(f"/games/{game.public_id}").json()["view"]["deal"]

    assert [hand["cards"] and len(hand["cards"]) for hand in deal["hands"]] == [6, None]


def test_a_member_watches_as_a_spectator_with_names(carol, game):
    shown = carol.get(f"/games/{game.public_id}").json()

    assert [hand["cards"] for hand in shown["view"]["deal"]["hands"]] == [None, None]
    assert shown["view"]["own_seat"] is None
    assert shown["players"][0]["name"] == "Alice Harbour"


def test_a_stranger_watches_a_public_club_without_names(stranger, game):
    shown = stranger.get(f"/games/{game.public_id}").json()

    assert [place["name"] for place in shown["players"]] == [None, None]
    assert stranger.get("/games").json()["results"][0]["id"] == str(game.public_id)


def test_a_private_clubs_game_is_not_there(alice, stranger):
    hidden = world.people("hilltop", ("dave", "eve"), is_public=False)
    game = world.seated(hidden.club, hidden.dave, hidden.eve)

    for app in (alice, stranger):
        for path in ("", "/events", "/verify"):
            assert app.get(f"/games/{game.public_id}{path}").status_code == 404
        assert app.get("/games").json()["results"] == []
    assert refused(alice.get(f"/games/{game.public_id}/deals/1/seed")) == (404, "not_found")
    assert refused(alice.post(commands(game), {})) == (404, "not_found")
    assert refused(alice.post(f"/games/{game.public_id}/seats", {})) == (404, "not_found")


def test_who_watches_cannot_play(carol, stranger, game):
    assert refused(carol.post(commands(game), {})) == (403, "not_a_seat")
    assert refused(stranger.post(commands(game), {})) == (401, "not_authenticated")
    assert refused(stranger.post("/games", {})) == (401, "not_authenticated")
    assert refused(carol.get(f"/games/{game.public_id}?seat=0")) == (403, "not_a_seat")


@pytest.mark.parametrize("path", ["/games", "/games/{}/seats", "/games/{}/commands"])
def test_a_token_that_reads_does_not_write(app_of, game, path):
    answer = app_of("alice", "read").post(path.format(game.public_id), {})

    assert refused(answer) == (403, "insufficient_scope")


def test_ones_own_seat_may_be_named(alice, game):
    assert alice.get(f"/games/{game.public_id}?seat=0").status_code == 200
    assert refused(alice.get(f"/games/{game.public_id}?seat=1")) == (403, "not_your_seat")
    assert refused(alice.get(f"/games/{game.public_id}?seat=x")) == (400, "validation_error")


def test_seats_are_refused_with_their_own_codes(alice, bob, carol, app_of, people):
    game = f"/games/{alice.post('/games', {'club': str(people.club.public_id)}).json()['id']}"
    seat = {"seat": 0, "rules_digest": CASUAL}

    assert refused(alice.post(f"{game}/seats", {**seat, "rules_digest": "0"})) == (
        422, "rules_digest_mismatch",
    )  # fmt: skip
    assert alice.post(f"{game}/seats", seat).status_code == 201
    assert refused(bob.post(f"{game}/seats", seat)) == (409, "seat_taken")
    assert refused(alice.post(f"{game}/seats", {**seat, "seat": 1})) == (409, "already_seated")
    third = bob.post(f"{game}/seats", {**seat, "seat": 2})
    assert refused(third) == (422, "no_such_seat")
    assert (third.json()["detail"], third.json()["errors"][0]["field"]) == (
        "seats are 0 to 1", "seat",
    )  # fmt: skip
    clubs.grant(clubs.user("dora"), people.club, "director")
    assert refused(bob.post(f"{game}/seats", {"seat": 1})) == (400, "validation_error")


def test_events_go_on_after_the_last_one_seen(bob, game):
    path = f"/games/{game.public_id}/events"
    first = bob.get(f"{path}?limit=2").json()
    rest = bob.get(f"{path}?after=2").json()

    seqs = [event["seq"] for event in first["events"] + rest["events"]]
    assert seqs == list(range(1, game.version + 1))
    assert len(rest["events"][-1]["cards"]) == 6
    assert bob.get(f"{path}?after={game.version}").json()["events"] == []
    assert refused(bob.get(f"{path}?after={game.version + 1}")) == (400, "cursor_ahead")


def test_a_command_answers_with_what_happened(bob, game):
    cards = bob.get(f"/games/{game.public_id}").json()["view"]["legal"][0]["cards"][:2]
    body = {"type": "discard", "cards": cards, "expected_version": game.version}
    answer = bob.post(commands(game), body)

    event = {"seq": game.version + 1, "v": 1, "type": "cards_laid_away", "seat": 1, "count": 2}
    assert answer.status_code == 201
    assert answer.json() == {
        "version": game.version + 1, "is_over": False, "events": [{**event, "cards": cards}],
    }  # fmt: skip


def test_a_view_after_the_grace_lets_the_pone_lead(alice, bob, people):
    rules = Rules.of(first_deal="assigned", heels="before_lead", go="said")
    hands = ("5H 5C 9D 4S 6D KH", "2H 3H 4D 9C QS AS")
    with world.dealt(rules, (hands, "JC")):
        game = world.seated(people.club, people.alice, people.bob, rules=rules)
        world.lay_away(game, "6D KH", "QS AS")
        world.cut_starter(game)
        assert bob.get(f"/games/{game.public_id}").json()["view"]["legal"] == []
        with clock.frozen(clock.now() + timedelta(seconds=5)):
            shown = bob.get(f"/games/{game.public_id}").json()

    assert (shown["due_at"], shown["view"]["legal"][0]["type"]) == (None, "play")


def test_an_exceeding_card_is_told_what_fits(alice, people):
    rules = Rules.of(first_deal="assigned", go="said")
    hands = ("KD 9H 2C 7S 5D QH", "4H TC 6C AH 3S JS")
    with world.dealt(rules, (hands, "8S")):
        game = world.seated(people.club, people.alice, people.bob, rules=rules)
        world.lay_away(game, "5D QH", "3S JS")
        world.cut_starter(game)
        world.play(game, "4H KD TC")
    body = {"type": "play", "card": "9H", "expected_version": world.reread(game).version}
    problem = alice.post(commands(game), body).json()

    assert (problem["status"], problem["code"]) == (422, "exceeds_31")
    assert problem["legal"] == ["2C", "7S"]


WHOLE_GAMES = [
    pytest.param({"first_deal": "cut"}, id="engine-counts"),
    pytest.param({"first_deal": "assigned", "counting": "declared"}, id="declared"),
    pytest.param({**MUGGINS, "first_deal": "assigned"}, id="muggins-raised-cut-offered"),
    pytest.param(
        {**MUGGINS, "first_deal": "cut", "declaration": "final", "pre_deal_cut": "required"},
        id="muggins-final-cut-required",
    ),
]


@pytest.mark.parametrize("options", WHOLE_GAMES)
def test_every_command_of_a_whole_game_stays_within_its_budget(alice, bob, people, options):
    """From the first cut over each start of a deal to the very last command: 8 statements."""
    rules = Rules.of(**options, target=61)
    game = world.seated(people.club, people.alice, people.bob, rules=rules)
    path = f"/games/{game.public_id}"
    asked = []
    while not world.reread(game).is_over:
        seat = world.state(game).awaits.seats[0]
        app = (alice, bob)[seat]
        body = move_of(app.get(path).json())
        cost = statements(lambda app=app, body=body: app.post(path + "/commands", body))
        asked.append((cost, body["type"]))

    assert [one for one in asked if one[0] > 8] == []


def test_reading_a_game_stays_within_its_budget(alice, carol, stranger, game):
    path = f"/games/{game.public_id}"
    for app in (alice, carol):
        app.get(path)  # notes the use of the token, once in five minutes

    assert statements(lambda: alice.get(path)) <= 3
    assert statements(lambda: carol.get(path)) <= 4  # one of them the token
    assert statements(lambda: alice.get(f"{path}/events")) <= 4
    assert statements(lambda: alice.get(f"{path}/events?limit=3")) <= 4
    assert statements(lambda: alice.get(f"{path}/corrections")) <= 4
    assert statements(lambda: alice.get("/games")) <= 4
    assert statements(lambda: stranger.get(path)) <= 3


@pytest.mark.parametrize("off", [-2, 2])
def test_a_stale_command_is_told_where_to_read_on(bob, game, off):
    body = {"type": "go", "expected_version": game.version + off}
    problem = bob.post(commands(game), body).json()
    missed = bob.get(problem["events_after"].removeprefix("/api/v1")).json()["events"]

    assert (problem["code"], problem["version"]) == ("version_conflict", game.version)
    assert [event["seq"] for event in missed] == list(
        range(game.version + off + 1, game.version + 1)
    )


@pytest.fixture
def limits(settings):
    """Two commands and two writes a minute, in a minute of its own: the cache is shared."""
    settings.API_THROTTLE_COMMAND = settings.API_THROTTLE_WRITE = 2
    minute = datetime(2040, 1, 1, tzinfo=UTC) + timedelta(minutes=randrange(10**6))
    with clock.frozen(minute):
        yield


def sent(app, game):
    return app.post(commands(game), {"type": "go", "expected_version": 1}).status_code


def test_two_tokens_of_a_player_share_the_count_of_his_seat(limits, app_of, game, people):
    other = world.seated(people.club, people.alice, people.bob)
    one, two, bob = app_of("alice"), app_of("alice"), app_of("bob")

    assert [sent(app, game) for app in (one, two, one, two)] == [409, 409, 429, 429]
    assert sent(bob, game) == 409
    assert sent(two, other) == 409


def test_made_up_games_are_not_free(limits, app_of, people):
    carol = app_of("carol")
    made_up = [SimpleNamespace(public_id=uuid4()) for _ in range(4)]

    assert [sent(carol, game) for game in made_up] == [404, 404, 429, 429]


def test_who_watches_is_stopped_at_the_writes_allowed(limits, app_of, game):
    carol = app_of("carol")

    assert [sent(carol, game) for _ in range(4)] == [403, 403, 429, 429]


def test_the_schema_has_every_command(client):
    schema = client.get("/api/v1/schema?format=json").json()
    post = schema["paths"]["/api/v1/games/{game_id}/commands"]["post"]
    command = post["requestBody"]["content"]["application/json"]["schema"]["$ref"].split("/")[-1]

    assert {
        "cut",
        "nonce",
        "ask_cut",
        "discard",
        "play",
        "go",
        "claim_heels",
        "waive_heels",
        "count",
        "muggins",
        "accept",
        "concede",
    } == set(schema["components"]["schemas"][command]["discriminator"]["mapping"])
