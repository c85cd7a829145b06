"""The JSON parser: what is doubtful is refused, and nothing is read without limit."""

import json
import math
import re
from collections.abc import Iterator, Mapping
from typing import IO, Any, NoReturn

from rest_framework.parsers import BaseParser

from common.errors import (
    DuplicateKey,
    MalformedJson,
    PayloadTooLarge,
    UnsupportedMediaType,
    ValidationFailed,
)

COMMAND_LIMIT = 16 * 1024
BODY_LIMIT = 256 * 1024
DEEPEST = 32
MOST_KEYS = 200
LONGEST_TEXT = 2000
LARGEST_INTEGER = 2**53
_LONGEST_NUMBER = 300
_STRING = re.compile(rb'"(?:[^"\\]|\\.)*"', re.DOTALL)
_CHARSET = re.compile(r";\s*charset\s*=\s*\"?([^\";\s]*)", re.IGNORECASE)
_FORBIDDEN = re.compile("[\0\ud800-\udfff]")


def _integer(digits: str) -> int:
    if len(digits) > _LONGEST_NUMBER:
        raise MalformedJson("a number has too many digits")
    return int(digits)


def _float(digits: str) -> float:
    value = float(digits) if len(digits) <= _LONGEST_NUMBER else math.inf
    if not math.isfinite(value):
        raise MalformedJson("a number is too large")
    return value


def _constant(word: str) -> NoReturn:
    raise MalformedJson(f"{word} is not JSON")


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise DuplicateKey("a key appears twice in one object")
    return found


_DECODER = json.JSONDecoder(
    object_pairs_hook=_object, parse_int=_integer, parse_float=_float, parse_constant=_constant
)


def parse_object(body: bytes) -> dict[str, object]:
    """Return the one object that a body holds.

    Raises:
        MalformedJson: it is not JSON in UTF-8, or nested deeper than 32.
        DuplicateKey: a key comes twice in one object.
        ValidationFailed: it is no object, or holds a value beyond the limits;
            the field named is that of the outermost object.
    """
    if _is_deep(body):
        raise MalformedJson(f"the body is nested deeper than {DEEPEST}")
    try:
        value = _DECODER.decode(body.decode("utf-8"))
    except ValueError as error:
        raise MalformedJson("the body is not JSON") from error
    if not isinstance(value, dict):
        raise ValidationFailed("the body is one object")
    _check_object("", value)
    for field, item in value.items():
        for wrong in _beyond_limits(item):
            raise ValidationFailed(wrong, field=field)
    return value


class StrictJSONParser(BaseParser):
    """Reads ``application/json`` in UTF-8, as long as the view's ``body_limit``."""

    media_type = "application/json"

    def parse(
        self,
        stream: IO[Any],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> dict[str, object]:
        charset = _CHARSET.search(media_type or "")
        if charset and charset[1].lower() not in ("utf-8", "utf8"):
            raise UnsupportedMediaType("the body is read in UTF-8 only")
        limit = getattr((parser_context or {}).get("view"), "body_limit", BODY_LIMIT)
        body = stream.read(BODY_LIMIT + 1)
        if len(body) > BODY_LIMIT:
            raise PayloadTooLarge(f"the body is longer than {limit} bytes")
        if len(body) > limit and not _is_deep(body):
            raise PayloadTooLarge(f"the body is longer than {limit} bytes")
        return parse_object(body)


def _is_deep(body: bytes) -> bool:
    if body.count(b"[") + body.count(b"{") <= DEEPEST:
        return False
    depth = 0
    for byte in _STRING.sub(b"", body):
        if byte in b"[{":
            depth += 1
            if depth > DEEPEST:
                return True
        elif byte in b"]}":
            depth -= 1
    return False


def _check_object(field: str, value: Mapping[str, object]) -> None:
    if len(value) > MOST_KEYS:
        raise ValidationFailed(f"an object has more than {MOST_KEYS} keys", field=field)
    if any(_FORBIDDEN.search(key) for key in value):
        raise ValidationFailed("a key holds a character that is no text", field=field)


def _beyond_limits(value: object) -> Iterator[str]:
    match value:
        case bool() | None | float():
            return
        case int():
            if abs(value) > LARGEST_INTEGER:
                yield "the number is beyond ±2^53"
        case str():
            if len(value) > LONGEST_TEXT:
                yield f"the text is longer than {LONGEST_TEXT} characters"
            elif _FORBIDDEN.search(value):
                yield "the text holds a null character or half a surrogate pair"
        case list():
            for item in value:
                yield from _beyond_limits(item)
        case dict():
            if len(value) > MOST_KEYS:
                yield f"an object has more than {MOST_KEYS} keys"
            for key, item in value.items():
                yield from _beyond_limits(key)
                yield from _beyond_limits(item)
