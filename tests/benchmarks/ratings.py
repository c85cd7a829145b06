"""B6: results rated per second, against the PyPI package glicko2 game by game."""

import time
from collections.abc import Callable
from statistics import median
from typing import Any

import glicko2

from tests.benchmarks import NEAR
from tests.tournaments.ratings.simulation import simulate
from tournaments.ratings import RATING_SYSTEMS
from tournaments.ratings.base import GameToRate, replay

PLAYERS = 2_000
GAMES = 200_000
# The peer is slow and its pace steady: a share of the games tells it.
PEER_GAMES = 20_000
REPEATS = 5
TARGET = 8.0


def run() -> list[dict[str, Any]]:
    """Measure and return the lines for ``build/bench.json``."""
    games = simulate(games=GAMES, players=PLAYERS, seed=20240601).games
    # Both take turns, so that a busy machine slows both alike.
    ours, peer = [], []
    for _ in range(REPEATS + 1):
        peer.append(_pace(_rate_with_peer, games[:PEER_GAMES]))
        ours.append(_pace(_rate_with_ours, games))
    value, baseline = median(ours[1:]), median(peer[1:])
    ratio = median(one / other for one, other in zip(ours[1:], peer[1:], strict=True))
    return [
        {
            "name": "ratings.results_per_second",
            "value": round(value),
            "unit": "results/s CPU",
            "baseline": round(baseline),
            "ratio": round(ratio, 2),
            "target": TARGET,
            "ok": ratio >= TARGET,
            "near": ratio >= TARGET / NEAR,
        }
    ]


def _pace(work: Callable[[list[GameToRate]], object], games: list[GameToRate]) -> float:
    begun = time.process_time()
    work(games)
    return len(games) / (time.process_time() - begun)


def _rate_with_ours(games: list[GameToRate]) -> object:
    ratings: dict[Any, Any] = {}
    replay(RATING_SYSTEMS["glicko"], games, ratings)
    return ratings


def _rate_with_peer(games: list[GameToRate]) -> object:
    players = [glicko2.Player() for _ in range(PLAYERS)]
    for winner, loser, _, _ in games:
        one, other = players[winner], players[loser]
        before = (one.rating, one.rd)
        one.update_player([other.rating], [other.rd], [1])
        other.update_player([before[0]], [before[1]], [0])
    return players
