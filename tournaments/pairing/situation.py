"""Where a stage stands, for a draw that reads results: standings, floats, bars."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from tournaments.pairing.charts import Pair


class Standing(NamedTuple):
    """How an entry stands: its score in whole points, its place (equal places equal)."""

    entry: int
    score: int
    place: int


@dataclass(frozen=True, slots=True)
class Situation:
    """What a format that reads results has to know besides the rounds played.

    Args:
        standings: from accepted results only; who is left out, as a latecomer,
            has no points and shares the last place.
        floats: the last round in which an entry met another score, by entry,
            as the notes of that round have it.
        forbidden: pairs that must never meet.
        avoided: pairs that rather should not, and why: ``household``, ``team``
            or ``lately``.
    """

    standings: tuple[Standing, ...] = ()
    floats: Mapping[int, int] = field(default_factory=dict)
    forbidden: frozenset[Pair] = frozenset()
    avoided: Mapping[Pair, str] = field(default_factory=dict)
