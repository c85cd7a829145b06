"""What the views of a night share: names, bodies, rights before the body is read."""

from typing import Any

from drf_spectacular.utils import OpenApiParameter, OpenApiResponse
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import BaseSerializer

from clubs import access
from common.api.conditional import if_match
from common.api.requests import actor_of, viewer_of
from common.api.schema import ProblemSerializer
from common.api.views import ApiView, ListView, versioned
from tournaments.api.inputs import NothingInput
from tournaments.api.outputs import EventOutput
from tournaments.models import Event
from tournaments.selectors.people import namer_of

GET = frozenset({"GET"})
PROBLEM = "application/problem+json"
STALE = {
    (412, PROBLEM): OpenApiResponse(ProblemSerializer, "If-Match is stale."),
    (428, PROBLEM): OpenApiResponse(ProblemSerializer, "If-Match is missing."),
}
IF_MATCH = OpenApiParameter(
    "If-Match",
    str,
    OpenApiParameter.HEADER,
    required=True,
    description="The version that is meant, as ETag gave it.",
)


def named(request: Request, event: Event) -> dict[str, Any]:
    """Return the context in which entries of an event are shown to who asks."""
    return {"name": namer_of(viewer_of(request), event)}


def noted(request: Request) -> dict[str, Any]:
    """Return the context in which rounds of one event are shown with their notes."""
    return {"viewer": viewer_of(request)}


def with_members(request: Request, event: Event) -> dict[str, Any]:
    """Return the context for entries, whose people only the club's own may know."""
    is_own = access.belongs(viewer_of(request), event.tournament.club)
    return {**named(request, event), "is_own": is_own}


def without_body(view: ApiView) -> None:
    """Refuse fields where an action takes none; no body at all is right too."""
    if view.request.META.get("CONTENT_LENGTH") not in (None, "", "0"):
        view.parsed(NothingInput)


def optional_body(view: ApiView, serializer: type[BaseSerializer[Any]]) -> dict[str, Any]:
    """Return what a body holds that may be left out."""
    if view.request.META.get("CONTENT_LENGTH") in (None, "", "0"):
        return {}
    return dict(view.parsed(serializer).validated_data)


def version_if_given(request: Request) -> int | None:
    """Return the version of ``If-Match``, or None where an action may go without it."""
    return if_match(request) if "If-Match" in request.headers else None


def shown_event(event: Event, status: int = 200) -> Response:
    """Answer with an event and its version."""
    return versioned(EventOutput(event).data, event.version, status)


__all__ = [
    "GET",
    "IF_MATCH",
    "STALE",
    "ApiView",
    "ListView",
    "actor_of",
    "named",
    "noted",
    "optional_body",
    "shown_event",
    "version_if_given",
    "versioned",
    "viewer_of",
    "with_members",
    "without_body",
]
