"""Canonical JSON: the one spelling of a value that is hashed or compared."""

import json
import unicodedata
from collections.abc import Mapping
from datetime import date, datetime
from hashlib import sha256
from uuid import UUID


def plain(value: object) -> object:
    """Return a value as JSON holds it, with names and texts in NFC.

    Raises:
        TypeError: a float or anything else that has no exact spelling.
    """
    match value:
        case None | bool() | int():
            spelt: object = value
        case str():
            spelt = unicodedata.normalize("NFC", value)
        case UUID():
            spelt = str(value)
        case datetime() | date():
            spelt = value.isoformat()
        case Mapping():
            spelt = {str(plain(str(key))): plain(item) for key, item in value.items()}
        case list() | tuple():
            spelt = [plain(item) for item in value]
        case set() | frozenset():
            spelt = sorted((plain(item) for item in value), key=str)
        case _:
            raise TypeError(f"{type(value).__name__} has no canonical spelling")
    return spelt


def canonical(value: object) -> bytes:
    """Return the canonical JSON of a value: sorted keys, no blanks, UTF-8."""
    text = json.dumps(plain(value), sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return text.encode()


def digest(label: str, *values: object) -> str:
    """Return the SHA-256 of a label and values, in hex.

    Args:
        label: keeps digests of different things apart.
        values: joined as one canonical list, so that no two lists collide.
    """
    return sha256(label.encode() + b"\0" + canonical(list(values))).hexdigest()
