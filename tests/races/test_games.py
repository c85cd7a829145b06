"""Two hands on one game: R1 to R4, each with its control.

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
from games.engine.phases.play import fitting
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
REPEATS = 20
"""Of a race at every push; the night has ten pieces of as many."""
HEAVY = pytest.mark.parametrize(
    "times", [4, pytest.param(REPEATS, marks=pytest.mark.nightly)], ids=["push", "night"]
)
"""Fifty or sixteen at once cost too much to do so often at every push."""
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


def sending(game, token, body, version, key=None):
    """Return what posts a command, to be called in a thread of its own."""
    return lambda: post(game, token, {**body, "expected_version": version}, key)


def two_cards(game, tokens):
    """Play on until a seat has a choice; have it lay two cards at once."""
    world.play_on(game, until=lambda state: len(fitting_of(state)) > 1)
    state = world.state(game)
    bodies = [{"type": "play", "card": card.text} for card in fitting_of(state)[:2]]
    token = tokens[state.dealing.turn]
    return at_once(*[sending(game, token, body, state.version) for body in bodies])


def fitting_of(state):
    if state.phase != "play" or state.awaits.what != "play":
        return []
    return sorted(fitting(state.dealing.held[state.dealing.turn], state.dealing.count))


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
    game, tokens = table

    for _ in range(REPEATS):
        assert statuses(two_cards(game, tokens)) == [201, 409]
    check_log(game)


@pytest.fixture
def unlocked(monkeypatch):
    """Let two commands read the game before either writes."""
    both_have_read = threading.Barrier(2)

    def read_without_lock(rows):
        found = rows.get()
        both_have_read.wait(5)
        return found

    def take_away():
        monkeypatch.setattr(locks, "lock_row", read_without_lock)

    return take_away


def broken(results):
    return [type(result) for result in results if isinstance(result, Exception)]


def test_r1_without_the_lock_both_are_judged_lawful(table, unlocked):
    """Both pass the check of the version; only the unique index stops the second."""
    game, tokens = table
    unlocked()

    assert broken(two_cards(game, tokens)) == [IntegrityError]


@pytest.fixture
def jacks(settings):
    """A game whose every starter is a jack: who claims, and who leads?"""
    settings.ALLOW_STACKED_PACKS = True
    settings.API_THROTTLE_COMMAND = settings.API_THROTTLE_READ = 10**6
    rules = Rules.of(first_deal="assigned", heels="before_lead", heels_grace=0, target=1000)
    people = world.people(f"race{next(_keys)}", ("alice", "bob"))
    tokens = [clubs.token(one.login, people.club, "report") for one in (people.alice, people.bob)]
    with world.dealt(rules, *[(PLAYING[0], "JC")] * REPEATS):
        yield world.seated(people.club, people.alice, people.bob, rules=rules), tokens


def claim_and_lead(game, tokens, before=lambda: None):
    """Play on until a jack is turned; claim heels and lead at once."""
    world.play_on(game, until=lambda state: state.phase == "starter")
    world.cut_starter(game)
    state = world.state(game)
    dealer, pone = state.dealing.dealer, state.pone
    lead = {"type": "play", "card": min(state.dealing.held[pone]).text}
    sent = ((dealer, {"type": "claim_heels"}), (pone, lead))
    before()
    results = at_once(*[sending(game, tokens[seat], body, state.version) for seat, body in sent])
    gained = world.state(game).scores[dealer] - state.scores[dealer]
    return results, gained


def test_r2_either_heels_are_claimed_or_the_lead_forfeits_them(jacks):
    game, tokens = jacks

    for _ in range(REPEATS):
        results, gained = claim_and_lead(game, tokens)
        assert statuses(results) == [201, 409]
        has_claimed = results[0].status_code == 201
        assert gained == (2 if has_claimed else 0)
        assert world.state(game).dealing.heels == ("claimed" if has_claimed else "forfeited")
    check_log(game)


def test_r2_without_the_lock_both_are_judged_lawful(jacks, unlocked):
    game, tokens = jacks
    assert broken(claim_and_lead(game, tokens, before=unlocked)[0]) == [IntegrityError]


@pytest.fixture
def counting(settings):
    """A long game of declared counts that may be claimed on."""
    settings.API_THROTTLE_COMMAND = settings.API_THROTTLE_READ = 10**6
    rules = Rules.of(first_deal="assigned", counting="declared", muggins="show", target=1000)
    people = world.people(f"race{next(_keys)}", ("alice", "bob"))
    tokens = [clubs.token(one.login, people.club, "report") for one in (people.alice, people.bob)]
    return world.seated(people.club, people.alice, people.bob, rules=rules), tokens


def test_r2_either_a_count_is_claimed_on_or_the_next_one_accepts_it(counting):
    game, tokens = counting
    ends = Counter()
    for _ in range(REPEATS):
        world.play_on(game, until=is_open_to_the_next_counter)
        state = world.state(game)
        seat, sent = (
            state.awaits.seats[0],
            ({"type": "muggins", "points": 1}, {"type": "count", "points": 1}),
        )
        works = [sending(game, tokens[seat], body, state.version) for body in sent]
        results = at_once(*works)
        assert statuses(results) == [201, 409]
        ends[results[0].status_code == 201] += 1

    assert ends.total() == REPEATS
    check_log(game)


def is_open_to_the_next_counter(state):
    return state.phase == "show" and state.awaits.what == "count" and bool(state.dealing.windows)


def next_card(game, tokens):
    """Play on until a card can be laid; return who may lay it, the command, the version."""
    world.play_on(game, until=fitting_of)
    state = world.state(game)
    card = fitting_of(state)[0].text
    return tokens[state.dealing.turn], {"type": "play", "card": card}, state.version


@HEAVY
def test_r3_fifty_copies_of_one_key_are_one_command(table, times):
    game, tokens = table
    for number in range(times):
        copy = sending(game, *next_card(game, tokens), f"intent {number}")
        results = at_once(*[copy] * 50)

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


def client_of(game, tokens, seed, times, round_):
    """Return a client that plays whatever seat is to act, every other command twice."""

    def work():
        chance, history = random.Random(seed), History()
        for number in range(times):
            seat, body = choose(game, tokens, chance)
            key = f"{round_}-{seed}-{number}-{game.pk}"
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


def played_at_once(table, threads, times, round_=0):
    game, tokens = table
    works = [client_of(game, tokens, seed, times, round_) for seed in range(threads)]
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


@HEAVY
def test_r4_sixteen_clients_lose_and_double_nothing(table, times):
    game, tokens = table
    for number in range(times):
        before = world.reread(game).version
        histories = played_at_once((game, tokens), 16, 2, number)
        check_histories(game, histories, before)
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
