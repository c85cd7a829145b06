"""Events that do not come from play: ends before the target, and corrections.

A correction is appended like everything else. Reasons and judges are for
everybody to read; a judge is named by the key of an actor, never by a name.
"""

from games.engine.fact import fact


@fact
class Conceded:
    """A seat gave the game up for its side."""

    seat: int


@fact
class TimedOut:
    """A seat took too long and lost the game for its side."""

    seat: int


@fact
class Adjusted:
    """The pegs of a side were put elsewhere by a ruling."""

    side: int
    back: int
    front: int
    reason: str
    judges: tuple[str, ...]


@fact
class DealVoided:
    """A deal does not count: pegs go back to its start, its dealer deals again."""

    number: int
    reason: str
    judges: tuple[str, ...]


@fact
class ClockExtended:
    """All running clocks got more time; ``cause`` names the outage once."""

    seconds: int
    cause: str


@fact
class Abandoned:
    """The game ended without a result."""

    reason: str
