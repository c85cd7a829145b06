"""What Django itself refuses, before or outside a view: problems under ``/api/``.

Named in ``cribbage_site.urls`` as ``handler400`` to ``handler500``. Elsewhere
the ordinary HTML pages are served.
"""

import re

from django.core.exceptions import DisallowedHost
from django.http import HttpRequest, HttpResponseBase
from django.views import defaults

from common import errors
from common.api.errors import problem_response

_API = re.compile(r"^/api(/|$)")


def problem_400(request: HttpRequest, exception: Exception) -> HttpResponseBase:
    """Answer what Django finds suspicious, a foreign host name first of all."""
    if not _API.match(request.path):
        return defaults.bad_request(request, exception)
    if isinstance(exception, DisallowedHost):
        return problem_response(request, errors.BadHost("the site has another name"))
    return problem_response(request, errors.BadRequest("the request cannot be understood"))


def problem_403(request: HttpRequest, exception: Exception) -> HttpResponseBase:
    """Answer a refusal of Django's own."""
    if not _API.match(request.path):
        return defaults.permission_denied(request, exception)
    return problem_response(request, errors.PermissionDenied("this is not yours to do"))


def problem_404(request: HttpRequest, exception: Exception) -> HttpResponseBase:
    """Answer an address that is not there."""
    if not _API.match(request.path):
        return defaults.page_not_found(request, exception)
    return problem_response(request, errors.NotFound("there is no such address"))


def problem_500(request: HttpRequest) -> HttpResponseBase:
    """Answer a bug; the log has the rest under the request's id."""
    if not _API.match(request.path):
        return defaults.server_error(request)
    return problem_response(request, errors.InternalError("something broke on our side"))
