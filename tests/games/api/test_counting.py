"""Games of declared counts, of partners and of concession, through the API."""

from dataclasses import replace

import pytest

from common import clock
from games.engine.rules import PRESETS, Rules
from games.selectors.finished import outcome_of
from games.services.fairness import faults_of
from tests.games import world
from tests.games.api.conftest import commands, refused
from tests.games.api.playing import MUGGINS, play_to_the_end


def test_two_apps_play_a_strict_game_of_muggins(alice, bob, people):
    rules = Rules.of(**MUGGINS, first_deal="assigned", target=61)
    game = world.seated(people.club, people.alice, people.bob, rules=rules)
    path = f"/games/{game.public_id}"

    sent = play_to_the_end(path, alice, bob)

    over = alice.get(path).json()
    assert over["view"]["result"]["ended_by"] == "target"
    assert {"count", "accept", "muggins", "ask_cut", "nonce", "play"} <= sent
    assert alice.get(f"{path}/verify").json()["faults"] == []


@pytest.mark.parametrize("name", [*PRESETS, "three_hand"])
def test_a_game_of_every_preset_comes_to_its_end(app_of, people, name):
    preset = PRESETS.get(name) or Rules.of("three_hand")
    rules = replace(preset, target=31, skunk_below=None, double_below=None)
    people.dave = world.player_of(people.club, "dave")
    names = ("alice", "bob", "carol", "dave")[: rules.numbers.seats]
    game = world.seated(people.club, *(getattr(people, one) for one in names), rules=rules)

    play_to_the_end(f"/games/{game.public_id}", *(app_of(one) for one in names))

    outcome = outcome_of(game.public_id)
    assert outcome.scores[outcome.winner_side] == 31
    assert faults_of(world.reread(game)) == []


def test_four_apps_play_a_game_of_partners(app_of, people):
    people.dave = world.player_of(people.club, "dave")
    names = ("alice", "bob", "carol", "dave")
    players = [str(getattr(people, name).player.public_id) for name in names]
    body = {
        "club": str(people.club.public_id), "players": players, "first_dealer": 2,
        "rules": {"variant": "partnership", "first_deal": "assigned", "target": 61},
    }  # fmt: skip
    apps = [app_of(name) for name in names]
    opened = apps[0].post("/games", body).json()
    path = f"/games/{opened['id']}"
    for seat, app in enumerate(apps):
        taken = app.post(f"{path}/seats", {"seat": seat, "rules_digest": opened["rules_digest"]})
        assert taken.status_code == 201
    hands = [app.get(path).json()["view"]["deal"]["hands"] for app in apps]
    # A partner's hand is as hidden as an opponent's.
    assert [[bool(hand["cards"]) for hand in seen] for seen in hands] == [
        [seat == own for seat in range(4)] for own in range(4)
    ]

    play_to_the_end(path, *apps)

    over = apps[3].get(path).json()
    outcome = outcome_of(opened["id"])
    assert over["winner_side"] == outcome.winner_side
    assert len(outcome.scores) == 2
    assert outcome.scores[outcome.winner_side] == 61
    assert apps[1].get(f"{path}/verify").json()["ok"]


def test_a_side_gives_up_where_the_rules_have_it(alice, bob, people):
    rules = Rules.of(first_deal="assigned", allow_concede=True)
    game = world.seated(people.club, people.alice, people.bob, rules=rules)
    body = {"type": "concede", "expected_version": game.version}
    answer = alice.post(commands(game), body).json()

    assert [event["type"] for event in answer["events"]] == ["conceded", "game_won"]
    assert bob.get(f"/games/{game.public_id}").json()["view"]["result"]["winner"] == 1
    assert answer["is_over"]


def test_a_claim_comes_too_early_before_the_seats_are_taken(alice, people):
    body = {
        "club": str(people.club.public_id), "preset": "strict", "first_dealer": 0,
        "rules": {"muggins": "show"},
    }  # fmt: skip
    opened = alice.post("/games", body).json()
    claim = {"type": "muggins", "points": 2, "expected_version": opened["version"]}
    path = f"/games/{opened['id']}"
    assert refused(alice.post(f"{path}/commands", claim)) == (403, "not_a_seat")
    alice.post(f"{path}/seats", {"seat": 0, "rules_digest": opened["rules_digest"]})

    claim["expected_version"] += 1
    assert refused(alice.post(f"{path}/commands", claim)) == (409, "wrong_phase")


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"type": "count", "points": 30}, "points"),
        ({"type": "count"}, "points"),
        ({"type": "muggins", "points": 0}, "points"),
        ({"type": "muggins", "points": 2, "what": "x" * 21}, "what"),
        ({"type": "play", "card": "5H", "points": -1}, "points"),
    ],
)
def test_a_doubtful_count_is_not_read(alice, game, body, field):
    answer = alice.post(commands(game), {**body, "expected_version": game.version})

    assert refused(answer) == (400, "validation_error")
    assert answer.json()["errors"][0]["field"] == field


def test_a_reader_meets_the_end_of_the_time_to_claim(alice, bob, carol, people):
    rules = Rules.of(first_deal="assigned", go="said", counting="declared", muggins="show")
    hands = ("KD 9H 2C 7S 5D QH", "4H TC 6C AH 3S JS")
    with world.dealt(rules, (hands, "5S")):
        game = world.seated(people.club, people.alice, people.bob, rules=rules)
        world.lay_away(game, "5D QH", "3S JS")
        world.cut_starter(game)
        world.play(game, "4H KD TC 2C AH 9H 6C 7S")
    path = f"/games/{game.public_id}"
    count = {"type": "count", "points": 5, "expected_version": world.reread(game).version}
    assert bob.post(commands(game), count).status_code == 201
    shown = alice.get(path).json()
    assert shown["view"]["deal"]["counts"][0]["worth"] is None
    assert [move["type"] for move in shown["view"]["legal"]] == ["accept", "muggins", "count"]
    with clock.frozen(world.reread(game).due_at):
        events = carol.get(f"{path}/events?after={shown['version']}").json()["events"]
        assert (events[0]["type"], events[0]["how"]) == ("window_closed", "time")
        shown = alice.get(path).json()
        assert shown["view"]["deal"]["counts"][0]["worth"] == 9
        late = {"type": "muggins", "points": 4, "expected_version": shown["version"]}
        assert refused(alice.post(commands(game), late)) == (409, "claim_window_closed")
