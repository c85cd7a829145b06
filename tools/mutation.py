"""Mutation tests of one package: ``python -m tools.mutation scoring``.

A copy of the tree is mutated, never the tree itself. Where the whole does not fit
the night, the same sample is drawn every time. What survives and is accepted
stands with its reason in ``tests/mutation_survivors.txt``; the rest is a fault.
"""

import json
import os
import random
import shutil
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

from tools.environment import ROOT, ensure_environment, say

SEED = 15
BATCH = 100
ACCEPTED = ROOT / "tests" / "mutation_survivors.txt"
PROSE = (r"^\s*raise ", r"^\s*assert \S+ is not None")
"""Lines left alone: what a refusal says, and what only a type checker reads."""
PYTEST = (
    *("--noconftest", "--hypothesis-seed=0", "-p", "no:django"),  # rules need no framework
    *(
        word
        for name in ("randomly", "cacheprovider", "xdist", "cov")
        for word in ("-p", f"no:{name}")
    ),
)
KILLED = (1, 3, 24, 36, 152, 255, -24)
"""Exit codes of a caught mutant: a failed test, or more time than it may take."""
LEFT_OUT = (
    "games/engine/test_machine.py", "games/engine/test_properties.py",
    "games/engine/test_corpus.py", "games/engine/test_corpus_variants.py",
    "games/engine/test_fold.py", "scoring/test_census.py",
)  # fmt: skip
"""Tests that take long; what only they would find, a test of its own should."""


class Subject(NamedTuple):
    """What is mutated, which tests look for it, how many mutants are tried, the least score."""

    source: str
    pattern: str
    tests: tuple[str, ...]
    sample: int | None
    least: float


SUBJECTS = {
    "scoring": Subject("scoring", "scoring/*", ("tests/scoring",), None, 95),
    "engine": Subject("games", "games/engine/*", ("tests/games/engine",), 600, 90),
}


def run(name: str, children: int) -> int:
    """Mutate one subject and write ``build/mutation-<name>.json``; 0 if the score is reached."""
    subject = SUBJECTS[name]
    place = ROOT / "build" / "mutation" / name
    _copy_tree(place)
    _configure(place, subject)
    _mutmut(place, "run", "--max-children", "1", f"{_first_module(subject)}.*", check=False)
    names = _drawn(place, subject)
    for start in range(0, len(names), BATCH):
        _mutmut(
            place,
            "run",
            "--max-children",
            str(children),
            *names[start : start + BATCH],
            check=False,
        )
        say(f"{name}: {min(start + BATCH, len(names))} of {len(names)} mutants")
    return _report(name, subject, _survivors(place, subject, names, children), place, names)


def _survivors(place: Path, subject: Subject, names: list[str], children: int) -> list[str]:
    codes = dict(_verdicts(place))
    doubtful = [name for name in names if codes[name] not in KILLED]
    say(f"{len(doubtful)} mutants are tried once more")
    with ThreadPoolExecutor(children) as pool:
        lives = list(pool.map(lambda name: _survives(place, subject, name), doubtful))
    return [name for name, is_alive in zip(doubtful, lives, strict=True) if is_alive]


def _survives(place: Path, subject: Subject, mutant: str) -> bool:
    """Try once more in a process of its own.

    What runs when a module is imported, and what a cache remembers, has happened
    before mutmut forks; only a new process meets the mutant.
    """
    command = [sys.executable, "-m", "pytest", "-x", "-q", *_pytest_words(subject)]
    environ = os.environ | {"MUTANT_UNDER_TEST": mutant}
    try:
        done = subprocess.run(
            command,
            cwd=place / "mutants",
            env=environ,
            capture_output=True,
            timeout=300,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return False
    return done.returncode == 0


def _pytest_words(subject: Subject) -> list[str]:
    return [*subject.tests, *(f"--ignore=tests/{path}" for path in LEFT_OUT), *PYTEST]


def _copy_tree(place: Path) -> None:
    shutil.rmtree(place, ignore_errors=True)
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT, capture_output=True, text=True, check=True,
    ).stdout.split("\0")  # fmt: skip
    for path in listed:
        if path and (ROOT / path).is_file():
            (place / path).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / path, place / path)


def _configure(place: Path, subject: Subject) -> None:
    others = sorted(
        path.name
        for path in place.iterdir()
        if path.name not in (subject.source, "tests", "setup.cfg", "build")
    )
    told = {
        "source_paths": [subject.source],
        "only_mutate": [subject.pattern],
        "do_not_mutate_patterns": list(PROSE),
        "also_copy": others,
        "pytest_add_cli_args_test_selection": _pytest_words(subject),
        "timeout_multiplier": "5",
        "use_setproctitle": "false",
        "use_git_change_detection": "false",
    }
    lines = ["[mutmut]"]
    for key, value in told.items():
        lines.append(f"{key} = {value}" if isinstance(value, str) else f"{key} =")
        lines += [] if isinstance(value, str) else [f"    {line}" for line in value]
    (place / "setup.cfg").write_text("\n".join(lines) + "\n")


def _first_module(subject: Subject) -> str:
    """Name the module by which the mutants are made and the tests timed."""
    return f"{subject.pattern.removesuffix('/*').replace('/', '.')}.errors"


def _mutmut(place: Path, *words: str, check: bool) -> None:
    command = [sys.executable, "-m", "mutmut", *words]
    with (place / "mutmut.log").open("ab") as log:
        subprocess.run(command, cwd=place, stdout=log, stderr=log, check=check)


def _verdicts(place: Path) -> Iterator[tuple[str, int | None]]:
    for path in sorted((place / "mutants").rglob("*.meta")):
        yield from json.loads(path.read_text())["exit_code_by_key"].items()


def _drawn(place: Path, subject: Subject) -> list[str]:
    names = sorted(name for name, _code in _verdicts(place))
    if subject.sample is None or subject.sample >= len(names):
        return names
    return sorted(random.Random(SEED).sample(names, subject.sample))


def _report(
    name: str, subject: Subject, survivors: list[str], place: Path, names: list[str]
) -> int:
    score = 100 * (len(names) - len(survivors)) / len(names)
    accepted = _accepted()
    report = {
        "subject": name,
        "made": len(dict(_verdicts(place))),
        "tried": len(names),
        "killed": len(names) - len(survivors),
        "score": round(score, 1),
        "least": subject.least,
        "not_accepted": [each for each in survivors if each not in accepted],
        "accepted": [each for each in survivors if each in accepted],
    }
    (ROOT / "build" / f"mutation-{name}.json").write_text(json.dumps(report, indent=1) + "\n")
    say(f"{name}: {report['killed']} of {len(names)} mutants killed, {score:.1f} %")
    return int(score < subject.least)


def _accepted() -> set[str]:
    lines = ACCEPTED.read_text(encoding="utf-8").splitlines() if ACCEPTED.exists() else []
    return {line.split()[0] for line in lines if line and not line.startswith("#")}


if __name__ == "__main__":
    ensure_environment("mutation")
    sys.exit(run(sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else os.cpu_count() or 1))
