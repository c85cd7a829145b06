"""How the credentials read in the OpenAPI document; found by being imported."""

from django.conf import settings
from drf_spectacular.extensions import OpenApiAuthenticationExtension

from clubs.api.authentication import SessionAuthentication, TokenAuthentication


class TokenScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call] # spectacular registers subclasses
    """The bearer token in the OpenAPI document."""

    target_class = TokenAuthentication
    name = "token"

    def get_security_definition(self, auto_schema: object) -> dict[str, str]:
        return {"type": "http", "scheme": "bearer"}


class SessionScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call] # as above
    """The session in the OpenAPI document."""

    target_class = SessionAuthentication
    name = "session"

    def get_security_definition(self, auto_schema: object) -> dict[str, str]:
        return {"type": "apiKey", "in": "cookie", "name": settings.SESSION_COOKIE_NAME}
