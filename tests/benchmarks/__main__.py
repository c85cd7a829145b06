"""Run every benchmark of this folder and write ``build/bench.json``.

``python -m tests.benchmarks [--short] [name ...]``. A benchmark is a module with
``run() -> list[dict]``; each row has the fields of ``FIELDS``. One that takes
``short`` is told so; one that says ``NEEDS_DATABASE = True`` runs on a test
database of its own. The exit code is 1 when a row is not ``ok``.

Machines are shared and a neighbour's load only ever makes a ratio worse, so a
benchmark that misses is measured again, twice at most, and says so. With
``--short`` a row that stays ``near`` its target (``NEAR``) is shown as such and
does not fail the run; without it every miss does.
"""

import importlib
import inspect
import json
import os
import pkgutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from types import ModuleType

import django
from django.test.utils import (
    setup_databases,
    setup_test_environment,
    teardown_databases,
    teardown_test_environment,
)

from tests.servers import servers

ROOT = Path(__file__).resolve().parents[2]
ATTEMPTS = 3
FIELDS = ("name", "value", "unit", "baseline", "ratio", "target", "ok")


def benchmarks(names: list[str]) -> list[ModuleType]:
    """Import the benchmarks asked for, all when none is named."""
    found = {
        info.name: importlib.import_module(f"tests.benchmarks.{info.name}")
        for info in pkgutil.iter_modules([str(Path(__file__).parent)])
        if not info.name.startswith("_")
    }
    runnable = {name: module for name, module in found.items() if hasattr(module, "run")}
    unknown = set(names) - set(runnable)
    if unknown:
        sys.exit(f"there is no benchmark {', '.join(sorted(unknown))}")
    return [module for name, module in sorted(runnable.items()) if not names or name in names]


def rows_of(module: ModuleType, *, short: bool) -> list[dict[str, object]]:
    """Run one benchmark and refuse a row that lacks a field."""
    takes_short = "short" in inspect.signature(module.run).parameters
    rows: list[dict[str, object]] = module.run(short=short) if takes_short else module.run()
    for row in rows:
        if missing := set(FIELDS) - set(row):
            raise KeyError(f"{module.__name__}: a row lacks {', '.join(sorted(missing))}")
    return rows


def measured(module: ModuleType, *, short: bool) -> list[dict[str, object]]:
    """Run one benchmark until it meets its targets, ``ATTEMPTS`` times at most."""
    for attempt in range(1, ATTEMPTS + 1):
        rows = rows_of(module, short=short)
        if all(row["ok"] for row in rows) or attempt == ATTEMPTS:
            break
        for row in rows:
            sys.stdout.write(f"     attempt {attempt}: {line_of(row)}\n")
    return rows


@contextmanager
def test_database(needed: bool) -> Iterator[None]:
    """Make a test database for the benchmarks that need one, and remove it."""
    if not needed:
        yield
        return
    setup_test_environment()
    databases = setup_databases(verbosity=0, interactive=False)
    try:
        yield
    finally:
        teardown_databases(databases, verbosity=0)
        teardown_test_environment()


def main(arguments: list[str]) -> int:
    """Run, show and write the rows; say whether all of them are ok."""
    short = "--short" in arguments
    modules = benchmarks([word for word in arguments if not word.startswith("-")])
    needed = any(getattr(module, "NEEDS_DATABASE", False) for module in modules)
    rows = []
    with test_database(needed):
        for module in modules:
            for row in measured(module, short=short):
                near = bool(row.get("near", row["ok"]))
                rows.append({name: row[name] for name in FIELDS} | {"near": near})
                sys.stdout.write(line_of(row) + "\n")
                sys.stdout.flush()
    (ROOT / "build").mkdir(exist_ok=True)
    (ROOT / "build" / "bench.json").write_text(json.dumps(rows, indent=2) + "\n")
    return 0 if all(row["ok"] or (short and row["near"]) for row in rows) else 1


def line_of(row: dict[str, object]) -> str:
    """Write a row as one line for people."""
    verdict = "ok  " if row["ok"] else "near" if row.get("near") else "MISS"
    ratio = row["ratio"]
    shown = f"{ratio:.3g}" if isinstance(ratio, float) else ratio
    measured = f"{row['name']}: {row['value']} {row['unit']}"
    return f"{verdict} {measured}, ratio {shown}, target {row['target']}"


if __name__ == "__main__":
    with ExitStack() as stack:
        os.environ.setdefault("DJANGO_SETTINGS_MODULE", "cribbage_site.settings")
        os.environ.update(stack.enter_context(servers(os.environ)))
        os.environ["CRIBBAGE_VAR"] = stack.enter_context(tempfile.TemporaryDirectory())
        django.setup()
        sys.exit(main(sys.argv[1:]))
