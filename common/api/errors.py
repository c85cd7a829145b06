"""Refusals as ``application/problem+json``: one table from kind to status.

Members: type, title, status, code, detail, request_id; ``errors`` for fields;
and what the refusal's context tells, such as the current ``version``.
"""

import json
from collections.abc import Iterator, Mapping
from typing import Any

from django.core.exceptions import PermissionDenied as DjangoPermissionDenied
from django.core.exceptions import RequestDataTooBig
from django.db import InterfaceError, OperationalError
from django.http import Http404, HttpRequest, HttpResponse
from rest_framework import exceptions as drf
from rest_framework.views import set_rollback

from common import errors
from common.locking import is_lock_timeout
from scoring.errors import CribbageError

_STATUS_OF_KIND = {"invalid": 400, "forbidden": 403, "missing": 404, "state": 409, "rules": 422}
_STATUS_OF_CLASS: dict[type[CribbageError], int] = {
    errors.NotAuthenticated: 401,
    errors.MethodNotAllowed: 405,
    errors.NotAcceptable: 406,
    errors.PreconditionFailed: 412,
    errors.PayloadTooLarge: 413,
    errors.ArchiveTooLarge: 413,
    errors.TooManyRows: 413,
    errors.UnsupportedMediaType: 415,
    errors.UnsupportedFile: 415,
    errors.PreconditionRequired: 428,
    errors.Throttled: 429,
    errors.InternalError: 500,
    errors.ServiceUnavailable: 503,
}
_FROM_DRF: tuple[tuple[type[drf.APIException], type[CribbageError]], ...] = (
    (drf.NotAuthenticated, errors.NotAuthenticated),
    (drf.AuthenticationFailed, errors.NotAuthenticated),
    (drf.PermissionDenied, errors.PermissionDenied),
    (drf.NotFound, errors.NotFound),
    (drf.MethodNotAllowed, errors.MethodNotAllowed),
    (drf.NotAcceptable, errors.NotAcceptable),
    (drf.UnsupportedMediaType, errors.UnsupportedMediaType),
    (drf.Throttled, errors.Throttled),
    (drf.APIException, errors.BadRequest),
)
_NOT_FOUND = "there is no such object, or you may not see it"
_DISK_FULL = "53100"
_RESERVED = frozenset(
    {"type", "title", "status", "code", "detail", "request_id", "errors", "field"}
)


def status_of(error: CribbageError) -> int:
    """Return the HTTP status of a refusal: by its class, else by its kind."""
    for known in type(error).__mro__:
        if known in _STATUS_OF_CLASS:
            return _STATUS_OF_CLASS[known]
    return _STATUS_OF_KIND[error.kind]


def problem_of(error: CribbageError) -> dict[str, object]:
    """Return the problem members of a refusal, without the request's id.

    What is missing and what may not be seen read the same, whoever refused.
    """
    missing = error.kind == "missing"
    problem: dict[str, object] = {
        "type": f"urn:fifteen-two:problem:{error.code}",
        "title": error.code.replace("_", " ").capitalize(),
        "status": status_of(error),
        "code": error.code,
        "detail": _NOT_FOUND if missing else error.message,
    }
    fields = _fields_of(error)
    if fields:
        problem["errors"] = [
            {"field": field, "code": code, "message": message} for field, code, message in fields
        ]
    if not missing:
        problem |= {k: v for k, v in error.context.items() if k not in _RESERVED}
    return problem


def _fields_of(error: CribbageError) -> tuple[tuple[str, str, str], ...]:
    """Return the fields that are wrong; a domain's refusal names one in its context."""
    if isinstance(error, errors.FieldError):
        return error.errors
    field = error.context.get("field")
    return ((str(field), error.code, error.message),) if field is not None else ()


def problem_response(
    request: HttpRequest, error: CribbageError, headers: Mapping[str, str] | None = None
) -> HttpResponse:
    """Answer a request with a refusal."""
    return render_problem(request, problem_of(error), headers)


def render_problem(
    request: HttpRequest, problem: Mapping[str, Any], headers: Mapping[str, str] | None = None
) -> HttpResponse:
    """Answer a request with problem members, also with stored ones."""
    body = {**problem, "request_id": getattr(request, "request_id", "")}
    response = HttpResponse(
        json.dumps(body, default=str),
        content_type="application/problem+json",
        status=problem["status"],
        headers=dict(headers or {}),
    )
    if problem["status"] == 401:
        response["WWW-Authenticate"] = 'Bearer realm="api"'
    if problem["status"] in (429, 503):
        response.setdefault("Retry-After", "5")
    return response


def problem_handler(exc: Exception, context: dict[str, Any]) -> HttpResponse | None:
    """Answer what a view raised, or None for a bug (DRF's exception handler)."""
    refusal = refusal_of(exc)
    if refusal is None:
        return None
    set_rollback()
    headers = {}
    wait = getattr(exc, "wait", None)
    if isinstance(exc, drf.Throttled) and wait is not None:
        headers["Retry-After"] = str(int(wait) + 1)
    request = context["request"]
    # DRF's own request hides the attributes of the plain one in its property errors.
    return problem_response(getattr(request, "_request", request), refusal, headers)


def refusal_of(exc: Exception) -> CribbageError | None:
    """Return an exception of Django, DRF or the database as a refusal, or None."""
    refusal: CribbageError | None = None
    match exc:
        case CribbageError():
            refusal = exc
        case drf.ValidationError():
            refusal = _validation(exc)
        case drf.APIException():
            wanted = next(ours for theirs, ours in _FROM_DRF if isinstance(exc, theirs))
            refusal = wanted(str(exc.detail))
        case Http404():
            refusal = errors.NotFound(_NOT_FOUND)
        case DjangoPermissionDenied():
            refusal = errors.PermissionDenied("this is not yours to do")
        case RequestDataTooBig():
            refusal = errors.PayloadTooLarge("the body is too long")
        case OperationalError() | InterfaceError():
            refusal = _of_database(exc)
    return refusal


def _of_database(exc: OperationalError | InterfaceError) -> CribbageError:
    if isinstance(exc, OperationalError) and is_lock_timeout(exc):
        return errors.LockTimeout("somebody else is changing this; try again")
    full = "database or disk is full" in str(exc)
    if full or getattr(exc.__cause__, "sqlstate", None) == _DISK_FULL:
        return errors.StorageFull("there is no room to write")
    return errors.ServiceUnavailable("the database does not answer; try again")


def _validation(exc: drf.ValidationError) -> CribbageError:
    found = tuple(_flat("", exc.detail))
    unknown = tuple(item for item in found if item[1] == errors.UnknownField.code)
    if unknown:
        return errors.UnknownField(unknown[0][2], errors=unknown)
    detail = found[0][2] if found else "a value is wrong"
    return errors.ValidationFailed(detail, errors=found)


def _flat(path: str, detail: object) -> Iterator[tuple[str, str, str]]:
    match detail:
        case drf.ErrorDetail():
            yield path, detail.code or "invalid", str(detail)
        case Mapping():
            for key, item in detail.items():
                yield from _flat(_inside(path, key), item)
        case list() | tuple():
            for number, item in enumerate(detail):
                leaf = isinstance(item, drf.ErrorDetail)
                yield from _flat(path if leaf or not item else _inside(path, number), item)
        case _:
            yield path, "invalid", str(detail)


def _inside(path: str, key: object) -> str:
    """Go one step into a value: ``games[0].winner``."""
    if isinstance(key, int):
        return f"{path}[{key}]"
    step = "" if key == "non_field_errors" else str(key)
    return ".".join(filter(None, (path, step)))
