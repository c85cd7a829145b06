"""The long forms, piece by piece: ``python -m tools.nightly [PART …] [--again]``.

A piece that has ended well is kept in ``build/nightly/`` and not run again unless
asked for, so a night that was cut short goes on where it stopped. What holds, and
at which commit it was seen, stands in ``build/nightly.md``.
"""

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple, TypedDict

from tools.environment import ROOT, say

KEPT = ROOT / "build" / "nightly"
REPORT = ROOT / "build" / "nightly.md"
MINUTES = 45
"""No piece may take longer."""


class Part(NamedTuple):
    """What is looked at, the words after ``python``, and in how many pieces.

    ``{piece}`` in a word is the piece's number; tests read it from ``NIGHTLY_PIECE``.
    """

    about: str
    words: tuple[str, ...]
    pieces: int = 1

    def tests(self) -> list[str]:
        """Name the files and folders of tests that the part runs."""
        return [word for word in self.words if word.startswith("tests/")]


class Outcome(TypedDict):
    """How one piece went; ``last`` is the last line it said."""

    part: str
    piece: int
    ok: bool
    seconds: float
    last: str
    commit: str


def _pytest(*words: str, marker: str = "nightly") -> tuple[str, ...]:
    return ("-m", "pytest", "-q", "-m", marker, "--hypothesis-seed={piece}", *words)


# What takes long and only draws what the tables of the same folders have already.
UNDRAWN = tuple(
    f"--ignore=tests/{path}"
    for path in (
        "games/engine/test_corpus.py",
        "games/engine/test_corpus_variants.py",
        "games/engine/test_machine.py",
        "games/engine/test_properties.py",
        "scoring/test_census.py",
    )
)
PARTS: Mapping[str, Part] = {
    "coverage": Part(
        "every branch of engine and scoring is taken by a test of each push",
        (
            *("-m", "pytest", "-q", "-n", "auto", "--hypothesis-seed=0"),
            *("--cov=games/engine", "--cov=scoring", "--cov-branch", "--cov-fail-under=100"),
            *("--cov-report=term-missing:skip-covered",),
            *("tests/scoring", "tests/games/engine", "tests/games/test_stored_logs.py", *UNDRAWN),
        ),
    ),
    "census": Part("every deal there is", _pytest("tests/scoring/test_census.py")),
    "deck": Part(
        "packs are drawn fairly, and 10,000 of them are what their seeds say",
        _pytest(
            "tests/games/services/test_deck.py",
            "tests/games/services/test_verify_deal.py",
            marker="not bench",
        ),
    ),
    "machine": Part(
        "20,000 drawn games of 80 steps keep the invariants",
        _pytest("tests/games/engine/test_machine.py"),
        pieces=20,
    ),
    "fold": Part("10,000 games fold to what was stored", _pytest("tests/games/test_fold.py"), 5),
    "leaks": Part(
        "10,000 answers for each kind of reader leak nothing",
        _pytest("tests/games/test_leaks.py"),
        pieces=10,
    ),
    "races": Part(
        "R1 to R4, 200 times each, and R4 ten times at full length",
        _pytest("tests/races/test_games.py", marker="race"),
        pieces=10,
    ),
    "tournaments": Part("draws and ratings in the long form", _pytest("tests/tournaments")),
    "mutate-scoring": Part(
        "tests find what is changed in scoring", ("-m", "tools.mutation", "scoring")
    ),
    "mutate-engine": Part(
        "tests find what is changed in the engine", ("-m", "tools.mutation", "engine")
    ),
}


def main(words: list[str]) -> int:
    """Run the named parts, or all; 0 if everything they have ever said is good."""
    named = [word for word in words if word != "--again"] or list(PARTS)
    unknown = [name for name in named if name not in PARTS]
    if unknown:
        say(f"nightly: there is no part {unknown[0]}; there are {', '.join(PARTS)}")
        return 1
    KEPT.mkdir(parents=True, exist_ok=True)
    bad = 0
    for name, piece in _pieces(named):
        if "--again" in words or not _is_done(name, piece):
            bad += not _run(name, piece)["ok"]
            REPORT.write_text(report(), encoding="utf-8")
    say(f"nightly: {bad or 'none'} failed; see {REPORT}")
    return int(bad > 0)


def _pieces(named: list[str]) -> Iterator[tuple[str, int]]:
    for name in named:
        yield from ((name, piece) for piece in range(1, PARTS[name].pieces + 1))


def _kept(name: str, piece: int) -> Path:
    return KEPT / f"{name}-{piece}.json"


def _is_done(name: str, piece: int) -> bool:
    path = _kept(name, piece)
    return path.exists() and json.loads(path.read_text(encoding="utf-8"))["ok"]


def _run(name: str, piece: int) -> Outcome:
    part = PARTS[name]
    say(f"nightly: {name} {piece} of {part.pieces}")
    words = [word.replace("{piece}", str(piece)) for word in part.words]
    environ = os.environ | {"NIGHTLY_PIECE": f"{piece}/{part.pieces}"}
    log = _kept(name, piece).with_suffix(".log")
    began = time.monotonic()
    with log.open("w", encoding="utf-8") as output:
        try:
            code = subprocess.run(
                [sys.executable, *words], cwd=ROOT, env=environ, stdout=output, stderr=output,
                timeout=60 * MINUTES, check=False,
            ).returncode  # fmt: skip
        except subprocess.TimeoutExpired:
            code = -1
    said = log.read_text(encoding="utf-8").strip().splitlines() or ["said nothing"]
    outcome: Outcome = {
        "part": name,
        "piece": piece,
        "ok": code == 0,
        "seconds": round(time.monotonic() - began, 1),
        "last": said[-1] if code >= 0 else f"ended after {MINUTES} minutes",
        "commit": _commit(),
    }
    _kept(name, piece).write_text(json.dumps(outcome, indent=1) + "\n", encoding="utf-8")
    say(f"nightly: {name} {piece}: {'good' if outcome['ok'] else 'BAD'}, {outcome['last']}")
    return outcome


def _commit() -> str:
    said = subprocess.run(
        ["git", "rev-parse", "--short", "HEAD"],
        cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    return said.stdout.strip() or "unknown"


def report() -> str:
    """Write what is known of every part as a table."""
    lines = ["# Nightly", "", "| part | holds | pieces | seconds | commits | last words |"]
    lines.append("|---|---|---|---|---|---|")
    for name, part in PARTS.items():
        kept = [_kept(name, piece) for piece in range(1, part.pieces + 1)]
        found: list[Outcome] = [
            json.loads(path.read_text(encoding="utf-8")) for path in kept if path.exists()
        ]
        good = sum(outcome["ok"] for outcome in found)
        seconds = sum(outcome["seconds"] for outcome in found)
        commits = " ".join(sorted({outcome["commit"] for outcome in found})) or "–"
        bad = [outcome["last"] for outcome in found if not outcome["ok"]]
        last = (bad or [outcome["last"] for outcome in found][-1:] or ["not run"])[0]
        pieces = f"{good}/{part.pieces}"
        lines.append(f"| {name} | {part.about} | {pieces} | {seconds:.0f} | {commits} | {last} |")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
