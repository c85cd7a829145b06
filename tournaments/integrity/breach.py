"""A breach: what does not hold, and where."""

from collections.abc import Callable, Iterator
from typing import NamedTuple


class Breach(NamedTuple):
    """One thing that is wrong; ``where`` names rows by public id, never a person."""

    check: str
    where: str
    what: str

    def __str__(self) -> str:
        return f"{self.check}: {self.where}: {self.what}"


Check = Callable[[], Iterator[Breach]]
