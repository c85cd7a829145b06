"""Chance as an argument: the same seed gives the same order on every machine.

``random`` stays outside pure code, and its shuffle may change between
versions of Python; a digest does not.
"""

from collections.abc import Iterable
from hashlib import blake2b


def mixed(seed: int, *words: object) -> int:
    """Mix a seed and words into a number of 64 bits.

    Args:
        seed: the recorded seed of the draw.
        words: what the number is for; equal words give equal numbers.

    Returns:
        A number from 0 to 2**64 - 1, evenly spread.
    """
    text = "\x1f".join([str(seed), *(str(word) for word in words)])
    return int.from_bytes(blake2b(text.encode(), digest_size=8).digest(), "big")


def shuffled(items: Iterable[int], *, seed: int, purpose: str) -> tuple[int, ...]:
    """Put entries into an order drawn from a seed.

    Args:
        items: distinct entries, in any order.
        seed: the recorded seed of the draw.
        purpose: what is drawn, so that two draws of one seed are independent.

    Returns:
        The same entries; the order depends on seed, purpose and entries only.
    """
    return tuple(sorted(items, key=lambda item: (mixed(seed, purpose, item), item)))
