"""Refusals: what every rule of the project raises when it says no.

A :class:`CribbageError` is an *expected refusal*. Its leaves are named as
their stable ``code`` in CamelCase and read as the sentence after "raise":
``InvalidCard`` has the code ``invalid_card``. Bases end in ``Error``.

``kind`` tells a door how to answer, without the door knowing the rule:

=========  =======================================================
invalid    the request by itself is wrong
forbidden  it may be seen, but not done by this actor
missing    there is no such object, or it may not be seen
state      well formed, but the state forbids it now
rules      well formed and in time, but the rules forbid the content
=========  =======================================================
"""

import re
from typing import ClassVar, Literal

Kind = Literal["invalid", "forbidden", "missing", "state", "rules"]

_WORD_START = re.compile(r"(?<=[a-z])(?=[A-Z0-9])|(?<=[0-9])(?=[A-Z])")


class CribbageError(Exception):
    """An expected refusal with a stable code.

    Args:
        message: one sentence for a person: what is wrong and what would be right.
        context: facts a door may show or act on; never a hidden card.
    """

    kind: ClassVar[Kind] = "invalid"
    code: ClassVar[str] = "cribbage_error"

    def __init_subclass__(cls, **kwargs: object) -> None:
        super().__init_subclass__(**kwargs)
        cls.code = _WORD_START.sub("_", cls.__name__).lower()

    def __init__(self, message: str, **context: object) -> None:
        super().__init__(message)
        self.message = message
        self.context = context


class ScoringError(CribbageError):
    """Base of what the scoring package refuses."""


class InvalidCard(ScoringError):
    """The text is not one card of the pack."""


class DuplicateCard(ScoringError):
    """The same card appears twice."""

    kind = "rules"


class WrongCardCount(ScoringError):
    """More or fewer cards than the rule asks for."""

    kind = "rules"


class CountTooHigh(ScoringError):
    """The cards of a pile add up to more than 31."""

    kind = "rules"
