"""One transaction on one game: events are gathered, then written all at once.

Inside a transaction of the caller, who holds the game's row.
"""

from datetime import datetime, timedelta

from common import clock, outbox
from common.actor import Actor
from games.codec import DECK, Entry, Rows, rows_of, snapshot_of, state_of
from games.engine import commands as cmd
from games.engine.dealing import resolve_cut
from games.engine.engine import NEW, handle
from games.engine.events import Event
from games.engine.state import State
from games.models import Game, GameEvent, GameSecret
from games.services.clocks import due_after
from games.services.deck import Pack, draw_nonce, new_pack
from scoring.cards import Card

PROJECTED = (
    "version",
    "phase",
    "is_over",
    "winner_side",
    "finished_at",
    "due_at",
    "snapshot",
    "pack",
    "head",
    "updated_at",
)
FINISHED = "game.finished"
ABANDONED = "game.abandoned"


class Turn:
    """A game being moved on; ``write`` keeps what was gathered.

    Args:
        game: its row, locked; one without a version is new.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self.before: State = state_of(game) if game.version else NEW
        self.state = self.before
        self.pack = Pack(**game.pack) if game.pack else None
        self.entries: list[Entry] = []

    @property
    def events(self) -> tuple[Event, ...]:
        """What has been gathered."""
        return tuple(entry.event for entry in self.entries)

    def take(self, command: cmd.Command) -> None:
        """Judge a command, then do all that the service owes after it.

        Raises:
            RuleViolation: the engine refuses it; nothing was gathered.
        """
        if isinstance(command, cmd.Cut) and self.pack:
            command = resolve_cut(self.state, command, self._order(self.pack))
        self._handle(command)
        while self.state.awaits.is_owed_by_service:
            self._serve()

    def open(self, actor: Actor) -> None:
        """Write a new game and its first events."""
        at = clock.now()
        rows = self._rows(at, actor)
        self._project(at, rows.head)
        self.game.save(force_insert=True)
        # Again: now the game has its key.
        for event in rows.events:
            event.game = self.game
        self._append(rows)

    def write(self, actor: Actor, *fields: str) -> tuple[Event, ...]:
        """Write the events, the projection with these other fields, and the news of the end."""
        at = clock.now()
        rows = self._rows(at, actor)
        self._append(rows)
        self._project(at, rows.head)
        self.game.save(update_fields=(*PROJECTED, *fields))
        if self.state.is_over:
            self._tell_the_end()
        return self.events

    def _tell_the_end(self) -> None:
        game_id = self.game.public_id
        topic = ABANDONED if self.state.ended_by == "abandonment" else FINISHED
        key = f"{topic}:{game_id}"
        if topic == ABANDONED:
            # A ruling lets an abandoned game go on, and it may be abandoned again.
            times = GameEvent.objects.filter(game=self.game, type="abandoned").count()
            key += f":{times}" if times > 1 else ""
        outbox.enqueue(topic=topic, key=key, payload={"game_id": game_id})

    def _rows(self, at: datetime, actor: Actor) -> Rows:
        return rows_of(self.game, self.entries, at=at, actor_key=actor.key, draw_nonce=draw_nonce)

    def _append(self, rows: Rows) -> None:
        GameEvent.objects.bulk_create(rows.events)
        if rows.secrets:
            GameSecret.objects.bulk_create(rows.secrets)

    def _handle(self, command: cmd.Command, extra: dict[str, dict[str, str]] | None = None) -> None:
        events, self.state = handle(self.state, command)
        if isinstance(command, cmd.ExtendClock) and self.game.due_at is not None:
            self.game.due_at += timedelta(seconds=command.seconds)
        # What the service knows of a pack belongs to the event that commits to it, the first.
        hidden = [extra or {}] + [{}] * (len(events) - 1)
        self.entries += map(Entry, events, hidden)

    def _serve(self) -> None:
        what = self.state.awaits.what
        if what == "cards":
            if self.pack is None:
                raise AssertionError("a deal without its pack")
            self._handle(cmd.DealCards(self._order(self.pack)))
            return
        deal = self.state.deal
        number = 0 if what == "pack" else 1 if deal is None else deal.number + 1
        self.pack = new_pack(number)
        commitment = self.pack.commitment(self.game.public_id)
        command = cmd.ShufflePack(commitment) if what == "pack" else cmd.StartDeal(commitment)
        salt = {"key_id": self.pack.key_id, "salt": self.pack.salt}
        self._handle(command, {DECK: salt})

    def _order(self, pack: Pack) -> tuple[Card, ...]:
        deal = self.state.deal if pack.number else None
        nonces, commitment = (deal.nonces, deal.commitment) if deal else ((), self.state.commitment)
        return pack.order(self.game.public_id, nonces, commitment=commitment)

    def _project(self, at: datetime, head: bytes) -> None:
        game, state = self.game, self.state
        game.version = state.version
        game.phase = state.phase
        game.is_over = state.is_over
        game.winner_side = state.winner
        game.finished_at = at if state.is_over else None
        game.due_at = due_after(self.before, state, game.due_at, at)
        game.snapshot = snapshot_of(state)
        game.pack = self.pack and self.pack._asdict()
        game.head = head
