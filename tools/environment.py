"""The environment in ``.venv/``: made when missing, filled when a lock file changed."""

import hashlib
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
BIN = VENV / "bin"
# A lock file holds everything of those named with it, at the same versions.
LOCKS = {
    "base": (),
    "dev": ("base",),
    "e2e": ("base", "dev"),
    "services": ("base",),
    "mutation": ("base", "dev"),
}


class Refusal(Exception):
    """What the caller can mend; said in one line, without a traceback."""


def say(line: str) -> None:
    """Tell the person at the terminal."""
    print(line, flush=True)


def ensure_environment(lock: str) -> None:
    """Make ``.venv`` hold what ``requirements/<lock>.txt`` says."""
    if not _works(BIN / "python", "-c", ""):
        _make_venv()
    stamps = _read_stamps()
    digest = _digest(lock)
    if stamps.get(lock) == digest:
        return
    say(f"Installing requirements/{lock}.txt …")
    command = [
        str(BIN / "python"),
        "-m",
        "pip",
        "install",
        "-qq",  # no word about what is no fault
        "--disable-pip-version-check",
    ]
    done = subprocess.run(
        [*command, "--require-hashes", "-r", f"requirements/{lock}.txt"], cwd=ROOT, check=False
    )
    if done.returncode != 0:
        raise Refusal(_why_pip_failed(lock))
    stamps |= {name: _digest(name) for name in (lock, *LOCKS[lock])}
    _stamp_file().write_text(json.dumps(stamps))


def _make_venv() -> None:
    say("Making .venv …")
    if VENV.exists():
        shutil.rmtree(VENV)
    made = subprocess.run(
        [sys.executable, "-m", "venv", VENV], capture_output=True, text=True, check=False
    )
    if made.returncode != 0 or not _works(BIN / "python", "-m", "pip", "--version"):
        shutil.rmtree(VENV, ignore_errors=True)
        raise Refusal(
            f"{sys.executable} cannot make an environment with pip; "
            "install the venv and ensurepip modules of this Python (Debian: python3-venv)"
        )


def _why_pip_failed(lock: str) -> str:
    if not _works(BIN / "python", "-m", "pip", "--version"):
        return "pip in .venv does not start; remove .venv and try again"
    for name in ("PIP_CERT", "PIP_CONFIG_FILE", "SSL_CERT_FILE", "REQUESTS_CA_BUNDLE"):
        if os.environ.get(name) and not Path(os.environ[name]).exists():
            return f"pip's own environment is broken: {name} names a file that is not there"
    settings = ", ".join(sorted(name for name in os.environ if name.startswith("PIP_"))) or "none"
    return (
        f"pip could not install requirements/{lock}.txt; its reason stands above "
        f"(pip variables in force: {settings})"
    )


def _works(*command: object) -> bool:
    try:
        return (
            subprocess.run(
                [str(part) for part in command], capture_output=True, check=False
            ).returncode
            == 0
        )
    except OSError:
        return False


def _digest(lock: str) -> str:
    return hashlib.sha256((ROOT / "requirements" / f"{lock}.txt").read_bytes()).hexdigest()


def _stamp_file() -> Path:
    return VENV / "installed.json"


def _read_stamps() -> dict[str, str]:
    if not _stamp_file().exists():
        return {}
    stamps: dict[str, str] = json.loads(_stamp_file().read_text())
    return stamps
