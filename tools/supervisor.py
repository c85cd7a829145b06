"""The process table, and the supervisor of ``make run``."""

import os
import shlex
import signal
import subprocess
import time
import tomllib
from collections.abc import Mapping

from tools.environment import BIN, ROOT, Refusal, say

RESTARTS_A_MINUTE = 3
STOP_SECONDS = 8


def processes(profile: str) -> dict[str, dict[str, object]]:
    """Return the processes of a profile, by name, in starting order."""
    table = tomllib.loads((ROOT / "cribbage_site" / "processes.toml").read_text())
    named: dict[str, dict[str, object]] = table[profile]
    return named


def command_of(process: Mapping[str, object], *, host: str, port: int | None = None) -> list[str]:
    """Return what a process runs, as words, at an address."""
    filled = str(process["command"]).format(host=host, port=port or process.get("port"))
    return shlex.split(filled)


class Supervisor:
    """Starts children, starts a fallen one again, and ends them all."""

    def __init__(self, commands: Mapping[str, list[str]], environ: Mapping[str, str]) -> None:
        self.commands = commands
        self.environ = dict(environ)
        self.children: dict[str, subprocess.Popen[bytes]] = {}
        self.falls: dict[str, list[float]] = {name: [] for name in commands}
        self.stopping = False

    def start_all(self) -> None:
        """Start what does not run yet, unless a stop was asked for."""
        for name in self.commands:
            if name not in self.children and not self.stopping:
                self.start(name)

    def start(self, name: str) -> None:
        """Start one process of the table."""
        program, *rest = self.commands[name]
        if not (BIN / program).exists():
            raise Refusal(f"{program} is not in .venv/bin; remove .venv and try again")
        self.children[name] = subprocess.Popen(
            [BIN / program, *rest],
            cwd=ROOT,
            env=self.environ,
            start_new_session=True,  # a Ctrl-C reaches the supervisor, which ends them in order
        )

    def watch(self) -> None:
        """Start a fallen child again; give up when one falls again and again."""
        while not self.stopping:
            for name, child in list(self.children.items()):
                if child.poll() is not None and not self.stopping:
                    self._fallen(name, child.returncode)
            time.sleep(0.1)

    def _fallen(self, name: str, code: int) -> None:
        now = time.monotonic()
        self.falls[name] = [at for at in self.falls[name] if now - at < 60] + [now]
        _kill_group(self.children[name])
        if len(self.falls[name]) > RESTARTS_A_MINUTE:
            raise Refusal(f"{name} ended again and again (exit {code}); its reason stands above")
        say(f"{name} ended (exit {code}); starting it again")
        time.sleep(0.5)
        self.start(name)

    def stop(self) -> None:
        """End every child and whatever it started; none is left."""
        self.stopping = True
        for child in self.children.values():
            if child.poll() is None:
                child.terminate()
        patience = time.monotonic() + STOP_SECONDS
        for child in self.children.values():
            try:
                child.wait(max(0.1, patience - time.monotonic()))
            except subprocess.TimeoutExpired:
                child.kill()
        for child in self.children.values():
            _kill_group(child)
            child.wait()


def _kill_group(child: subprocess.Popen[bytes]) -> None:
    try:
        os.killpg(child.pid, signal.SIGKILL)
    except ProcessLookupError:
        return
