"""Fields of the API that only tournaments have."""

import unicodedata
from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

_UNWANTED = frozenset({"Cc", "Cs"})


class StrictDateTimeField(serializers.DateTimeField):
    """Takes an instant as ISO 8601 text with its offset, such as ``2026-10-06T18:00:00Z``."""

    default_error_messages = {
        "zone": "Give the instant with its offset, such as 2026-10-06T18:00:00Z."
    }

    def to_internal_value(self, data: Any) -> datetime:
        if not isinstance(data, str):
            self.fail("invalid", format="YYYY-MM-DDThh:mm:ssZ")
        try:
            given = datetime.fromisoformat(data)
        except ValueError:
            self.fail("invalid", format="YYYY-MM-DDThh:mm:ssZ")
        if given.tzinfo is None or not data.isascii():
            self.fail("zone")
        return super().to_internal_value(data)


@extend_schema_field(OpenApiTypes.OBJECT)
class ObjectField(serializers.Field[Any, Any, Any, Any]):
    """Takes a JSON object; no text in it holds a control character or a surrogate."""

    default_error_messages = {
        "invalid": "Give an object with names and values.",
        "character": "A text here holds the invisible character U+{code}.",
    }

    def to_internal_value(self, data: Any) -> Mapping[str, Any]:
        if not isinstance(data, Mapping):
            self.fail("invalid")
        for text in _texts(data):
            for character in text:
                if unicodedata.category(character) in _UNWANTED:
                    self.fail("character", code=f"{ord(character):04X}")
        return data

    def to_representation(self, value: Any) -> Any:
        return value


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for name, inner in value.items():
            yield name
            yield from _texts(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _texts(inner)
