"""Packs: the only randomness of a game, committed to before and shown after it.

``seed = HMAC-SHA256(GAME_KEY, "seed1", game, deal, salt)`` and ``commitment =
SHA-256("deck1", game, deal, seed)``, joined as bytes: the game's UUID in 16, the
number of the deal in 4 (0 is the pack that is cut for the deal), the salt in 32.
The salt is stored, the key is not, so neither gives the order by itself. A pack names
its key by an id: a new key seals new packs, the old ones open with the old keys.

The order comes from the blocks ``HMAC-SHA256(seed, "str1", nonces, counter)``:
of every seat the length of its nonce in one byte and its lower-case text, the
counter in 8 bytes, from 0. Each block is four words of 64 bits. A word below the
largest multiple of n gives a place below n, others are passed over. Starting
from ``scoring.cards.PACK``, Fisher and Yates go from the last card down. Numbers
are big-endian.

A test may stack packs, where ``ALLOW_STACKED_PACKS`` says so: no environment
variable sets it.
"""

import hmac
import secrets
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from hashlib import sha256
from typing import NamedTuple
from uuid import UUID

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured

from games.errors import GameKeyMissing
from scoring.cards import PACK, Card

WORDS = 2**64
STACKED = "stacked"

_stack: ContextVar[Iterator[Sequence[Card]] | None] = ContextVar("stack", default=None)


class Pack(NamedTuple):
    """A pack that a game has committed to."""

    number: int
    key_id: str
    salt: str

    def seed(self, game_id: UUID) -> bytes:
        """Return what the order comes from; secret until the game is over.

        Raises:
            GameKeyMissing: the key of this pack is not set.
        """
        salt = bytes.fromhex(self.salt)
        if self.key_id == STACKED:
            _check_stacking()
            return salt
        told = b"seed1" + game_id.bytes + self.number.to_bytes(4) + salt
        return hmac.digest(_key(self.key_id), told, "sha256")

    def commitment(self, game_id: UUID) -> str:
        """Return the digest that is published before anybody acts on the pack."""
        return commitment_of(game_id, self.number, self.seed(game_id))

    def order(
        self, game_id: UUID, nonces: Sequence[str | None] = (), *, commitment: str | None = None
    ) -> tuple[Card, ...]:
        """Return the cards, first card first.

        Args:
            game_id: public id.
            nonces: of every seat, in order; none for the pack that is cut.
            commitment: what was published; None where that is checked elsewhere.

        Raises:
            GameKeyMissing: the key of this pack is not set, or its id names another one.
        """
        seed = self.seed(game_id)
        if commitment not in (None, commitment_of(game_id, self.number, seed)):
            raise _key_missing(self.key_id, "is not the one this pack was sealed with")
        if self.key_id == STACKED:
            return tuple(PACK[code] for code in seed)
        return order_of(seed, nonces)


def new_pack(number: int) -> Pack:
    """Draw a pack.

    Args:
        number: of the deal; 0 is cut for the deal.
    """
    stack = _stack.get()
    if stack is not None:
        order = next(stack, None)
        if order is not None:
            return Pack(number, STACKED, bytes(card.code for card in order).hex())
    return Pack(number, settings.GAME_KEY_ID, secrets.token_bytes(32).hex())


def draw_nonce() -> bytes:
    """Draw what keeps a commitment from being tried out."""
    return secrets.token_bytes(32)


def commitment_of(game_id: UUID, number: int, seed: bytes) -> str:
    """Return the commitment to a seed, in hex."""
    return sha256(b"deck1" + game_id.bytes + number.to_bytes(4) + seed).hexdigest()


def order_of(seed: bytes, nonces: Sequence[str | None]) -> tuple[Card, ...]:
    """Shuffle the pack by a seed and the nonces of the seats."""
    return shuffled(PACK, words_of(seed, nonces))


def words_of(seed: bytes, nonces: Sequence[str | None]) -> Iterator[int]:
    """Yield the words of 64 bits that a seed and nonces give."""
    told = b"".join(
        len(text).to_bytes(1) + text.encode()
        for text in ((nonce or "").lower() for nonce in nonces)
    )
    counter = 0
    while True:
        block = hmac.digest(seed, b"str1" + told + counter.to_bytes(8), "sha256")
        for start in range(0, 32, 8):
            yield int.from_bytes(block[start : start + 8])
        counter += 1


def below(limit: int, words: Iterator[int]) -> int:
    """Return a whole number below a limit, each one equally likely."""
    largest = WORDS - WORDS % limit
    return next(word for word in words if word < largest) % limit


def shuffled(cards: Sequence[Card], words: Iterator[int]) -> tuple[Card, ...]:
    """Shuffle cards by the words of a stream."""
    order = list(cards)
    for last in range(len(order) - 1, 0, -1):
        place = below(last + 1, words)
        order[last], order[place] = order[place], order[last]
    return tuple(order)


@contextmanager
def stacked(*orders: Sequence[Card]) -> Iterator[None]:
    """Deal these packs next, in tests only; afterwards packs are drawn again.

    Args:
        orders: whole packs, first card first.

    Raises:
        ImproperlyConfigured: this is no test.
    """
    _check_stacking()
    token = _stack.set(iter(orders))
    try:
        yield
    finally:
        _stack.reset(token)


def _check_stacking() -> None:
    if not getattr(settings, "ALLOW_STACKED_PACKS", False):
        raise ImproperlyConfigured("packs are stacked in tests only")


def _key(key_id: str) -> bytes:
    key = {**settings.GAME_KEYS_OLD, settings.GAME_KEY_ID: settings.GAME_KEY}.get(key_id)
    if key is None:
        raise _key_missing(key_id, "is not set on this server")
    return str(key).encode()


def _key_missing(key_id: str, what: str) -> GameKeyMissing:
    return GameKeyMissing(
        f"The key of this deal (id {key_id}) {what}. Whoever runs the server sets it, or a "
        "director voids the deal to go on; before the first deal he abandons the game.",
        key_id=key_id,
    )
