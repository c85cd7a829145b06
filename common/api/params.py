"""Query parameters, read strictly: the unknown and the doubtful are refused."""

import re
from collections.abc import Collection, Mapping
from uuid import UUID

from django.http import QueryDict

from common.errors import UnknownParameter, ValidationFailed

_INTEGER = re.compile(r"-?[0-9]{1,16}", re.ASCII)
LONGEST = 200


def check_known(query: QueryDict, known: Collection[str]) -> None:
    """Refuse parameters that a view does not have, or that come twice.

    Raises:
        UnknownParameter: a name is not in ``known``.
        ValidationFailed: a name comes twice.
    """
    for name, values in query.lists():
        if name not in known:
            raise UnknownParameter(f"there is no parameter {name[:60]!r} here", field=name[:60])
        if len(values) > 1:
            raise ValidationFailed(f"{name} may be given once", field=name)


def integer(
    query: Mapping[str, str], name: str, *, default: int, least: int = 0, most: int = 2**53
) -> int:
    """Return a whole number in ASCII digits, or the default when it is absent.

    Raises:
        ValidationFailed: it is no whole number from ``least`` to ``most``.
    """
    given = query.get(name)
    if given is None:
        return default
    if not _INTEGER.fullmatch(given) or not least <= int(given) <= most:
        raise ValidationFailed(f"{name} is a whole number from {least} to {most}", field=name)
    return int(given)


def text(query: Mapping[str, str], name: str) -> str | None:
    """Return a text without null characters, or None when it is absent.

    Raises:
        ValidationFailed: it is longer than 200 characters or holds a null.
    """
    given = query.get(name)
    if given is None:
        return None
    if "\0" in given or len(given) > LONGEST:
        raise ValidationFailed(f"{name} is a text of at most {LONGEST} characters", field=name)
    return given


def choice(query: Mapping[str, str], name: str, known: Collection[str]) -> str | None:
    """Return one of the known words, or None when it is absent.

    Raises:
        ValidationFailed: it is none of them.
    """
    given = query.get(name)
    if given is not None and given not in known:
        raise ValidationFailed(f"{name} is one of {', '.join(sorted(known))}", field=name)
    return given


def boolean(query: Mapping[str, str], name: str) -> bool | None:
    """Return ``true`` or ``false`` as a truth value, or None when it is absent.

    Raises:
        ValidationFailed: it is neither.
    """
    given = choice(query, name, ("true", "false"))
    return None if given is None else given == "true"


def uuid(query: Mapping[str, str], name: str) -> UUID | None:
    """Return a public id, or None when it is absent.

    Raises:
        ValidationFailed: it is not one.
    """
    given = query.get(name)
    if given is None:
        return None
    try:
        return UUID(given)
    except ValueError as error:
        raise ValidationFailed(f"{name} is an id", field=name) from error
