"""B7, growth: a command costs the same with millions of events of other games stored.

One finished game is copied until its events fill the tables, then the same client
goes on with its own game. The figure is processor time: this process's and, where
the system shows it, that of its PostgreSQL backend, which would pay for a look
through the log. Of each stage the best round counts: others only add to a round.
"""

from pathlib import Path
from typing import Any

from django.db import connection, models
from django.test import Client, override_settings

from games.models import Game, GameEvent, GameSecret
from tests.benchmarks import NEAR
from tests.benchmarks.api import Players, command
from tests.games import world

NEEDS_DATABASE = True
MOST_TIMES_AS_MUCH = 1.25
EVENTS, EVENTS_SHORT = 2_000_000, 200_000


def run(*, short: bool = False) -> list[dict[str, Any]]:
    """Measure commands with few events stored and with many."""
    wanted = EVENTS_SHORT if short else EVENTS
    rounds, each = (12, 40) if short else (30, 60)
    with override_settings(API_THROTTLE_COMMAND=10**6, ALLOWED_HOSTS=["testserver"]):
        client, players = Client(), Players()
        spent_on(client, players, each)
        before = min(spent_on(client, players, each) for _ in range(rounds))
        try:
            fill(players, wanted)
            spent_on(client, players, each)
            after = min(spent_on(client, players, each) for _ in range(rounds))
        finally:
            empty()
    ratio = after / before
    return [
        {
            "name": f"growth: one command of a game with {wanted:,} events of others stored",
            "value": round(after * 1e3, 3),
            "unit": "ms",
            "baseline": round(before * 1e3, 3),
            "ratio": round(ratio, 3),
            "target": f"≤ {MOST_TIMES_AS_MUCH:g}×",
            "ok": ratio <= MOST_TIMES_AS_MUCH,
            "near": ratio <= MOST_TIMES_AS_MUCH * NEAR,
        }
    ]


def spent_on(client: Client, players: Players, times: int) -> float:
    """Play commands; return the processor time of one, the database's included."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        backend = Path("/proc", str(cursor.fetchone()[0]))
    spent = 0.0
    for _ in range(times):
        chosen = players.next_request()
        begun = seconds_of(backend)
        spent += command(client, *chosen)
        spent += seconds_of(backend) - begun
    return spent / times


def seconds_of(backend: Path) -> float:
    """Read what a PostgreSQL process has used, 0 where the system does not show it."""
    try:
        if (backend / "comm").read_text().strip() != "postgres":
            return 0.0
        return int((backend / "schedstat").read_text().split()[0]) / 1e9
    except OSError:  # another machine, or another system
        return 0.0


def fill(players: Players, wanted: int) -> None:
    """Copy a game that was played to its end until so many events are stored."""
    model = world.play_on(world.seated(players.people.club, *players.pair))
    games, copies = Game._meta.db_table, -(-wanted // model.version)
    named = columns(Game, "id", "public_id")
    with connection.cursor() as cursor:
        # Copies are right where their model is: no key need be looked up for each row.
        cursor.execute("SET session_replication_role = replica")
        cursor.execute(
            f"INSERT INTO {games} (public_id, {named}) SELECT gen_random_uuid(), {named} "
            f"FROM {games}, generate_series(1, %s) WHERE id = %s",
            [copies, model.pk],
        )
        for table in (GameEvent, GameSecret):
            name, named = table._meta.db_table, columns(table, "game_id")
            cursor.execute(
                f"INSERT INTO {name} (game_id, {named}) SELECT other, {named} FROM {name}, "
                f"(SELECT id AS other FROM {games} WHERE id > %s) others WHERE game_id = %s",
                [model.pk, model.pk],
            )
        cursor.execute("SET session_replication_role = DEFAULT")
        cursor.execute("ANALYZE")
    if GameEvent.objects.count() < wanted:
        raise AssertionError("too few events were stored")


def columns(table: type[models.Model], *but: str) -> str:
    """Name the columns of a table, all but some."""
    names = [field.column for field in table._meta.concrete_fields if field.column]
    return ", ".join(f'"{name}"' for name in names if name not in but)


def empty() -> None:
    """Forget all games, so that another attempt begins with few."""
    with connection.cursor() as cursor:
        cursor.execute(f"TRUNCATE {Game._meta.db_table} CASCADE")
