"""Serializers that take JSON at its word: no coercion, no unknown field."""

import re
from collections.abc import Mapping
from typing import Any

from rest_framework import serializers

from common.errors import UnknownField, ValidationFailed
from common.text import clean_name, clean_text

_DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", re.ASCII)


class StrictSerializer(serializers.Serializer[Any]):
    """Refuses fields that it does not have, before it looks at those it has."""

    def to_internal_value(self, data: Any) -> Any:
        if isinstance(data, Mapping):
            writable = {field.field_name for field in self._writable_fields}
            unknown = [name for name in data if name not in writable]
            if unknown:
                wrong = {
                    name: [
                        serializers.ErrorDetail(
                            f"there is no field {name[:60]!r} here", code=UnknownField.code
                        )
                    ]
                    for name in unknown
                }
                raise serializers.ValidationError(wrong)
        return super().to_internal_value(data)


class StrictIntegerField(serializers.IntegerField):
    """Takes a JSON integer: no text, no ``1.0``, no truth value."""

    def to_internal_value(self, data: Any) -> int:
        if type(data) is not int:
            self.fail("invalid")
        return data


class StrictCharField(serializers.CharField):
    """Takes a JSON string and nothing that looks like one."""

    def to_internal_value(self, data: Any) -> str:
        if not isinstance(data, str):
            self.fail("invalid")
        return super().to_internal_value(data)


class StrictBooleanField(serializers.BooleanField):
    """Takes ``true`` and ``false``."""

    def to_internal_value(self, data: Any) -> bool:
        if not isinstance(data, bool):
            self.fail("invalid", input=data)
        return data


class StrictChoiceField(serializers.ChoiceField):
    """Takes one of its words as a JSON string."""

    def to_internal_value(self, data: Any) -> Any:
        if not isinstance(data, str):
            self.fail("invalid_choice", input=data)
        return super().to_internal_value(data)


class StrictUUIDField(serializers.UUIDField):
    """Takes a UUID as text."""

    def to_internal_value(self, data: Any) -> Any:
        if not isinstance(data, str):
            self.fail("invalid", value=data)
        return super().to_internal_value(data)


class StrictDateField(serializers.DateField):
    """Takes a date as ``YYYY-MM-DD`` in ASCII digits."""

    def to_internal_value(self, data: Any) -> Any:
        if not isinstance(data, str) or not _DATE.fullmatch(data):
            self.fail("invalid", format="YYYY-MM-DD")
        return super().to_internal_value(data)


class NameField(StrictCharField):
    """Takes a name as :func:`common.text.clean_name` allows it."""

    def __init__(self, **options: Any) -> None:
        super().__init__(trim_whitespace=False, **options)

    def run_validation(self, data: Any = serializers.empty) -> Any:
        value = super().run_validation(data)
        if not isinstance(value, str):
            return value
        try:
            return clean_name(value, field=self.field_name or "name")
        except ValidationFailed as error:
            raise serializers.ValidationError(error.message, code=error.code) from error


class TextField(StrictCharField):
    """Takes a text as :func:`common.text.clean_text` allows it; it may be empty."""

    def __init__(self, *, longest: int, **options: Any) -> None:
        self.longest = longest
        super().__init__(allow_blank=True, trim_whitespace=False, **options)

    def run_validation(self, data: Any = serializers.empty) -> Any:
        value = super().run_validation(data)
        if not isinstance(value, str):
            return value
        try:
            return clean_text(value, field=self.field_name or "text", longest=self.longest)
        except ValidationFailed as error:
            raise serializers.ValidationError(error.message, code=error.code) from error
