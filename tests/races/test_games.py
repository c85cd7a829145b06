"""Two hands on one game: R1, R3 and R4, each with its control.

A control takes the lock away and must see the race: it shows that the test could.
"""

import json
import random
import threading
from collections import Counter
from dataclasses import dataclass, field
from itertools import count

import pytest
from django.db import IntegrityError, connection
from django.test import Client

from games.codec import events_of
from games.engine.rules import Rules
from games.models import Game, GameEvent
from games.selectors.logs import log_of
from games.services import locks
from games.services.fairness import faults_of
from tests.clubs import world as clubs
from tests.games import world
from tests.games.api.playing import move_of

pytestmark = [pytest.mark.race, pytest.mark.django_db(transaction=True)]

LONG = Rules.of(first_deal="assigned", go="said", target=1000)
PLAYING = (("KD 9H 2C 7S 5D QH", "4H TC 6C AH 3S JS"), "8S")
_keys = count(1)


@pytest.fixture
def table(settings):
    """A long game, the seats' tokens."""
    settings.ALLOW_STACKED_PACKS = True  # the check of the packs comes after the deal
    settings.API_THROTTLE_COMMAND = settings.API_THROTTLE_READ = 10**6
    people = world.people(f"race{next(_keys)}", ("alice", "bob"))
    with world.dealt(LONG, PLAYING):
        game = world.seated(people.club, people.alice, people.bob, rules=LONG)
        world.lay_away(game, "5D QH", "3S JS")
        world.cut_starter(game)
        world.play(game, "4H KD TC")
    tokens = [clubs.token(one.login, people.club, "report") for one in (people.alice, people.bob)]
    return world.reread(game), tokens


def at_once(*works):
    """Run callables behind a barrier; return their results, exceptions included."""
    barrier, results = threading.Barrier(len(works)), [None] * len(works)

    def run(place, work):
        try:
            barrier.wait()
            results[place] = work()
        except Exception as error:
            results[place] = error
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=item) for item in enumerate(works)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return results


def post(game, token, body, key=None):
    client = Client(raise_request_exception=True)
    headers = {"Authorization": f"Bearer {token}", "Idempotency-Key": key or f"race-{next(_keys)}"}
    path = f"/api/v1/games/{game.public_id}/commands"
    return client.post(path, json.dumps(body), content_type="application/json", headers=headers)


def two_cards(game, token):
    bodies = [
        {"type": "play", "card": card, "expected_version": game.version} for card in ("2C", "7S")
    ]
    return at_once(*[lambda body=body: post(game, token, body) for body in bodies])


def statuses(results):
    return sorted(
        type(result).__name__ if isinstance(result, Exception) else result.status_code
        for result in results
    )


def check_log(game):
    """The log has no gap, its chain holds, and it leads to the row."""
    seqs = list(GameEvent.objects.filter(game=game).order_by("seq").values_list("seq", flat=True))
    assert seqs == list(range(1, world.reread(game).version + 1))
    assert faults_of(world.reread(game)) == []


def test_r1_of_two_cards_of_one_seat_one_is_laid(table):
    game, (alice, _) = table

    assert statuses(two_cards(game, alice)) == [201, 409]
    check_log(game)


def test_r1_without_the_lock_both_are_judged_lawful(table, monkeypatch):
    """Both pass the check of the version; only the unique index stops the second."""
    game, (alice, _) = table
    both_have_read = threading.Barrier(2)

    def read_without_lock(rows):
        found = rows.get()
        both_have_read.wait(5)
        return found

    monkeypatch.setattr(locks, "lock_row", read_without_lock)
    results = two_cards(game, alice)

    assert [type(result) for result in results if isinstance(result, Exception)] == [IntegrityError]


def test_r3_fifty_copies_of_one_key_are_one_command(table):
    game, (alice, _) = table
    body = {"type": "play", "card": "2C", "expected_version": game.version}
    results = at_once(*[lambda: post(game, alice, body, "one intent") for _ in range(50)])

    assert {result.status_code for result in results} == {201}
    assert len({result.content for result in results}) == 1
    assert sum(result.has_header("Idempotency-Replayed") for result in results) == 49
    check_log(game)


def test_r3_with_fifty_keys_one_is_done(table):
    """The control: without one key the copies are fifty commands."""
    game, (alice, _) = table
    body = {"type": "play", "card": "2C", "expected_version": game.version}
    results = at_once(*[lambda: post(game, alice, body) for _ in range(50)])

    assert Counter(result.status_code for result in results) == {201: 1, 409: 49}
    check_log(game)


@dataclass
class History:
    """What the clients were told: answers by key."""

    done: dict[str, list[bytes]] = field(default_factory=dict)
    refused: Counter[str] = field(default_factory=Counter)


def client_of(game, tokens, seed, times):
    """Return a client that plays whatever seat is to act, every other command twice."""

    def work():
        chance, history = random.Random(seed), History()
        for number in range(times):
            seat, body = choose(game, tokens, chance)
            key = f"{seed}-{number}-{game.pk}"
            for _ in range(1 + number % 2):
                answer = post(game, tokens[seat], body, key)
                if answer.status_code == 201:
                    history.done.setdefault(key, []).append(answer.content)
                else:
                    history.refused[answer.json()["code"]] += 1
        return history

    return work


def choose(game, tokens, chance):
    while True:
        seat = chance.randrange(2)
        headers = {"Authorization": f"Bearer {tokens[seat]}"}
        shown = Client().get(f"/api/v1/games/{game.public_id}", headers=headers).json()
        if shown["view"]["legal"]:
            return seat, move_of(shown)


def played_at_once(table, threads, times):
    game, tokens = table
    works = [client_of(game, tokens, seed, times) for seed in range(threads)]
    histories = at_once(*works)
    assert [history for history in histories if isinstance(history, Exception)] == []
    return histories


def check_histories(game, histories, first_version):
    """Every command told done is in the log once; nothing else is."""
    answers = [answers for history in histories for answers in history.done.values()]
    assert all(len(set(copies)) == 1 for copies in answers)
    told = [event["seq"] for copies in answers for event in json.loads(copies[0])["events"]]
    assert sorted(told) == list(range(first_version + 1, world.reread(game).version + 1))
    codes = {code for history in histories for code in history.refused}
    assert codes <= {"version_conflict", "idempotency_in_progress", "lock_timeout"}


@pytest.mark.parametrize("times", [pytest.param(6, id="push")])
def test_r4_sixteen_clients_lose_and_double_nothing(table, times):
    game = table[0]
    histories = played_at_once(table, 16, times)

    check_histories(game, histories, game.version)
    check_log(game)
    assert len(events_of(*log_of(game))) > game.version


@pytest.mark.nightly
def test_r4_at_full_length(table):
    game = table[0]
    histories = played_at_once(table, 16, 60)

    check_histories(game, histories, game.version)
    check_log(game)


def test_r4_a_doubled_and_a_lost_event_are_found(table):
    """The control of the checker."""
    game = table[0]
    histories = played_at_once(table, 2, 2)
    key, copies = next(iter(next(h for h in histories if h.done).done.items()))

    with pytest.raises(AssertionError):
        check_histories(game, [*histories, History(done={f"{key}-again": copies})], game.version)
    Game.objects.filter(pk=game.pk).update(version=world.reread(game).version + 1)
    with pytest.raises(AssertionError):
        check_log(game)
