"""The house is in order: every rule holds everywhere, and every rule can find a fault."""

import importlib
import re
import tomllib
from pathlib import Path

import pytest

from tests import house
from tests.house import ROOT, files

APPS = ("scoring", "common", "clubs", "games", "tournaments", "cribbage_site")


def python(*roots: str) -> list[Path]:
    """List the Python files under these roots, migrations left out."""
    return [
        path
        for path in files("*.py")
        if "migrations" not in path.parts and (not roots or path.parts[0] in roots)
    ]


def services() -> list[Path]:
    return [path for path in python(*APPS) if {"services", "services.py"} & set(path.parts)]


def texts() -> list[Path]:
    kept = ("data", "golden")  # what was said elsewhere, word for word
    return [
        path
        for path in files("*")
        if path.suffix not in (".gz", ".png", ".ico", ".xlsx", ".woff2")
        and not (path.parts[0] == "tests" and path.parts[1] in kept)
    ]


RULES = [
    pytest.param(house.file_too_long, python(), "x = 1\n" * 401, id="file-length"),
    pytest.param(
        house.function_too_long, python(), "def f():\n" + "    x = 1\n" * 60, id="function-length"
    ),
    pytest.param(
        house.model_signal,
        python(*APPS),
        "from django.db.models.signals import post_save\n",
        id="no-model-signals",
    ),
    pytest.param(
        house.chance_in_games, python("games"), "from random import shuffle\n", id="no-random"
    ),
    pytest.param(
        house.changes_a_state, python("games/engine"), "state.phase = 'over'\n", id="states-stay"
    ),
    pytest.param(house.whole_row_save, services(), "row.save()\n", id="save-names-its-fields"),
    pytest.param(
        house.catches_all,
        python(*APPS, "tools", "dev.py"),
        "try:\n    f()\nexcept (ValueError, Exception):\n    f()\n",
        id="nobody-catches-everything",
    ),
    pytest.param(
        house.inline_import, python(*APPS), "def f():\n    import os\n", id="no-inline-imports"
    ),
    pytest.param(
        house.ignore_without_reason,
        python(*APPS, "tools", "dev.py"),
        "x = 1  # type: ignore[misc]\n",
        id="ignores-say-why",
    ),
    pytest.param(
        house.inline_in_template, files("*.html", "*.svg"), '<p style="x">', id="no-inline-style"
    ),
    pytest.param(
        house.inline_in_template, files("*.html", "*.svg"), "<script>x</script>", id="no-script"
    ),
    pytest.param(
        house.inline_in_template, files("*.html", "*.svg"), '<a onclick="x">', id="no-handler"
    ),
    pytest.param(house.names_a_machine, texts(), "see /" + "root/x\n", id="no-machine-path"),
    pytest.param(
        house.names_a_machine, texts(), "https:/" + "/pypi.example/simple\n", id="no-registry"
    ),
]


@pytest.mark.parametrize(("rule", "paths", "_bad"), RULES)
def test_the_rule_holds_in_every_file(rule, paths, _bad):
    faults = [
        f"{path}:{fault}"
        for path in paths
        for fault in rule(path, (ROOT / path).read_text(encoding="utf-8"))
    ]

    assert faults == []


@pytest.mark.parametrize(("rule", "_paths", "bad"), RULES)
def test_the_rule_finds_a_planted_fault(rule, _paths, bad):
    assert len(rule(Path("games/planted.py"), bad)) >= 1


def test_the_deck_service_alone_draws():
    text = "import secrets\n"

    assert house.chance_in_games(Path("games/services/deck.py"), text) == []
    assert len(house.chance_in_games(Path("games/services/tables.py"), text)) == 1


def test_a_reasoned_ignore_is_no_fault():
    line = "x = 1  # type: ignore[misc] # the stubs are wrong here\n"

    assert house.ignore_without_reason(Path("planted.py"), line) == []


# -- requirement files --------------------------------------------------------

LOCK_NAMES = ("base", "dev", "e2e", "services", "mutation")
LOCKS = [ROOT / "requirements" / f"{name}.txt" for name in LOCK_NAMES]


def pins(text: str) -> dict[str, set[str]]:
    """Read the versions of a lock file, with their markers, by normalised name."""
    found = re.findall(r"^([A-Za-z0-9._-]+)(?:\[[^\]]*\])?==([^\\\n]+)", text, re.MULTILINE)
    return {
        name: {version.strip() for other, version in found if _normal(other) == name}
        for name in {_normal(found_name) for found_name, _version in found}
    }


def _normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def asked_for() -> dict[str, set[str]]:
    """Read which packages ``pyproject.toml`` asks for, by lock file."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    groups = {"base": project["dependencies"], **project["optional-dependencies"]}
    name = re.compile(r"[A-Za-z0-9._-]+")
    return {
        lock: {_normal(name.match(line).group()) for line in lines}
        for lock, lines in groups.items()
    }


def addresses(text: str) -> list[str]:
    return [line for line in text.splitlines() if "://" in line or "--index-url" in line]


@pytest.mark.parametrize("lock", LOCKS, ids=lambda path: path.stem)
def test_a_lock_file_names_no_address_and_hashes_everything(lock):
    text = lock.read_text()
    entries = re.split(r"\n(?=[A-Za-z0-9])", text.strip())

    assert addresses(text) == []
    assert [entry for entry in entries if "--hash=sha256:" not in entry] == []
    assert len(entries) == sum(len(versions) for versions in pins(text).values())


@pytest.mark.parametrize("lock", LOCKS, ids=lambda path: path.stem)
def test_every_package_asked_for_is_locked(lock):
    assert asked_for()[lock.stem] - set(pins(lock.read_text())) == set()


@pytest.mark.parametrize("lock", LOCKS[1:], ids=lambda path: path.stem)
def test_the_other_locks_hold_the_base_at_the_same_versions(lock):
    base, other = (pins(path.read_text()) for path in (LOCKS[0], lock))

    assert {name: other.get(name) for name in base} == base


def test_an_address_and_a_missing_package_are_found():
    text = "django==5.2.19 \\\n    --hash=sha256:0\n-i https:/" + "/example/simple\n"

    assert len(addresses(text)) == 1
    assert asked_for()["base"] - set(pins(text)) >= {"celery"}


# -- registries ---------------------------------------------------------------

REGISTRIES = [
    ("games.engine.variants", "VARIANTS"),
    ("tournaments.formats", "FORMATS"),
    ("tournaments.ratings", "RATING_SYSTEMS"),
]


def golden_of(key: str, known: list[Path]) -> list[Path]:
    """Find the golden files of a registry's entry: the key begins their name."""
    return [path for path in known if re.match(rf"{re.escape(key)}(?![a-z])", path.name)]


@pytest.mark.parametrize(("module", "registry"), REGISTRIES)
def test_every_registered_entry_has_its_golden_file(module, registry):
    entries = getattr(importlib.import_module(module), registry)
    known = files("tests/golden/**/*", "tests/golden/*")

    assert [key for key in entries if not golden_of(key, known)] == []


def test_an_entry_without_golden_file_is_found():
    assert golden_of("swiss", [Path("tests/golden/formats/swissair.txt")]) == []
