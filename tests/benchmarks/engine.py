"""B8: random games for two, events kept, against OpenSpiel's cribbage played from Python.

Both sides play whole games: each shuffles or deals by chance, asks what is lawful,
picks one at random and plays it. OpenSpiel deals card by card, keeps actions and
no events, and counts in C++. Rounds of one and the other alternate.
"""

import random
import statistics
import time
from collections.abc import Callable, Sequence
from itertools import combinations
from typing import Any

import pyspiel

from games.engine import commands as cmd
from games.engine.dealing import resolve_cut
from games.engine.engine import NEW, handle
from games.engine.events import Event
from games.engine.legal import Move, moves
from games.engine.rules import PRESETS
from games.engine.state import State
from scoring.cards import PACK, Card

SEED = 20240601
TARGET = 0.5
# The target is not met: 0.27 to 0.32 was measured, see docs/decisions. Until it is, the short
# form holds what was reached, less what a busy machine takes; the long form says that it misses.
HELD = 0.2
PEER = pyspiel.load_game("cribbage")
COMMITMENT = "c0" * 32


def run(*, short: bool = False) -> list[dict[str, Any]]:
    """Measure games per second of processor time, ours and the peer's."""
    games, repeats = (60, 3) if short else (300, 5)
    ours, peer, commands = [], [], 0
    for _ in range(repeats + 1):
        # A tenth each in turn, so that a busy moment meets both.
        chance, other = random.Random(SEED), random.Random(SEED)
        spent = [0.0, 0.0]
        commands = 0
        for _ in range(10):
            logs, seconds = timed(play_ours, chance, games // 10)
            spent[0] += seconds
            commands += sum(count for count, _log in logs)
            spent[1] += timed(play_peers, other, games // 10)[1]
        ours.append(games / spent[0])
        peer.append(games / spent[1])
    # The first round warms up.
    value, baseline = statistics.median(ours[1:]), statistics.median(peer[1:])
    ratio = statistics.median(one / two for one, two in zip(ours[1:], peer[1:], strict=True))
    return [
        {
            "name": "engine: random games for two, events kept, against OpenSpiel",
            "value": round(value),
            "unit": "games/s",
            "baseline": round(baseline),
            "ratio": round(ratio, 3),
            "target": f"≥ {TARGET:g}×",
            "ok": ratio >= TARGET,
            "near": ratio >= HELD,
        },
        {
            "name": "engine: one command, its choice included",
            "value": round(games / value / commands * 1e6, 2),
            "unit": "µs",
            "baseline": None,
            "ratio": None,
            "target": None,
            "ok": True,
        },
    ]


Play = Callable[[random.Random, int], list[tuple[int, list[Event]]]]


def timed(play: Play, chance: random.Random, games: int) -> tuple[list[tuple[int, Any]], float]:
    start = time.process_time()
    played = play(chance, games)
    return played, time.process_time() - start


def one_of(some: Sequence[Any], chance: random.Random) -> Any:
    """Pick one at random, in less time than ``choice`` takes: both sides pick thousands."""
    return some[int(chance.random() * len(some))]


def play_peers(chance: random.Random, games: int) -> list[tuple[int, list[Event]]]:
    """Play games of the peer; count their actions."""
    played = []
    for _ in range(games):
        state = PEER.new_initial_state()
        actions = 0
        while not state.is_terminal():
            if state.is_chance_node():
                # Every outcome is as likely as another: one card of those left.
                action = one_of(state.chance_outcomes(), chance)[0]
            else:
                action = one_of(state.legal_actions(), chance)
            state.apply_action(action)
            actions += 1
        played.append((actions, []))
    return played


def play_ours(chance: random.Random, games: int) -> list[tuple[int, list[Event]]]:
    """Play games of our own; count their commands and keep their events."""
    return [play_one(chance, number % 2) for number in range(games)]


def play_one(chance: random.Random, first_dealer: int) -> tuple[int, list[Event]]:
    """Play one game as its service does: what is lawful, one of it, what is owed."""
    log, state = handle(NEW, cmd.CreateGame(PRESETS["casual"], first_dealer))
    events, order, commands = list(log), PACK, 1
    while not state.is_over:
        awaits = state.awaits
        if awaits.what == "shuffle":
            drawn = [chance.random() for _ in PACK]
            order = tuple(sorted(PACK, key=drawn.__getitem__))  # a card is its place in the pack
            command: cmd.Command = cmd.StartDeal(COMMITMENT)
        elif awaits.what == "cards":
            command = cmd.DealCards(order)
        else:
            seat = awaits.seats[0]
            command = chosen(chance, state, seat, moves(state, seat)[0], order)
        log, state = handle(state, command)
        events += log
        commands += 1
    return commands, events


def chosen(
    chance: random.Random, state: State, seat: int, move: Move, order: tuple[Card, ...]
) -> cmd.Command:
    """Fill a move in at random."""
    match move.type:
        case "play":
            return cmd.PlayCard(seat, one_of(move.cards, chance))
        case "discard":
            return cmd.Discard(seat, one_of(list(combinations(move.cards, move.choose)), chance))
        case "cut":
            return resolve_cut(state, cmd.Cut(seat, one_of(move.places, chance)), order)
    return cmd.TakeSeat(seat, state.rules.digest)
