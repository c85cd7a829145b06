"""Pages of a list by signed keyset cursor: cheap at any depth, stable under writes.

A view that lists names its order: ``ordering = ("sort_name", "id")``. The last
field is unique, and none is null.
"""

from collections.abc import Mapping, Sequence
from typing import Any, cast

from django.core import signing
from django.core.exceptions import ValidationError
from django.db.models import Field, Model, Q
from rest_framework.pagination import BasePagination
from rest_framework.request import Request
from rest_framework.response import Response

from common.api.params import integer
from common.errors import InvalidCursor

DEFAULT_LIMIT = 50
LARGEST_LIMIT = 200
PAGE_PARAMETERS = frozenset({"limit", "cursor"})


def after(ordering: Sequence[str], values: Sequence[object]) -> Q:
    """Return the condition "sorts after these values" of an order."""
    condition = Q()
    equal = Q()
    for name, value in zip(ordering, values, strict=True):
        field = name.lstrip("-")
        step = "lt" if name.startswith("-") else "gt"
        condition |= equal & Q(**{f"{field}__{step}": value})
        equal &= Q(**{field: value})
    return condition


class StrictCursorPagination(BasePagination):
    """``limit`` from 1 to 200 and a cursor that only this list understands."""

    def paginate_queryset(self, queryset: Any, request: Request, view: Any = None) -> list[Any]:
        self.request = request
        self.ordering: tuple[str, ...] = getattr(view, "ordering", ("id",))
        self.limit = integer(
            request.query_params, "limit", default=DEFAULT_LIMIT, least=1, most=LARGEST_LIMIT
        )
        rows = queryset.order_by(*self.ordering)
        cursor = request.query_params.get("cursor")
        if cursor is not None:
            rows = rows.filter(after(self.ordering, self._read(cursor, queryset.model)))
        found = list(rows[: self.limit + 1])
        self.has_more = len(found) > self.limit
        self.page = found[: self.limit]
        return self.page

    def get_paginated_response(self, data: object) -> Response:
        return Response({"results": data, "next": self._next()})

    def get_paginated_response_schema(self, schema: dict[str, Any]) -> dict[str, Any]:
        return {
            "type": "object",
            "required": ["results", "next"],
            "properties": {
                "results": schema,
                "next": {"type": ["string", "null"], "format": "uri"},
            },
        }

    def get_schema_operation_parameters(self, view: Any) -> list[dict[str, Any]]:
        return [
            {
                "name": "limit",
                "in": "query",
                "required": False,
                "description": "Rows of a page.",
                "schema": {
                    "type": "integer",
                    "minimum": 1,
                    "maximum": LARGEST_LIMIT,
                    "default": DEFAULT_LIMIT,
                },
            },
            {
                "name": "cursor",
                "in": "query",
                "required": False,
                "description": "Where the page begins; taken from `next`.",
                "schema": {"type": "string"},
            },
        ]

    def _salt(self) -> str:
        asked: Mapping[str, str] = self.request.query_params
        filters = sorted((k, v) for k, v in asked.items() if k not in PAGE_PARAMETERS)
        return f"cursor {self.request.path} {self.ordering} {filters}"

    def _next(self) -> str | None:
        if not self.has_more:
            return None
        last = self.page[-1]
        values = [field.value_to_string(last) for field in self._fields(type(last))]
        query = self.request.query_params.copy()
        query["cursor"] = signing.dumps(values, salt=self._salt())
        return self.request.build_absolute_uri(f"{self.request.path}?{query.urlencode()}")

    def _fields(self, model: type[Model]) -> "list[Field[Any, Any]]":
        names = [name.lstrip("-") for name in self.ordering]
        return [cast("Field[Any, Any]", model._meta.get_field(name)) for name in names]

    def _read(self, cursor: str, model: type[Model]) -> list[object]:
        try:
            values = signing.loads(cursor, salt=self._salt())
            pairs = zip(self._fields(model), values, strict=True)
            return [field.to_python(value) for field, value in pairs]
        except (signing.BadSignature, ValidationError, ValueError, TypeError) as error:
            raise InvalidCursor("the cursor is not one of this list", field="cursor") from error
