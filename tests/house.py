"""What every file of the house is held to: each rule finds faults in one file's text.

A rule takes a path (relative to the root) and the text, and lists what is wrong
as ``line: words``. Which files it is asked about is ``tests/test_house.py``'s business.
"""

import ast
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FILE_LINES = 400
FUNCTION_LINES = 60
SIGNAL_SOURCES = ("django.db.models.signals", "django.dispatch", "django.core.signals")
CHANCE = ("random", "secrets")
# Written in pieces that do not match themselves.
MACHINE_PATH = re.compile(r"(?<![\w.)}~-])/(?:root|home|Users|work)/\w")
REGISTRY = re.compile(
    r"(?i)https?:/" + r"/[^\s\"'<>]*(?:pypi|pythonhosted|artifactory|devpi|nexus)"
)
IGNORE = re.compile(
    r"#\s*(?:noqa(?::[A-Z0-9, ]+)?|type:\s*ignore(?:\[[\w, -]*\])?|pragma: no cover)\s*$"
)
# A game that is committed stays so whatever a listener does; the sweep calls it again.
CATCHES_ALL_WITH_REASON = ("common/outbox.py",)
IN_TEMPLATE = {
    "an inline style": re.compile(r"<style\b|\sstyle\s*=", re.IGNORECASE),
    "an inline script": re.compile(r"<script(?![^>]*\bsrc=)[^>]*>", re.IGNORECASE),
    "an inline handler": re.compile(r"<[^>]*\son\w+\s*=", re.IGNORECASE),
    "another host": re.compile(r"(?:src|href)\s*=\s*[\"'](?:https?:)?//", re.IGNORECASE),
}


def files(*patterns: str) -> list[Path]:
    """List the project's own files that match, those not yet committed too."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    ).stdout.split("\0")
    paths = [Path(name) for name in sorted(set(listed)) if name and (ROOT / name).is_file()]
    return [path for path in paths if any(path.match(pattern) for pattern in patterns)]


def _nodes(text: str) -> Iterator[ast.AST]:
    return ast.walk(ast.parse(text))


def _imported(text: str) -> Iterator[tuple[int, str]]:
    for node in _nodes(text):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and not node.level:
            yield node.lineno, node.module or ""
            yield from ((node.lineno, f"{node.module}.{alias.name}") for alias in node.names)


def _within(name: str, modules: tuple[str, ...]) -> bool:
    return any(name == module or name.startswith(f"{module}.") for module in modules)


def file_too_long(_path: Path, text: str) -> list[str]:
    count = len(text.splitlines())
    return [f"{count}: the file has {count} lines"] if count > FILE_LINES else []


def function_too_long(_path: Path, text: str) -> list[str]:
    return [
        f"{node.lineno}: {node.name} has {node.end_lineno - node.lineno + 1} lines"
        for node in _nodes(text)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and node.end_lineno - node.lineno + 1 > FUNCTION_LINES
    ]


def model_signal(_path: Path, text: str) -> list[str]:
    return [f"{line}: {name}" for line, name in _imported(text) if _within(name, SIGNAL_SOURCES)]


def chance_in_games(path: Path, text: str) -> list[str]:
    """The deck service draws from ``secrets``; nobody draws from ``random``."""
    allowed = ("secrets",) if path.as_posix() == "games/services/deck.py" else ()
    return [
        f"{line}: {name}"
        for line, name in _imported(text)
        if _within(name, CHANCE) and not _within(name, allowed)
    ]


STATE_WRITERS = ("evolving.py", "windows.py", "draft.py", "state.py", "deal_state.py")


def changes_a_state(path: Path, text: str) -> list[str]:
    """Whoever holds a state of the engine holds it for good: only its events change one."""
    if path.name in STATE_WRITERS:
        return []
    return [
        f"{node.lineno}: {ast.unparse(node)}"
        for node in _nodes(text)
        if isinstance(node, ast.Attribute)
        and isinstance(node.ctx, ast.Store)
        and ast.unparse(node.value).endswith(("state", "deal", "dealing"))
    ]


def whole_row_save(_path: Path, text: str) -> list[str]:
    return [
        f"{node.lineno}: save() without update_fields"
        for node in _nodes(text)
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr == "save"
        and not {"update_fields", "force_insert"} & {word.arg for word in node.keywords}
    ]


def catches_all(path: Path, text: str) -> list[str]:
    """A bug is nobody's to catch; who notes it and raises it again may see it."""
    if path.as_posix() in CATCHES_ALL_WITH_REASON:
        return []
    return [
        f"{node.lineno}: catches everything"
        for node in _nodes(text)
        if isinstance(node, ast.ExceptHandler)
        and not (isinstance(node.body[-1], ast.Raise) and node.body[-1].exc is None)
        and (
            node.type is None
            or {"Exception", "BaseException"}
            & {name.id for name in ast.walk(node.type) if isinstance(name, ast.Name)}
        )
    ]


def inline_import(_path: Path, text: str) -> list[str]:
    return [
        f"{inner.lineno}: an import inside {node.name}"
        for node in _nodes(text)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        for inner in ast.walk(node)
        if isinstance(inner, ast.Import | ast.ImportFrom)
    ]


def ignore_without_reason(_path: Path, text: str) -> list[str]:
    return [
        f"{number}: an ignore without its reason"
        for number, line in enumerate(text.splitlines(), start=1)
        if IGNORE.search(line)
    ]


def inline_in_template(_path: Path, text: str) -> list[str]:
    return [
        f"{text.count(chr(10), 0, found.start()) + 1}: {what}"
        for what, pattern in IN_TEMPLATE.items()
        for found in pattern.finditer(text)
    ]


def names_a_machine(_path: Path, text: str) -> list[str]:
    return [
        f"{number}: {found.group()}"
        for number, line in enumerate(text.splitlines(), start=1)
        for pattern in (MACHINE_PATH, REGISTRY)
        for found in pattern.finditer(line)
    ]
