"""Who goes where on a bracket: qualifiers, size, byes, the order of seeds.

Rule: docs/rules.md#seeding
"""

from tournaments.errors import PairingImpossible


def qualifier_count(entrants: int, numerator: int = 1, denominator: int = 4) -> int:
    """Count how many go on: a fraction of the entrants, rounded up.

    Args:
        entrants: everybody who was on the chart.
        numerator: upper half of the fraction.
        denominator: lower half of the fraction.

    Returns:
        The number of qualifiers, never rounded up to a full bracket.
    """
    return -(-entrants * numerator // denominator)


def bracket_size(entries: int) -> int:
    """Find the smallest full bracket that holds so many.

    Args:
        entries: how many play, 1 or more.

    Returns:
        A power of two.

    Raises:
        PairingImpossible: nobody plays.
    """
    if entries < 1:
        raise PairingImpossible("A bracket needs an entry. Enter somebody first.", entries=entries)
    return 1 << (entries - 1).bit_length()


def seed_order(size: int) -> tuple[int, ...]:
    """List the seeds of a full bracket from top to bottom.

    Args:
        size: a power of two.

    Returns:
        1 and 2 at the two ends; neighbours meet first, and the better seed
        always meets the worst that is left.
    """
    order = [1, 2][:size]
    while len(order) < size:
        total = 2 * len(order) + 1
        order = [
            seed
            for at, better in enumerate(order)
            for seed in ((better, total - better) if at % 2 == 0 else (total - better, better))
        ]
    return tuple(order)


def first_slots(entries: int) -> tuple[tuple[int | None, int | None], ...]:
    """Pair the slots of the first round.

    Args:
        entries: how many play, 2 or more.

    Returns:
        Pairs of seeds from top to bottom; ``None`` is an empty slot, and
        stands opposite the top seeds.

    Raises:
        PairingImpossible: fewer than two play.
    """
    if entries < 2:
        raise PairingImpossible("A match needs two entries.", entries=entries)
    order = [seed if seed <= entries else None for seed in seed_order(bracket_size(entries))]
    return tuple(zip(order[::2], order[1::2], strict=True))


def byes(entries: int) -> tuple[int, ...]:
    """List the seeds that have a bye in the first round.

    Args:
        entries: how many play, 1 or more.

    Returns:
        The top seeds, as many as the bracket has empty slots.

    Raises:
        PairingImpossible: nobody plays.
    """
    return tuple(range(1, bracket_size(entries) - entries + 1))
