"""The refusals that belong to no domain: of the request, the key, the version.

A class is named as its code in CamelCase; ``kind`` says what sort of no it is
(see :mod:`scoring.errors`), and ``common.api.errors`` gives the status.
"""

from scoring.errors import CribbageError


class CommonError(CribbageError):
    """Base of what ``common`` refuses."""


class FieldError(CommonError):
    """Base of refusals that name the field that is wrong.

    Args:
        message: one sentence for a person.
        field: path of the field, such as ``config.best_of``; "" is the whole.
        errors: more than one: (field, code, message) each.
    """

    def __init__(
        self,
        message: str,
        *,
        field: str = "",
        errors: tuple[tuple[str, str, str], ...] = (),
        **context: object,
    ) -> None:
        super().__init__(message, **context)
        self.errors = errors or ((field, self.code, message),)


class LastingError(CommonError):
    """Base of refusals that come after something was done, and which leave that standing."""

    kind = "state"


# The request by itself.
class ValidationFailed(FieldError):
    """A value has the wrong type, range or form."""


ValidationFailed.code = "validation_error"


class UnknownField(FieldError):
    """The body has a field that nobody asked for."""


class UnknownParameter(FieldError):
    """The address has a parameter that nobody asked for."""


class InvalidCursor(FieldError):
    """The cursor is not one of ours for this list."""


class CursorAhead(FieldError):
    """The sequence number has not happened yet."""


class MalformedJson(CommonError):
    """The body is not JSON, or deeper or longer than is read."""


class DuplicateKey(CommonError):
    """The same key appears twice in one object."""


class BadHost(CommonError):
    """The site does not answer under this host name."""


class BadRequest(CommonError):
    """The request cannot be understood."""


class PayloadTooLarge(CommonError):
    """The body is longer than this address takes."""


class ArchiveTooLarge(CommonError):
    """The upload unpacks to more than is read here."""


class TooManyRows(CommonError):
    """The uploaded table has more rows than are read at once."""


class UnsupportedFile(CommonError):
    """The uploaded file is of another kind, or its text cannot be read safely."""


class UnsupportedMediaType(CommonError):
    """The media type or charset of the body is not read here."""


class NotAcceptable(CommonError):
    """The media type asked for is not served here."""


class MethodNotAllowed(CommonError):
    """The address does not offer this method."""

    kind = "state"


class Throttled(CommonError):
    """Too many requests in too short a time."""

    kind = "state"


# Who asks.
class NotAuthenticated(CommonError):
    """There are no credentials, or none that are known."""

    kind = "forbidden"


class TokenExpired(NotAuthenticated):
    """The token has run out."""


class PermissionDenied(CommonError):
    """The object may be seen, but this may not be done to it."""

    kind = "forbidden"


class InsufficientScope(PermissionDenied):
    """The token was not given the scope that this needs."""


class CsrfFailed(PermissionDenied):
    """A session asked to write without the site's own form token."""


class NotFound(CommonError):
    """There is no such object, or it may not be seen."""

    kind = "missing"


# Versions.
class VersionConflict(CommonError):
    """The object has moved on since the version that was read."""

    kind = "state"


class PreconditionFailed(VersionConflict):
    """``If-Match`` names an older version."""


class PreconditionRequired(CommonError):
    """An edit must say with ``If-Match`` which version it edits."""


# Keys that make a request safe to repeat.
class IdempotencyKeyRequired(CommonError):
    """The request needs an ``Idempotency-Key``."""


class IdempotencyKeyInvalid(CommonError):
    """The ``Idempotency-Key`` is empty, too long or not printable ASCII."""


class IdempotencyKeyReused(CommonError):
    """The key has been used with another request."""

    kind = "rules"


class IdempotencyInProgress(CommonError):
    """A request with this key is still running."""

    kind = "state"


class LockTimeout(CommonError):
    """Somebody else holds the object; the wait ran out."""

    kind = "state"


class ServiceUnavailable(CommonError):
    """The storage does not answer."""

    kind = "state"


class StorageFull(ServiceUnavailable):
    """There is no room to write."""


class InternalError(CommonError):
    """Something broke; the request id finds it in the log."""
