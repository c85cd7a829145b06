"""Cases and corpus as pytest items: the files behind the data-driven tests.

``CASES_DIR`` and ``CORPUS_DIR`` name the folders (default: ``tests/data``), so
that a reviewer can point the same tests at other data. Files are found by
pattern, below sub-folders too. A pattern that finds no file gives no item and
says so on standard error when the tests are collected.
"""

import gzip
import json
import os
import sys
from collections.abc import Callable, Collection, Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest

DATA = Path(__file__).parent / "data"


def case_files(pattern: str) -> list[Path]:
    return _files(Path(os.environ.get("CASES_DIR") or DATA / "cases"), pattern)


def corpus_files(pattern: str) -> list[Path]:
    return _files(Path(os.environ.get("CORPUS_DIR") or DATA / "corpus"), pattern)


def cases_of(pattern: str) -> list[dict[str, Any]]:
    """All objects of the files, whether a list or ``{"about": ..., "cases": [...]}``."""
    return [case for path in case_files(pattern) for case in _load_cases(path)]


def real_cases(*, kinds: str, ops: Iterable[str] | None = None) -> list[pytest.ParameterSet]:
    """Real cases of the kinds named by letter (``"ab"``), of all or some ops."""
    wanted = None if ops is None else frozenset(ops)
    return items(
        cases_of("real-cases*.json"),
        lambda case: case["kind"][0] in kinds and (wanted is None or case["op"] in wanted),
    )


def rules_examples(kind: str) -> list[pytest.ParameterSet]:
    """Worked examples of one kind: ``"show"`` or ``"pegging"``."""
    return items(cases_of("rules-examples*.json"), lambda case: case["kind"] == kind)


def items(
    cases: Collection[dict[str, Any]], wanted: Callable[[dict[str, Any]], bool]
) -> list[pytest.ParameterSet]:
    """One pytest item a case, named by its id."""
    return [pytest.param(case, id=str(case["id"])) for case in cases if wanted(case)]


def games_of(path: Path) -> Iterator[dict[str, Any]]:
    """The lines of a ``*.jsonl.gz`` file of the corpus."""
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        for line in lines:
            yield json.loads(line)


def _load_cases(path: Path) -> list[dict[str, Any]]:
    loaded = json.loads(path.read_text(encoding="utf-8"))
    return loaded["cases"] if isinstance(loaded, dict) else loaded


def _files(folder: Path, pattern: str) -> list[Path]:
    found = sorted(folder.rglob(pattern))
    if not found:
        print(f"no file {pattern!r} below {folder}: its tests have no items", file=sys.stderr)  # noqa: T201 - the line must be seen at collection, a warning would be an error
    return found
