"""What every answer carries: a request id and the content policy."""

import re
import uuid
from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from cribbage_site import logs

Handler = Callable[[HttpRequest], HttpResponse]
_REQUEST_ID = re.compile(r"[0-9A-Za-z-]{8,64}")


class RequestIdMiddleware:
    """Give each request an id, taken from ``X-Request-Id`` when it is well formed."""

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        given = request.headers.get("X-Request-Id", "")
        request_id = given if _REQUEST_ID.fullmatch(given) else uuid.uuid4().hex
        request.request_id = request_id  # type: ignore[attr-defined] # ours, see common.actor
        token = logs.request_id.set(request_id)
        try:
            response = self.get_response(request)
        finally:
            logs.request_id.reset(token)
        response["X-Request-Id"] = request_id
        return response


class ContentPolicyMiddleware:
    """Send the content policy: a page loads nothing but what the site serves."""

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response
        self.policy = "; ".join(
            f"{name} {' '.join(values)}" for name, values in settings.CONTENT_POLICY.items()
        )

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        response.setdefault("Content-Security-Policy", self.policy)
        return response
