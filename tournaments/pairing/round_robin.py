"""Round robin by Berger tables: everybody meets everybody.

With n places, n even, in round k places i and j below n meet when
``i + j = k + 1`` (modulo n - 1), and place n meets the i with ``2i = k + 1``.
An odd field gets a ghost on place n, and whoever would meet it sits out.

Who deals first follows from parity: the lower place when j - i is odd, else the
higher; against place n the lower half. Over the whole schedule first and second
deals of an entry then differ by one, with a ghost not at all.

Rule: docs/rules.md#round-robin
"""

from collections.abc import Iterator, Sequence

from tournaments.errors import ConfigInvalid, PairingImpossible, SameEntryTwice
from tournaments.pairing.charts import ChartRound, Table

FEWEST_ENTRIES = 2
MOST_MEETINGS = 2


def round_robin(entries: Sequence[int], *, meetings: int = 1) -> tuple[ChartRound, ...]:
    """Draw a round robin.

    Args:
        entries: everybody, in the order of the places.
        meetings: 1, or 2: everybody meets everybody again, in the same order of
            rounds, with the first deals exchanged.

    Returns:
        The rounds; whoever sits on the first seat of a table deals first.

    Raises:
        PairingImpossible: fewer than two entries.
        SameEntryTwice: an entry has two places.
        ConfigInvalid: neither one meeting nor two.

    Rule: docs/rules.md#round-robin
    """
    _check(entries, meetings)
    places = len(entries) + len(entries) % 2
    cycle = places - 1
    return tuple(
        _round(entries, places, number, meeting)
        for meeting in range(1, meetings + 1)
        for number in range((meeting - 1) * cycle + 1, meeting * cycle + 1)
    )


def _check(entries: Sequence[int], meetings: int) -> None:
    if len(entries) < FEWEST_ENTRIES:
        raise PairingImpossible(
            f"A round robin needs {FEWEST_ENTRIES} entries, and there are {len(entries)}.",
            entries=len(entries),
        )
    if len(set(entries)) != len(entries):
        raise SameEntryTwice("An entry has two places. Name everybody once.")
    if not 1 <= meetings <= MOST_MEETINGS:
        raise ConfigInvalid("Everybody meets everybody once or twice.", field="config.meetings")


def _round(entries: Sequence[int], places: int, number: int, meeting: int) -> ChartRound:
    tables: list[Table] = []
    resting: list[int] = []
    for first, second in _berger(places, (number - 1) % (places - 1) + 1):
        if max(first, second) > len(entries):
            resting.append(entries[min(first, second) - 1])
            continue
        sides = entries[first - 1], entries[second - 1]
        if meeting == MOST_MEETINGS:
            sides = sides[::-1]
        table = len(tables) + 1
        seats = 2 * table - 1, 2 * table
        tables.append(Table(table, sides, seats, sides[0], meeting))
    return ChartRound(number, tuple(tables), tuple(resting))


def _berger(places: int, round_: int) -> Iterator[tuple[int, int]]:
    """The pairs of one round, the first dealer first; places count from 1."""
    moving = places - 1
    # 2i = k + 1 modulo an odd number: halve k + 1, or k + 1 + modulus.
    doubled = round_ + 1 if round_ % 2 else round_ + 1 + moving
    middle = (doubled // 2 - 1) % moving + 1
    yield (middle, places) if middle <= places // 2 else (places, middle)
    for step in range(1, places // 2):
        up, down = (middle - 1 + step) % moving + 1, (middle - 1 - step) % moving + 1
        low, high = min(up, down), max(up, down)
        yield (low, high) if (high - low) % 2 else (high, low)
