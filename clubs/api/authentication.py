"""Who asks: an app by its bearer token, a person by the session.

Both give ``request.auth`` an :class:`~common.actor.Actor`. A session counts on
the site's own pages only: never from another origin, and for writing only with
the form token.
"""

from urllib.parse import urlsplit

from django.conf import settings
from django.contrib.auth.models import AbstractBaseUser
from django.http import HttpRequest
from rest_framework.authentication import BaseAuthentication, CSRFCheck
from rest_framework.request import Request

from clubs.selectors import token_of_digest
from clubs.services.tokens import check_live, digest_of, note_use
from common.actor import Actor
from common.api.requests import plain_request
from common.errors import CsrfFailed, NotAuthenticated

Found = tuple[AbstractBaseUser, Actor] | None


class TokenAuthentication(BaseAuthentication):
    """``Authorization: Bearer`` and a token of a club."""

    def authenticate(self, request: Request) -> Found:
        header = request.headers.get("Authorization", "")
        if not header:
            return None
        scheme, _, secret = header.partition(" ")
        if scheme.lower() != "bearer" or not secret.strip():
            raise NotAuthenticated("the header is: Authorization: Bearer, and the token")
        token = token_of_digest(digest_of(secret.strip()))
        if token is None:
            raise NotAuthenticated("the token is not known")
        check_live(token)
        note_use(token)
        actor = Actor(
            kind="token",
            agent="api",
            label=f"token {token.prefix}",
            user_id=token.created_by_id,
            token_id=token.pk,
            club_id=token.club_id,
            request_id=getattr(request, "request_id", ""),
            scopes=frozenset(token.scopes),
        )
        return token.created_by, actor

    def authenticate_header(self, request: Request) -> str:
        return 'Bearer realm="api"'


class SessionAuthentication(BaseAuthentication):
    """The session of a person who signed in on the site."""

    def authenticate(self, request: Request) -> Found:
        plain = plain_request(request)
        user = getattr(plain, "user", None)
        if user is None or not user.is_active or _is_foreign(plain):
            return None
        self._check_form_token(plain)
        actor = Actor.person(
            user.pk,
            agent="api",
            request_id=getattr(plain, "request_id", ""),
            is_superuser=user.is_superuser,
        )
        return user, actor

    def _check_form_token(self, request: HttpRequest) -> None:
        check = CSRFCheck(lambda request: None)  # type: ignore[arg-type] # as DRF does: the answer is not used
        check.process_request(request)
        reason = check.process_view(request, None, (), {})  # type: ignore[arg-type] # as DRF does
        if reason:
            raise CsrfFailed("a session writes with the site's form token only")


def _is_foreign(request: HttpRequest) -> bool:
    """Tell whether a page of another origin asks."""
    if request.headers.get("Sec-Fetch-Site", "none") not in ("same-origin", "none"):
        return True
    origin = request.headers.get("Origin")
    if origin is None or origin in settings.CSRF_TRUSTED_ORIGINS:
        return False
    return urlsplit(origin).netloc != request.get_host()
