"""The base of every view of the API: who asks, what he may, and answers kept by key."""

import json
from collections.abc import Callable, Mapping
from typing import Any, ClassVar, TypeVar, cast

from django.http import HttpRequest, HttpResponse
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import BaseSerializer
from rest_framework.views import APIView

from common import idempotency
from common.api.conditional import etag
from common.api.errors import problem_of, render_problem, status_of
from common.api.paging import PAGE_PARAMETERS, StrictCursorPagination
from common.api.params import check_known
from common.api.parsing import BODY_LIMIT
from common.api.requests import actor_of, plain_request, viewer_of
from common.api.throttles import ActorThrottle
from common.canonical import digest
from common.errors import (
    IdempotencyKeyRequired,
    InsufficientScope,
    MalformedJson,
    NotAuthenticated,
)
from common.idempotency import Answer
from scoring.errors import CribbageError

Input = TypeVar("Input", bound=BaseSerializer[Any])
_EXPOSED = "ETag, Idempotency-Replayed, Retry-After, X-Request-Id"
_PREFLIGHT = {
    "Access-Control-Allow-Methods": "GET, POST, PATCH, PUT, DELETE",
    "Access-Control-Allow-Headers": "Authorization, Content-Type, Idempotency-Key, If-Match",
    "Access-Control-Max-Age": "600",
}
_REPLAYED = {"Idempotency-Replayed": "true"}


class ApiView(APIView):
    """A door of the API.

    ``scopes`` names the scope a token needs for a method; ``public_methods``
    those that need no credentials; ``parameters`` the query parameters known.
    """

    throttle_classes = (ActorThrottle,)
    body_limit: ClassVar[int] = BODY_LIMIT
    throttle_kind: ClassVar[str] = "write"
    scopes: ClassVar[Mapping[str, str]] = {}
    public_methods: ClassVar[frozenset[str]] = frozenset()
    parameters: ClassVar[frozenset[str]] = frozenset()

    def perform_authentication(self, request: Request) -> None:
        super().perform_authentication(request)
        request.actor = request.auth  # type: ignore[attr-defined] # ours; see actor()

    def check_permissions(self, request: Request) -> None:
        method = request.method or ""
        if method == "OPTIONS":
            return
        viewer = viewer_of(request)
        if viewer is None and method not in self.public_methods:
            raise NotAuthenticated("send a token or sign in")
        needed = self.scopes.get(method, "read" if method in ("GET", "HEAD") else "admin")
        if viewer is not None and not viewer.may_use(needed):
            raise InsufficientScope(f"the token has no scope {needed}")
        super().check_permissions(request)

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        # A method that is not offered is said before anybody asks for credentials.
        if not hasattr(self, (request.method or "").lower()):
            self.http_method_not_allowed(request)
        super().initial(request, *args, **kwargs)

    def options(self, request: HttpRequest, *args: Any, **kwargs: Any) -> Response:
        """Answer a browser that asks before it sends another origin's request."""
        return Response(status=204, headers=_PREFLIGHT)

    def finalize_response(self, request: Request, response: Any, *args: Any, **kwargs: Any) -> Any:
        answer = super().finalize_response(request, response, *args, **kwargs)
        # Any origin, but never with cookies: apps come with a token.
        answer["Access-Control-Allow-Origin"] = "*"
        answer["Access-Control-Expose-Headers"] = _EXPOSED
        answer.setdefault("Cache-Control", "private, no-cache")
        return answer

    def check_parameters(self, request: Request) -> None:
        """Refuse query parameters the view does not have; called once the object is seen."""
        check_known(request.query_params, self.parameters)

    def parsed(self, serializer: type[Input], **options: Any) -> Input:
        """Return the body, checked.

        Raises:
            MalformedJson: there is no body.
            ValidationError: the serializer refuses it.
        """
        if self.request.META.get("CONTENT_LENGTH") in (None, "", "0"):
            raise MalformedJson("the body is empty")
        body = serializer(data=self.request.data, **options)
        body.is_valid(raise_exception=True)
        return body

    def idempotent(self, run: Callable[[], Response]) -> HttpResponse:
        """Run a service at most once for the request's key; answer, or repeat the answer.

        Args:
            run: calls one service and returns its answer.

        Raises:
            IdempotencyKeyRequired: the header is missing.
        """
        key = self.request.headers.get("Idempotency-Key")
        if key is None:
            raise IdempotencyKeyRequired("send an Idempotency-Key, new for each intent")
        idempotency.check_key(key)
        with idempotency.once(
            actor_of(self.request), key, _fingerprint(self.request), refusal=_refusal
        ) as attempt:
            if attempt.replayed is None:
                attempt.answer = _stored(run())
        if attempt.replayed is not None:
            return self._send(attempt.replayed, _REPLAYED)
        return self._send(cast("Answer", attempt.answer), {})

    def _send(self, answer: Answer, extra: Mapping[str, str]) -> HttpResponse:
        headers = {**answer.headers, **extra}
        if answer.status >= 400:
            return render_problem(plain_request(self.request), json.loads(answer.body), headers)
        media_type = "application/json" if answer.body else None
        return HttpResponse(
            answer.body, status=answer.status, headers=headers, content_type=media_type
        )


class ListView(ApiView):
    """A list by pages; ``ordering`` names its unique order."""

    pagination_class = StrictCursorPagination
    ordering: tuple[str, ...] = ("id",)

    def check_parameters(self, request: Request) -> None:
        check_known(request.query_params, self.parameters | PAGE_PARAMETERS)

    def page_of(
        self, queryset: Any, serializer: type[BaseSerializer[Any]], **options: Any
    ) -> Response:
        """Return one page of a queryset; options are the serializer's."""
        paginator = self.pagination_class()
        rows = paginator.paginate_queryset(queryset, self.request, self)
        return paginator.get_paginated_response(serializer(rows, many=True, **options).data)


def versioned(data: Any, version: int, status: int = 200) -> Response:
    """Return an answer that carries the version of what it shows."""
    return Response(data, status=status, headers=etag(version))


def _fingerprint(request: Request) -> str:
    body = request.data if request.META.get("CONTENT_LENGTH") not in (None, "", "0") else None
    return digest("rq1", request.method, request.get_full_path(), json.dumps(body, sort_keys=True))


def _stored(response: Response) -> Answer:
    body = "" if response.data is None else JSONRenderer().render(response.data).decode()
    headers = {name: value for name, value in response.items() if name != "Content-Type"}
    return Answer(response.status_code, body, headers)


def _refusal(error: CribbageError) -> Answer:
    return Answer(status_of(error), json.dumps(problem_of(error), default=str))
