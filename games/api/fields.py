"""Adds to a refusal what the door knows: the field it is about, where to read on."""

from collections.abc import Iterator
from contextlib import contextmanager

from rest_framework.request import Request

from common.errors import ValidationFailed, VersionConflict
from games.engine.errors import (
    CardNotInHand,
    CutOutOfRange,
    Exceeds31,
    NonceInvalid,
    NoSuchSeat,
    Overclaim,
    RaiseTooLow,
    RulesDigestMismatch,
    RulesInvalid,
)
from scoring.errors import CribbageError, DuplicateCard, InvalidCard, WrongCardCount

_ABOUT: dict[type[CribbageError], tuple[str, ...]] = {
    InvalidCard: ("card", "cards"),
    DuplicateCard: ("cards",),
    WrongCardCount: ("cards",),
    CardNotInHand: ("card", "cards"),
    Exceeds31: ("card",),
    CutOutOfRange: ("index",),
    NonceInvalid: ("value",),
    NoSuchSeat: ("seat", "first_dealer"),
    RulesDigestMismatch: ("rules_digest",),
    Overclaim: ("points",),
    RaiseTooLow: ("points",),
    RulesInvalid: ("rules",),
}


@contextmanager
def named_field(body: object) -> Iterator[None]:
    """Add to a refusal the field it is about, where the body has it.

    Args:
        body: as it was sent.
    """
    try:
        yield
    except CribbageError as error:
        if isinstance(body, dict):
            about = [name for name in _ABOUT.get(type(error), ()) if name in body]
            if about:
                error.context.setdefault("field", about[0])
        raise


@contextmanager
def told_where_to_read_on(request: Request, expected_version: int) -> Iterator[None]:
    """Add to a refused version the address of the events that its sender has not seen.

    Args:
        request: to a sub-path of a game.
        expected_version: as it was sent.
    """
    try:
        yield
    except VersionConflict as error:
        after = min(expected_version, int(str(error.context["version"])))
        events = f"{request.path.rpartition('/')[0]}/events"
        error.context["events_after"] = f"{events}?after={after}"
        raise


@contextmanager
def unreadable_card() -> Iterator[None]:
    """Refuse a card that the parser takes for no text as the pack would: no such card."""
    try:
        yield
    except ValidationFailed as error:
        if error.errors[0][0] != "card":
            raise
        raise InvalidCard("that is no card", field="card") from error
