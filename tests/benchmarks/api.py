"""B7: a game's command over REST against a bare Django twin, in one process run.

The twin is what any Django view that keeps something costs: JSON in, one SELECT,
one INSERT, JSON out, in one transaction, without DRF, token, key, engine or log.
Both go through the same middleware. Rounds of one and the other alternate; the
figure is processor time of this process, the database's not counted.
"""

import json
import random
import statistics
import time
from collections.abc import Iterator
from itertools import count
from typing import Any

from django.db import connection, transaction
from django.http import HttpRequest, JsonResponse
from django.test import Client, override_settings
from django.test.utils import CaptureQueriesContext
from django.urls import include, path

from clubs.models import Club
from common.models import Outbox
from games.codec import state_of
from games.engine.legal import Move, moves
from games.models import Game
from tests.benchmarks import NEAR
from tests.clubs import world as club_world
from tests.games import world

NEEDS_DATABASE = True
MOST_TIMES_THE_TWIN = 5
MOST_STATEMENTS = 8
_NOT_COUNTED = ("BEGIN", "COMMIT", "SAVEPOINT", "RELEASE", "ROLLBACK", "SET")
_number = count(1)


def twin(request: HttpRequest) -> JsonResponse:
    """Read one row, write one row."""
    said = json.loads(request.body)
    with transaction.atomic():
        club = Club.objects.get(pk=said["club"])
        row = Outbox.objects.create(topic="twin", key=said["key"], payload={"card": said["card"]})
    return JsonResponse({"id": row.pk, "club": club.name}, status=201)


urlpatterns = [path("twin", twin), path("", include("cribbage_site.urls"))]


class Players:
    """Two people at a table, each with a token, and a new game when one is over."""

    def __init__(self) -> None:
        slug = f"bench-{next(_number)}"
        self.people = world.people(slug)
        self.pair = (self.people.alice, self.people.bob)
        self.tokens = [club_world.token(one.login, self.people.club, "report") for one in self.pair]
        self.chance = random.Random(20240601)
        self.game = self._new()

    def _new(self) -> Game:
        return world.seated(self.people.club, *self.pair)

    def next_request(self) -> tuple[str, str, dict[str, Any]]:
        """Choose a lawful command: address, token, body."""
        game = Game.objects.get(pk=self.game.pk)
        if game.is_over:
            game = self.game = self._new()
        state = state_of(game)
        seat = state.awaits.seats[0]
        body = {**self._body(moves(state, seat)[0]), "expected_version": game.version}
        return f"/api/v1/games/{game.public_id}/commands", self.tokens[seat], body

    def _body(self, move: Move) -> dict[str, Any]:
        if move.places:
            return {"type": "cut", "index": self.chance.choice(move.places)}
        chosen = [card.text for card in self.chance.sample(move.cards, move.choose)]
        match move.type:
            case "discard":
                return {"type": "discard", "cards": chosen}
            case "play":
                return {"type": "play", "card": chosen[0]}
            case other:
                return {"type": other}


def run(*, short: bool = False) -> list[dict[str, Any]]:
    """Measure a command against the twin, and count its statements."""
    rounds, each = (3, 60) if short else (5, 200)
    with override_settings(
        ROOT_URLCONF=__name__, API_THROTTLE_COMMAND=10**6, ALLOWED_HOSTS=["testserver"]
    ):
        client, players = Client(), Players()
        seconds(requests(client, players, each // 2))
        seconds(twins(client, players, each // 2))
        spent, bare = [], []
        for _ in range(rounds):
            # Turn by turn, so that a busy moment meets both.
            pairs = zip(requests(client, players, each), twins(client, players, each), strict=True)
            ours, peers = zip(*pairs, strict=True)
            spent.append(sum(ours) / each)
            bare.append(sum(peers) / each)
        statements = most_statements(client, players, 60 if short else 300)
    value, baseline = statistics.median(spent) * 1e3, statistics.median(bare) * 1e3
    ratio = statistics.median(one / other for one, other in zip(spent, bare, strict=True))
    return [
        row("api: one command of a game", value, "ms", baseline, ratio, MOST_TIMES_THE_TWIN),
        row("api: its SQL statements", statements, "statements", None, None, MOST_STATEMENTS),
    ]


def row(
    name: str, value: float, unit: str, baseline: float | None, ratio: float | None, target: float
) -> dict[str, Any]:
    judged = value if ratio is None else ratio
    return {
        "name": name,
        "value": round(value, 3),
        "unit": unit,
        "baseline": baseline and round(baseline, 3),
        "ratio": ratio and round(ratio, 2),
        "target": f"≤ {target:g}{'' if ratio is None else '×'}",
        "ok": judged <= target,
        "near": judged <= target * (1 if ratio is None else NEAR),
    }


def seconds(work: Iterator[float]) -> float:
    """Sum up the processor time of requests."""
    return sum(work)


def requests(client: Client, players: Players, times: int) -> Iterator[float]:
    """Play commands; only the request itself is timed."""
    for _ in range(times):
        yield command(client, *players.next_request())


def command(client: Client, address: str, token: str, body: dict[str, Any]) -> float:
    """Send one command with a key of its own."""
    headers = {"Authorization": f"Bearer {token}", "Idempotency-Key": f"k{next(_number)}"}
    return timed(client, address, json.dumps(body), headers)


def twins(client: Client, players: Players, times: int) -> Iterator[float]:
    """Ask the twin as often."""
    for _ in range(times):
        said = {"club": players.people.club.pk, "key": f"k{next(_number)}", "card": "5H"}
        yield timed(client, "/twin", json.dumps(said), {})


def timed(client: Client, address: str, body: str, headers: dict[str, str]) -> float:
    start = time.process_time()
    answer = client.post(address, body, content_type="application/json", headers=headers)
    spent = time.process_time() - start
    if answer.status_code != 201:
        raise AssertionError(f"{answer.status_code}: {answer.content.decode()}")
    return spent


def most_statements(client: Client, players: Players, times: int) -> int:
    """Play on and find the command with the most statements."""
    most = 0
    for _ in range(times):
        chosen = players.next_request()
        with CaptureQueriesContext(connection) as asked:
            command(client, *chosen)
        most = max(most, counted(asked.captured_queries))
    return most


def counted(queries: list[dict[str, str]]) -> int:
    """Count what a request asks up to its commit; listeners of a game's end come after it."""
    words = [query["sql"].split()[0].upper() for query in queries]
    if "COMMIT" in words:
        words = words[: words.index("COMMIT")]
    return len([word for word in words if word not in _NOT_COUNTED])
