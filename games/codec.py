"""Events and states as rows and back, and the hash chain over the rows.

``commit_n = SHA-256("cm1", nonce_n, canon(private_n))``, 32 zero bytes where an
event hides nothing. ``hash_n = SHA-256("ev1", hash_n-1, canon(game, seq, type,
seat, at, public_n, commit_n in hex))``, joined as bytes; ``hash_0`` is 32 zero
bytes. ``canon`` is :func:`common.canonical.canonical` of the list.

Type and seat are columns of their own and left out of the stored public part. The
column that says whose request wrote an event is outside the chain; who gave a ruling
is not, for he is its first judge.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import UTC, datetime
from hashlib import sha256
from typing import Any, NamedTuple
from uuid import UUID

from common.canonical import canonical
from games.engine.engine import replay
from games.engine.events import Event
from games.engine.plain import (
    event_from_plain,
    event_to_plain,
    state_from_plain,
    state_to_plain,
)
from games.engine.state import State
from games.models import Game, GameEvent, GameSecret

NO_HASH = bytes(32)
DECK = "deck"
"""Owner of a pack's salt in the private part of the event that commits to it."""

Plain = dict[str, Any]


class Entry(NamedTuple):
    """An event about to be written, and what the server alone knows of it."""

    event: Event
    extra: Mapping[str, Plain]


class Rows(NamedTuple):
    """What is written for some events; ``head`` is the chain's new end."""

    events: list[GameEvent]
    secrets: list[GameSecret]
    head: bytes


def rows_of(
    game: Game,
    entries: Sequence[Entry],
    *,
    at: datetime,
    actor_key: str,
    draw_nonce: Callable[[], bytes],
) -> Rows:
    """Write events as rows that follow a game's log.

    Args:
        game: as it was before them; its version and chain are continued.
        entries: in order.
        at: the instant of all of them.
        actor_key: who caused them.
        draw_nonce: gives 32 unpredictable bytes.

    Returns:
        Rows to insert, not saved.
    """
    head = bytes(game.head)
    events: list[GameEvent] = []
    secrets: list[GameSecret] = []
    for seq, entry in enumerate(entries, start=game.version + 1):
        public, hidden = event_to_plain(entry.event)
        private = {**hidden, **entry.extra}
        row = GameEvent(
            game=game,
            seq=seq,
            type=public.pop("type"),
            seat=public.pop("seat", None),
            public=public,
            at=at,
            actor_key=actor_key,
        )
        if private:
            secret = GameSecret(game=game, seq=seq, nonce=draw_nonce(), private=private)
            row.commit = commitment_of(secret)
            secrets.append(secret)
        head = row.hash = link(head, game.public_id, row)
        events.append(row)
    return Rows(events, secrets, head)


def commitment_of(secret: GameSecret) -> bytes:
    """Return the digest by which the log is bound to a secret."""
    return sha256(b"cm1" + bytes(secret.nonce) + canonical(secret.private)).digest()


def link(head: bytes, game_id: UUID, row: GameEvent) -> bytes:
    """Return the hash of an event that follows another.

    Args:
        head: hash of the event before.
        game_id: public id.
        row: without its hash.
    """
    commit = NO_HASH if row.commit is None else bytes(row.commit)
    at = row.at.astimezone(UTC)
    body = canonical([game_id, row.seq, row.type, row.seat, at, row.public, commit.hex()])
    return sha256(b"ev1" + head + body).digest()


def event_of(row: GameEvent, private: Mapping[str, Plain]) -> Event:
    """Read an event from its row and its secret."""
    seat = {} if row.seat is None else {"seat": row.seat}
    return event_from_plain({**row.public, **seat, "type": row.type}, private)


def verify_chain(game: Game, rows: Iterable[GameEvent], secrets: Iterable[GameSecret]) -> list[str]:
    """Check a whole log against its hashes, its secrets and its projection.

    Args:
        game: the row that the log leads to.
        rows: all events in order.
        secrets: all secrets.

    Returns:
        What is wrong, in words without any hidden card; empty when all is well.
    """
    rows, secrets = list(rows), list(secrets)
    hidden = {secret.seq: secret for secret in secrets}
    faults: list[str] = []
    head = NO_HASH
    for number, row in enumerate(rows, start=1):
        head = link(head, game.public_id, row)
        if row.seq != number:
            faults.append(f"event {number} is missing or out of place")
        if head != bytes(row.hash):
            faults.append(f"event {row.seq} does not follow from the one before")
            head = bytes(row.hash)
        faults += _check_secret(row, hidden.pop(row.seq, None))
    faults += [f"secret {seq} belongs to no event" for seq in hidden]
    if game.version != len(rows) or bytes(game.head) != head:
        faults.append("the game does not end where its log does")
    return faults or _check_projection(game, rows, secrets)


def _check_secret(row: GameEvent, secret: GameSecret | None) -> list[str]:
    if secret is None:
        return [] if row.commit is None else [f"the secret of event {row.seq} is missing"]
    if row.commit is None or commitment_of(secret) != bytes(row.commit):
        return [f"the secret of event {row.seq} is not the one committed to"]
    return []


def _check_projection(
    game: Game, rows: Iterable[GameEvent], secrets: Iterable[GameSecret]
) -> list[str]:
    state = replay(events_of(rows, secrets))
    if state_to_plain(state) == state_to_plain(state_of(game)):
        return []
    return ["the game is not what its log leads to"]


def events_of(rows: Iterable[GameEvent], secrets: Iterable[GameSecret]) -> list[Event]:
    """Read events from their rows and secrets."""
    hidden = {secret.seq: secret.private for secret in secrets}
    return [event_of(row, hidden.get(row.seq, {})) for row in rows]


def snapshot_of(state: State) -> Plain:
    """Write a state for its game's row; the rules have a column of their own."""
    plain = state_to_plain(state)
    del plain["rules"]
    return plain


def state_of(game: Game) -> State:
    """Read the state of a game from its row."""
    return state_from_plain({**game.snapshot, "rules": game.rules})
