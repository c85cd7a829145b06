"""B2: random games for two through the engine, events kept.

The commands of the games are recorded first, so that neither the choice of a
move nor the shuffling is measured; the figure is judged against a peer by a
later issue and only reported here.
"""

import random
import statistics
import time
from typing import Any

from games.engine import commands as cmd
from games.engine.dealing import resolve_cut
from games.engine.engine import NEW, handle
from games.engine.events import Event
from games.engine.legal import legal_commands
from games.engine.rules import PRESETS
from scoring.cards import PACK

Script = list[cmd.Command]


def run(*, short: bool = False) -> list[dict[str, Any]]:
    """Measure games and commands per second of processor time."""
    scripts = [script(seed) for seed in range(20 if short else 100)]
    play(scripts)
    spent = statistics.median(seconds(scripts) for _ in range(3 if short else 5))
    commands = sum(map(len, scripts))
    return [
        row("engine: random games for two", len(scripts) / spent, "games/s"),
        row("engine: one command", spent / commands * 1e6, "µs"),
    ]


def row(name: str, value: float, unit: str) -> dict[str, Any]:
    blank = {"baseline": None, "ratio": None, "target": None, "ok": True}
    return {"name": name, "value": round(value, 2), "unit": unit, **blank}


def seconds(scripts: list[Script]) -> float:
    start = time.process_time()
    play(scripts)
    return time.process_time() - start


def play(scripts: list[Script]) -> list[list[Event]]:
    """Play the recorded games and keep their events."""
    logs = []
    for commands in scripts:
        state = NEW
        log: list[Event] = []
        for command in commands:
            events, state = handle(state, command)
            log += events
        logs.append(log)
    return logs


def script(seed: int) -> Script:
    """Record the commands of one game of lawful moves picked by a seed."""
    chance = random.Random(seed)
    rules = PRESETS["casual"]
    commands: Script = [cmd.CreateGame(rules, seed % 2)]
    state = handle(NEW, commands[0])[1]
    order = PACK
    while not state.is_over:
        if state.awaits.what == "shuffle":
            order = tuple(chance.sample(PACK, len(PACK)))
            command: cmd.Command = cmd.StartDeal("c0" * 32)
        elif state.awaits.what == "cards":
            command = cmd.DealCards(order)
        else:
            command = chance.choice(legal_commands(state, state.awaits.seats[0]))
        if isinstance(command, cmd.Cut):
            command = resolve_cut(state, command, order)
        commands.append(command)
        state = handle(state, command)[1]
    return commands
