"""What a request of the API carries, with its types.

Apart from the views, because DRF loads the authentication before them.
"""

from typing import cast

from django.http import HttpRequest
from rest_framework.request import Request

from common.actor import Actor


def viewer_of(request: Request) -> Actor | None:
    """Return who asks, or None for a stranger."""
    return cast("Actor | None", request.auth)


def actor_of(request: Request) -> Actor:
    """Return who asks; only where credentials are required."""
    return cast("Actor", request.auth)


def plain_request(request: Request) -> HttpRequest:
    """Return Django's request inside DRF's."""
    return cast("HttpRequest", getattr(request, "_request", request))
