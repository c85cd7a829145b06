"""``dev.py`` as people meet it: one clear line, and no child left behind."""

import os
import signal
import socket
import subprocess
import sys
import textwrap
import time
from contextlib import contextmanager
from pathlib import Path

import pytest

from dev import ROOT
from tests import servers
from tools import environment, supervisor

PATIENCE = 15


def dev(*arguments, **variables):
    return subprocess.run(
        [sys.executable, "dev.py", *arguments],
        cwd=ROOT,
        env=os.environ | variables,
        capture_output=True,
        text=True,
        check=False,
    )


def until(condition):
    """Wait for a condition and say whether it came true."""
    patience = time.monotonic() + PATIENCE
    while time.monotonic() < patience:
        if condition():
            return True
        time.sleep(0.05)
    return False


def is_running(pid):
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    state = Path(f"/proc/{pid}/stat")
    if state.exists():  # a child that nobody waited for yet is gone all the same
        return state.read_text().rsplit(")", 1)[1].split()[0] != "Z"
    return True


@contextmanager
def taken_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen()
        yield listener.getsockname()[1]


def test_a_taken_port_is_one_clear_line():
    with taken_port() as port:
        said = dev("run", PORT=str(port))

    assert said.returncode == 1
    assert said.stderr == (f"run: port {port} is taken; choose another: make run PORT={port + 1}\n")


@pytest.mark.parametrize("port", ["", "door", "0", "65536", "-1"])
def test_a_port_that_is_none_is_one_clear_line(port):
    said = dev("run", PORT=port)

    assert (said.returncode, said.stderr) == (
        1,
        f"run: PORT is {port!r}; it is a number from 1 to 65535\n",
    )


def test_an_unknown_command_lists_the_known_ones():
    said = dev("dance")

    assert said.returncode == 1
    assert "  run      Start the site" in said.stderr


def test_an_old_python_is_one_clear_line():
    program = textwrap.dedent("""
        import sys
        sys.version_info, sys.version = (3, 9, 1), "3.9.1 (main)"
        exec(open("dev.py").read())
    """)
    said = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=False
    )

    assert said.stderr == "Fifteen Two needs Python 3.11 or newer; this is Python 3.9.1\n"


def test_make_without_a_python_is_one_clear_line():
    said = subprocess.run(
        ["make", "run", "PYTHON="], cwd=ROOT, capture_output=True, text=True, check=False
    )

    assert said.returncode != 0
    assert said.stderr.splitlines()[0].startswith("Python 3.11 or newer was not found.")


def test_a_missing_server_program_is_named(monkeypatch, tmp_path):
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(servers, "INSTALLED", tmp_path)
    monkeypatch.setattr(servers, "_site_packages", lambda: tmp_path)

    with pytest.raises(servers.ServerMissing, match="PostgreSQL is not installed"):
        servers.postgres_bin()
    with pytest.raises(servers.ServerMissing, match="Redis is not installed"):
        servers.redis_program()


def test_a_broken_environment_of_pip_is_named(monkeypatch, tmp_path):
    monkeypatch.setenv("PIP_CERT", str(tmp_path / "none.pem"))
    monkeypatch.setattr(environment, "_works", lambda *_command: True)

    assert environment._why_pip_failed("base") == (
        "pip's own environment is broken: PIP_CERT names a file that is not there"
    )


# -- children -----------------------------------------------------------------

PARENT = """
import subprocess, sys, time
child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"])
print(child.pid, file=open(sys.argv[1], "w"), flush=True)
time.sleep(60)
"""


@pytest.fixture
def two_generations(tmp_path):
    """A supervisor over a process that has a child of its own; yields it and the child's id."""
    noted = tmp_path / "pid"
    over = supervisor.Supervisor({"parent": ["python", "-c", PARENT, str(noted)]}, os.environ)
    over.start_all()
    try:
        assert until(lambda: noted.exists() and noted.read_text().strip())
        yield over, int(noted.read_text())
    finally:
        over.stop()


def test_stopping_ends_children_and_theirs(two_generations):
    over, grandchild = two_generations
    child = over.children["parent"].pid

    over.stop()

    assert until(lambda: not is_running(grandchild))
    assert not is_running(child)


def test_a_fallen_child_is_named_and_started_again(capsys):
    over = supervisor.Supervisor({"worker": ["python", "-c", "raise SystemExit(3)"]}, os.environ)
    over.start_all()
    try:
        with pytest.raises(environment.Refusal, match=r"worker ended again and again \(exit 3\)"):
            over.watch()
    finally:
        over.stop()

    said = capsys.readouterr().out.splitlines()
    assert said == ["worker ended (exit 3); starting it again"] * supervisor.RESTARTS_A_MINUTE


def test_a_killed_test_run_leaves_no_server_behind():
    program = textwrap.dedent("""
        import os, time
        from tests.servers import servers
        with servers({"DATABASE_URL": "given"}) as named:
            print(named["REDIS_URL"], flush=True)
            time.sleep(60)
    """)
    run = subprocess.Popen(
        [sys.executable, "-c", program], cwd=ROOT, stdout=subprocess.PIPE, text=True
    )
    with run:
        port = int(run.stdout.readline().rsplit(":", 1)[1].split("/")[0])
        run.send_signal(signal.SIGKILL)

    assert until(lambda: not _listens(port))


def _listens(port):
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0
