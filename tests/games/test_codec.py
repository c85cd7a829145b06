"""The chain over a log: whatever is touched is found, and an untouched log is right."""

import copy
import json
import random
from datetime import timedelta

import pytest

from games.codec import verify_chain
from games.engine.rules import Rules
from games.models import Game
from games.selectors.logs import log_of
from games.services.corrections import adjust_score, void_deal
from tests.clubs import world as clubs
from tests.games import world

TAMPERINGS = 1_000
RULES = Rules.of(first_deal="cut", target=31, counting="declared", muggins="show")


@pytest.fixture
def log(people):
    """A whole game with a cut, counts, claims and two rulings: its row, events, secrets."""
    login = clubs.user("dora")
    clubs.grant(login, people.club, "director")
    game = world.seated(people.club, people.alice, people.bob, rules=RULES)
    world.play_on(game, until=lambda state: state.phase == "play")
    ruling = {"game_id": game.public_id, "actor": world.actor(login), "reason": "A card was seen."}
    void_deal(**ruling, expected_version=world.reread(game).version)
    pegs = {"side": 0, "back": 3, "front": 7}
    adjust_score(**ruling, **pegs, expected_version=world.reread(game).version)
    over = world.play_on(game, seed=5)
    return over, *log_of(over)


def _other_bit(value, chance):
    changed = bytearray(value)
    changed[chance.randrange(len(changed))] ^= 1 << chance.randrange(8)
    return bytes(changed)


def _other_text(value, chance):
    """Change one letter or digit of a document as JSON has it."""
    while True:
        text = json.dumps(value)
        place = chance.choice([n for n, letter in enumerate(text) if letter.isalnum()])
        text = text[:place] + chance.choice("0123456789abcdefABCDEF") + text[place + 1 :]
        try:
            changed = json.loads(text)
        except ValueError:
            continue
        if changed != value:
            return changed


def _touched(chance, rows, where=lambda row: True):
    """Put a copy in the place of one row and return it."""
    place = chance.choice([n for n, row in enumerate(rows) if where(row)])
    rows[place] = copy.copy(rows[place])
    return rows[place]


def edit_event(chance, _game, rows, _secrets):
    row = _touched(chance, rows)
    row.public = _other_text(row.public, chance)


def edit_column(chance, _game, rows, _secrets):
    row, name = _touched(chance, rows), chance.choice(["type", "seat", "at", "seq"])
    moved = timedelta(microseconds=chance.choice([-1, 1]))
    row.__dict__[name] = {
        "type": f"{row.type}s",
        "seat": 3 if row.seat is None else None,
        "at": row.at + moved,
        "seq": row.seq + chance.choice([-1, 1]),
    }[name]


def edit_hash(chance, _game, rows, _secrets):
    row = _touched(chance, rows)
    row.hash = _other_bit(row.hash, chance)


def edit_commitment(chance, _game, rows, _secrets):
    row = _touched(chance, rows, lambda row: row.commit is not None)
    row.commit = _other_bit(row.commit, chance)


def edit_secret(chance, _game, _rows, secrets):
    secret = _touched(chance, secrets)
    secret.private = _other_text(secret.private, chance)


def edit_nonce(chance, _game, _rows, secrets):
    secret = _touched(chance, secrets)
    secret.nonce = _other_bit(secret.nonce, chance)


def delete_event(chance, _game, rows, _secrets):
    del rows[chance.randrange(len(rows))]


def delete_secret(chance, _game, _rows, secrets):
    del secrets[chance.randrange(len(secrets))]


def delete_the_end(chance, _game, rows, secrets):
    """Cut the log off: all events from one on, their secrets too."""
    first = chance.randint(2, len(rows))
    rows[:] = [row for row in rows if row.seq < first]
    secrets[:] = [secret for secret in secrets if secret.seq < first]


def _exchange(chance, rows):
    one, other = chance.sample(range(len(rows)), 2)
    first, second = rows[one], rows[other]
    rows[one], rows[other] = copy.copy(first), copy.copy(second)
    rows[one].seq, rows[other].seq = second.seq, first.seq


def swap_events(chance, _game, rows, _secrets):
    """Exchange the numbers of two events and sort again."""
    _exchange(chance, rows)
    rows.sort(key=lambda row: row.seq)


def swap_secrets(chance, _game, _rows, secrets):
    _exchange(chance, secrets)


def repeat_event(chance, _game, rows, _secrets):
    place = chance.randrange(len(rows))
    rows.insert(place, copy.copy(rows[place]))


def edit_head(chance, game, _rows, _secrets):
    game.head = _other_bit(game.head, chance)


def edit_version(chance, game, _rows, _secrets):
    game.version += chance.choice([-1, 1])


def edit_projection(chance, game, _rows, _secrets):
    side = chance.randrange(2)
    pegs = [list(pair) for pair in game.snapshot["pegs"]]
    pegs[side][1] += 1
    game.snapshot = {**game.snapshot, "pegs": pegs}


WAYS = (
    edit_event, edit_column, edit_hash, edit_commitment, edit_secret, edit_nonce,
    delete_event, delete_secret, delete_the_end, swap_events, swap_secrets, repeat_event,
    edit_head, edit_version, edit_projection,
)  # fmt: skip


def tampered(log, number):
    """Return a log with one thing touched, chosen by a number, and how."""
    chance = random.Random(number)
    game, rows, secrets = log
    changed = (copy.copy(game), list(rows), list(secrets))
    way = WAYS[number % len(WAYS)]
    way(chance, *changed)
    return changed, way.__name__


def test_an_untouched_log_has_no_faults(log):
    game, rows, secrets = log

    assert isinstance(game, Game)
    assert verify_chain(game, rows, secrets) == []


def test_each_of_a_thousand_tamperings_is_found(log):
    missed = []
    for number in range(TAMPERINGS):
        changed, way = tampered(log, number)
        if not verify_chain(*changed):
            missed.append((number, way))

    assert missed == []


def test_what_is_found_names_no_card(log):
    """Faults are shown to everybody who may see the game."""
    told = {fault for number in range(60) for fault in verify_chain(*tampered(log, number)[0])}
    words = {word for fault in told for word in fault.split()}

    assert told
    assert {word for word in words if len(word) == 2 and word.isupper()} == set()
