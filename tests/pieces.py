"""The share of a long form that this process runs: ``NIGHTLY_PIECE`` is ``3/20``."""

import os


def piece() -> tuple[int, int]:
    """Name the piece and how many there are; without the variable all is one."""
    number, of = os.environ.get("NIGHTLY_PIECE", "1/1").split("/")
    return int(number), int(of)


def share(total: int) -> range:
    """Return the numbers of a total that belong to this piece."""
    number, of = piece()
    return range(total * (number - 1) // of, total * number // of)
