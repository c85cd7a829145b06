"""Names the field of a body that a refusal is about."""

from collections.abc import Iterator
from contextlib import contextmanager

from games.engine.errors import CardNotInHand, CutOutOfRange, Exceeds31, NonceInvalid, RulesInvalid
from scoring.errors import CribbageError, DuplicateCard, InvalidCard, WrongCardCount

_ABOUT: dict[type[CribbageError], tuple[str, ...]] = {
    InvalidCard: ("card", "cards"),
    DuplicateCard: ("cards",),
    WrongCardCount: ("cards",),
    CardNotInHand: ("card", "cards"),
    Exceeds31: ("card",),
    CutOutOfRange: ("index",),
    NonceInvalid: ("value",),
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
