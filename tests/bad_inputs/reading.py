"""Reads the cases: bodies that are built, headers, versions, what is left for later."""

import ast
import json
import re
from collections.abc import Callable, Mapping

from tests.bad_inputs import tournaments

API = "The API that score apps can rely on"

OPS = {
    "game.command",
    "game.read",
    "game.events",
    "game.fairness",
    "game.delete",
    "admin.game.view",
    "player.create",
    "player.list",
    "player.read",
    "player.update",
} | tournaments.OPS

_MADE: Mapping[str, Callable[..., str]] = {
    "repeat": lambda text, times: json.dumps(text * times),
    "nest": lambda opening, closing, times: opening * times + closing * times,
    "array": lambda item, times: "[" + ",".join([json.dumps(item)] * times) + "]",
    "digits": lambda times: "1" * times,
}
_CALL = re.compile(r"[a-z]+\([^()]*\)$")


def later(case):
    """Name the issue that brings what a case needs, or None."""
    if case["op"] not in OPS:
        return tournaments.LATER_OPS.get(case["op"], API)
    return tournaments.LATER.get(case["id"])


def made(words):
    """Return the JSON text that a ``gen`` describes."""
    kind, _, fields = words.partition(": ")
    if kind != "object":
        return _value(ast.parse(words, mode="eval").body)
    call = ast.parse(f"dict({fields})", mode="eval").body
    pairs = [f"{json.dumps(word.arg)}:{_value(word.value)}" for word in call.keywords]
    return "{" + ",".join(pairs) + "}"


def made_text(words):
    """Return a header or a step of a path, built where it is a call."""
    if not _CALL.match(words):
        return words
    text = made(words)
    return json.loads(text) if text.startswith('"') else text


def _value(node):
    if isinstance(node, ast.Constant):
        return json.dumps(node.value)
    return _MADE[node.func.id](*[argument.value for argument in node.args])


def body_of(step, versions):
    """Return the bytes of a request's body, None for none.

    Args:
        step: a case or a step of one.
        versions: the version the fixture states to the one it has.
    """
    if "raw_hex" in step:
        return bytes.fromhex(step["raw_hex"])
    if "gen" in step:
        return made(step["gen"]).encode()
    if "raw" in step:
        return step["raw"].encode("utf-8", "surrogatepass")
    if "body" not in step:
        return None
    body = dict(step["body"])
    sent = body.get("expected_version")
    if type(sent) is int and 0 <= sent < 2**31:
        body["expected_version"] = versions(sent)
    return json.dumps(body).encode()
