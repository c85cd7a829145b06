"""Logs as they were stored by every version of the codec, and how one is written.

``write`` stores games of the present version where there are none yet:
``python manage.py shell -c "from tests.games import stored; stored.write()"``.
What is there is never written again: it is what a club has on disk.
"""

import json
from datetime import UTC, datetime
from pathlib import Path
from uuid import UUID

from games.codec import NO_HASH, Entry, rows_of, snapshot_of
from games.engine import commands as cmd
from games.engine.plain import SHAPE
from games.engine.rules import Rules
from games.models import Game, GameEvent, GameSecret
from scoring.cards import PACK
from tests.games.engine.table import random_game

FOLDER = Path(__file__).parents[1] / "golden" / "logs"
GAME = UUID("00000000-0000-4000-8000-00000000f15c")
AT = datetime(2026, 1, 15, 19, 30, tzinfo=UTC)
WRITER = "person:1"


def written(table, at=AT):
    """Write a table's game as the rows of a database, without one."""
    game = Game(public_id=GAME, head=NO_HASH, version=0, rules=table.rules.to_plain())
    entries = [Entry(event, {}) for event in table.log]
    nonces = iter(range(1, len(entries) + 1))
    rows = rows_of(
        game, entries, at=at, actor_key=WRITER, draw_nonce=lambda: next(nonces).to_bytes(32, "big")
    )
    game.version, game.head = len(entries), rows.head
    game.snapshot = through_json(snapshot_of(table.state))
    for row in rows.events:
        row.public = through_json(row.public)
    for secret in rows.secrets:
        secret.private = through_json(secret.private)
    return game, rows.events, rows.secrets


def through_json(value):
    return json.loads(json.dumps(value))


def stored_lines(game, events, secrets):
    """One line for the game, then one an event with its secret."""
    hidden = {secret.seq: secret for secret in secrets}
    yield {"rules": game.rules, "version": game.version, "snapshot": game.snapshot}
    for row in events:
        line = {"type": row.type, "seat": row.seat, "public": row.public, "hash": row.hash.hex()}
        if row.seq in hidden:
            secret = hidden[row.seq]
            line |= {"commit": row.commit.hex(), "private": secret.private}
            line |= {"nonce": secret.nonce.hex()}
        yield line


def read_stored(path):
    """Read a stored log as the rows it was."""
    head, *lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    last = bytes.fromhex(lines[-1]["hash"])
    game = Game(public_id=GAME, head=last, **head)
    events, secrets = [], []
    for seq, line in enumerate(lines, start=1):
        row = GameEvent(
            game=game, seq=seq, type=line["type"], seat=line["seat"], public=line["public"],
            at=AT, actor_key=WRITER, hash=bytes.fromhex(line["hash"]),
        )  # fmt: skip
        if "private" in line:
            row.commit = bytes.fromhex(line["commit"])
            nonce = bytes.fromhex(line["nonce"])
            secrets.append(GameSecret(game=game, seq=seq, nonce=nonce, private=line["private"]))
        events.append(row)
    return game, events, secrets


def corrected():
    """Play for two with every correction, to an end on time."""
    rules = Rules.of(
        heels="before_lead", go="said", counting="declared", declaration="until_next_stage",
        muggins="show_and_play", muggins_heels=True, pre_deal_cut="offered", target=61,
        exact_finish=True, allow_concede=True,
    )  # fmt: skip
    table = random_game(rules, 7, until=lambda table: len(table.log) > 150)
    table.send(cmd.Adjust(1, 3, 5, "a peg fell", ("person:9",)), cmd.ExtendClock(90, "outage:1"))
    table.serve(lambda: PACK)
    table.send(cmd.VoidDeal("a card was face up", ("person:9",)), cmd.TimeOut(0))
    return table


def conceded():
    table = random_game(
        Rules.of("partnership", allow_concede=True), 3, until=lambda table: len(table.log) > 40
    )
    table.send(cmd.Concede(2))
    return table


def abandoned():
    rules = Rules.of(
        "three_hand_six_five", counting="declared", muggins="show", heels="before_lead"
    )
    table = random_game(rules, 5, until=lambda table: len(table.log) > 70)
    table.send(cmd.Abandon("both sides were silent"))
    return table


def won():
    return random_game(
        Rules.of("five_card", pre_deal_cut="required", exact_finish=True, target=31), 34
    )


GAMES = {"corrected": corrected, "conceded": conceded, "abandoned": abandoned, "won": won}


def write():
    for name, play in GAMES.items():
        path = FOLDER / f"v{SHAPE}-{name}.jsonl"
        if path.exists():
            continue
        path.parent.mkdir(parents=True, exist_ok=True)
        lines = [json.dumps(line) for line in stored_lines(*written(play()))]
        path.write_text("\n".join(lines) + "\n", encoding="utf-8")
