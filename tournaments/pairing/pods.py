"""Tables of three: everybody plays in every round, and meets few people twice.

A field that does not divide by three gets tables of two: one for a remainder of
two, two for a remainder of one. Nobody sits at one a second time before all have,
unless two would have to meet again for that. How the rounds are searched for is
``tournaments.pairing.pod_draw``.

Rule: docs/rules.md#pods
"""

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from tournaments.errors import ConfigInvalid, PairingImpossible, SameEntryTwice
from tournaments.pairing.first_deal import shared_dealers
from tournaments.pairing.pod_draw import SIZE, Past, draw_rounds

FEWEST_ENTRIES = 3


class Pod(NamedTuple):
    """One table of a round: its entries in playing order."""

    number: int
    sides: tuple[int, ...]
    first_dealer: int


class PodRound(NamedTuple):
    """One round: its tables; the small ones come last."""

    number: int
    tables: tuple[Pod, ...]
    sit_outs: tuple[int, ...] = ()


def pod_sizes(entries: int) -> tuple[int, ...]:
    """Split a field into tables of three, and of two where it must be.

    Args:
        entries: how many play.

    Returns:
        The number of seats of each table, tables of three first.

    Raises:
        PairingImpossible: fewer than three.

    Rule: docs/rules.md#pods
    """
    if entries < FEWEST_ENTRIES:
        raise PairingImpossible(
            f"Tables of three need {FEWEST_ENTRIES} entries, and there are {entries}."
            " Check somebody in, or end the night.",
            entries=entries,
        )
    small = -entries % SIZE
    return (SIZE,) * ((entries - 2 * small) // SIZE) + (2,) * small


def pod_rounds(
    entries: Sequence[int],
    rounds: int,
    *,
    played: Sequence[PodRound] = (),
    rng_seed: int = 0,
) -> tuple[PodRound, ...]:
    """Draw rounds of tables of three.

    Args:
        entries: who plays from now on.
        rounds: how many are still to come.
        played: the rounds already played, as they were played.
        rng_seed: the recorded seed.

    Returns:
        The rounds, numbered on from the last one played. Everybody is at a
        table in every round. In a schedule drawn at once the first deals of
        an entry differ from its fair share, a third of its games at tables of
        three, by less than one.

    Raises:
        PairingImpossible: fewer than three entries.
        SameEntryTwice: an entry is named twice.
        ConfigInvalid: fewer than one round.

    Rule: docs/rules.md#pods
    """
    sizes = pod_sizes(len(entries))
    if len(set(entries)) != len(entries):
        raise SameEntryTwice("An entry is named twice. Name everybody once.")
    if rounds < 1:
        raise ConfigInvalid("There is one game or more.", field="config.games")
    before = [table for round_ in played for table in round_.tables]
    past = Past.of([table.sides for table in before])
    drawn = draw_rounds(entries, sizes, rounds, past, seed=rng_seed)
    dealers = iter(
        shared_dealers(
            [sides for tables in drawn for sides in tables],
            before=[(table.sides, table.first_dealer) for table in before],
        )
    )
    first = max((round_.number for round_ in played), default=0) + 1
    return tuple(
        PodRound(
            number, tuple(Pod(at, sides, next(dealers)) for at, sides in enumerate(tables, start=1))
        )
        for number, tables in enumerate(drawn, start=first)
    )


def meetings(rounds: Sequence[PodRound]) -> Counter[tuple[int, int]]:
    """Count how often any two sit at one table.

    Args:
        rounds: of pods.

    Returns:
        The counts, by the two entries in ascending order.
    """
    return Past.of([table.sides for round_ in rounds for table in round_.tables]).met
