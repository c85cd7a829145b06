"""What a page of the desk says after a step, and how a step runs only once.

The key of a form is made with the form; a double click sends it twice and is
answered twice from the record of the first. What was done is told on the next
page, with the way back beside it.
"""

import json
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field
from uuid import uuid4

from django.contrib import messages
from django.http import HttpRequest

from common.actor import Actor
from common.canonical import digest
from common.errors import (
    IdempotencyInProgress,
    IdempotencyKeyInvalid,
    IdempotencyKeyReused,
    NotFound,
    VersionConflict,
)
from common.idempotency import Answer, check_key, once
from scoring.errors import CribbageError

SENT_BEFORE = (
    "This form was sent before with other values. Look at the page as it is now, "
    "then repeat what is missing."
)
SAID: tuple[tuple[type[CribbageError], str], ...] = (
    (IdempotencyKeyReused, SENT_BEFORE),
    (IdempotencyKeyInvalid, "This form came without its key. Repeat it on this page."),
    (IdempotencyInProgress, "The same step is still running. Look again in a moment."),
    (
        VersionConflict,
        "This was changed by someone else while you had it open. Look at it again, then save.",
    ),
)


class NewKey:
    """Written into a form it is a key that no other form has."""

    def __str__(self) -> str:
        return uuid4().hex


@dataclass(frozen=True, slots=True)
class Undo:
    """The way back from what was just done: an action of a page, with its values."""

    url: str
    do: str
    values: Mapping[str, str] = field(default_factory=dict)
    label: str = "Undo"


@dataclass(frozen=True, slots=True)
class Done:
    """What was done, in a sentence; ``to`` is the page that follows, "" the same."""

    text: str
    to: str = ""
    undo: Undo | None = None
    level: int = messages.SUCCESS

    def as_answer(self) -> Answer:
        """Write it down for a twin of the request."""
        return Answer(302, json.dumps(asdict(self)))

    @classmethod
    def read(cls, answer: Answer) -> "Done":
        """Read it back."""
        said = json.loads(answer.body)
        undo = said.pop("undo")
        return cls(**said, undo=Undo(**undo) if undo else None)


class Notice(str):
    """A sentence for the list of notices of this very page."""

    __slots__ = ()
    level_tag = "error"


def run_once(request: HttpRequest, actor: Actor, run: Callable[[], Done]) -> Done:
    """Run a step under the key of its form; answer a twin from the record.

    Raises:
        CribbageError: the step, or the key, was refused; then nothing is kept.
    """
    key = check_key(request.GET.get("once") or request.POST.get("once", ""))
    with once(actor, f"desk:{key}"[:255], _fingerprint(request)) as attempt:
        if attempt.replayed is None:
            attempt.answer = run().as_answer()
    return Done.read(attempt.replayed or attempt.answer or Answer(500))


def said(refusal: CribbageError) -> str:
    """Say a refusal the way a person reads it."""
    for kind, sentence in SAID:
        if isinstance(refusal, kind):
            return sentence
    message = refusal.message[:1].upper() + refusal.message[1:]
    if isinstance(refusal, NotFound) or message.endswith((".", "?", "!")):
        return message
    return f"{message}."


def tell(request: HttpRequest, done: Done) -> None:
    """Keep what was done for the next page."""
    undo = json.dumps(asdict(done.undo)) if done.undo else ""
    messages.add_message(request, done.level, done.text, extra_tags=undo)


def _fingerprint(request: HttpRequest) -> str:
    sent = sorted(
        (name, values)
        for name, values in request.POST.lists()
        if name not in ("csrfmiddlewaretoken", "once")
    )
    asked = sorted((name, values) for name, values in request.GET.lists() if name != "once")
    return digest("desk1", request.path, asked, sent)
