"""OpenAPI with every refusal: each operation says which problems it answers."""

from typing import Any

from drf_spectacular.openapi import AutoSchema
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse
from rest_framework import serializers

_PROBLEM = "application/problem+json"
_ALWAYS = {
    400: "The request by itself is wrong.",
    401: "No or bad credentials.",
    403: "You may see this, but not do this to it.",
    404: "There is no such object, or you may not see it.",
    406: "That type is not served.",
    429: "Too many requests; see Retry-After.",
}
_WRITES = {
    409: "The state forbids it now.",
    413: "The body is too large.",
    415: "The media type or charset is not read.",
    422: "The rules forbid the content, or the key was used with another body.",
}
_EDITS = {412: "If-Match is stale.", 428: "If-Match is missing."}


class ProblemFieldSerializer(serializers.Serializer[Any]):
    """A field that is wrong."""

    field = serializers.CharField()
    code = serializers.CharField()
    message = serializers.CharField()


class ProblemSerializer(serializers.Serializer[Any]):
    """The form of every refusal."""

    type = serializers.CharField()
    title = serializers.CharField()
    status = serializers.IntegerField()
    code = serializers.CharField()
    detail = serializers.CharField()
    request_id = serializers.CharField()
    errors = ProblemFieldSerializer(many=True, required=False)  # type: ignore[assignment] # a member of the problem, not DRF's property


class ProblemAutoSchema(AutoSchema):
    """Adds the problems and the headers that writing needs."""

    def get_override_parameters(self) -> list[Any]:
        if self.method == "POST":
            return [_header("Idempotency-Key", "Makes the request safe to repeat.")]
        if self.method in ("PATCH", "PUT"):
            return [_header("If-Match", "The version that is edited, as ETag gave it.")]
        return []

    def _get_response_bodies(self, direction: Any = "response") -> dict[str, Any]:
        bodies: dict[str, Any] = super()._get_response_bodies(direction)
        for status, meaning in self._problems().items():
            problem = OpenApiResponse(ProblemSerializer, description=meaning)
            bodies.setdefault(
                str(status),
                self._get_response_for_code(  # type: ignore[no-untyped-call] # spectacular has no types here
                    problem, str(status), media_types=[_PROBLEM], direction=direction
                ),
            )
        return bodies

    def _problems(self) -> dict[int, str]:
        problems = dict(_ALWAYS)
        if self.method in ("POST", "PATCH", "PUT", "DELETE"):
            problems |= _WRITES
        if self.method in ("PATCH", "PUT"):
            problems |= _EDITS
        return problems


def _header(name: str, description: str) -> OpenApiParameter:
    return OpenApiParameter(
        name=name,
        type=str,
        location=OpenApiParameter.HEADER,
        required=True,
        description=description,
    )
