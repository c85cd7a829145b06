"""Edits that say which version they edit: ``ETag`` out, ``If-Match`` in."""

import re
from collections.abc import Iterator
from contextlib import contextmanager

from rest_framework.request import Request

from common.errors import PreconditionFailed, PreconditionRequired, VersionConflict

_TAG = re.compile(r'"([0-9]{1,15})"', re.ASCII)


def etag(version: int) -> dict[str, str]:
    """Return the header that names a version."""
    return {"ETag": f'"{version}"'}


def if_match(request: Request) -> int:
    """Return the version that an edit was made from.

    Raises:
        PreconditionRequired: there is no ``If-Match``.
        PreconditionFailed: it is none of our tags.
    """
    given = request.headers.get("If-Match")
    if given is None:
        raise PreconditionRequired('send If-Match with the version you read, such as "3"')
    tag = _TAG.fullmatch(given.strip())
    if tag is None:
        raise PreconditionFailed("If-Match is not a version of this object")
    return int(tag[1])


@contextmanager
def matched() -> Iterator[None]:
    """Turn a service's version conflict into the failed ``If-Match``."""
    try:
        yield
    except VersionConflict as error:
        raise PreconditionFailed(error.message, **error.context) from error
