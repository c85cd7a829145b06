"""Groups: who plays in which, and how those who go on are seeded.

A *tier* is what the groups have one each of: the best seeds at the start, all
winners, all runners-up at the end. Entries of one group are *mates*. Wherever
there is a choice, mates are put so far apart in the bracket that follows that
the first two of them to meet do so as late as possible.

Rule: docs/rules.md#groups
"""

from collections.abc import Mapping, Sequence
from typing import Literal

from tournaments.brackets.seeding import bracket_size, seed_order
from tournaments.errors import ConfigInvalid, PairingImpossible, SameEntryTwice

Spread = Literal["snake", "bracket"]
FEWEST_IN_GROUP = 2


def spread_over(
    entries: Sequence[int], groups: int, *, spread: Spread = "snake"
) -> tuple[tuple[int, ...], ...]:
    """Form groups whose sizes differ by one at most.

    Args:
        entries: in seed order, the best first.
        groups: how many.
        spread: ``snake`` runs down and up again, which makes groups of even
            strength; ``bracket`` keeps mates apart in a bracket that seeds
            everybody as here.

    Returns:
        The groups, each in seed order.

    Raises:
        ConfigInvalid: no group.
        PairingImpossible: a group would have fewer than two entries.
        SameEntryTwice: an entry is named twice.

    Rule: docs/rules.md#groups
    """
    _check(entries, groups)
    seeds = range(1, len(entries) + 1)
    tiers = [seeds[at : at + groups] for at in range(0, len(entries), groups)]
    formed: list[list[int]] = [[] for _ in range(groups)]
    for number, tier in enumerate(tiers):
        # Against the direction of the tier before: the last group gets the best.
        order = range(groups)[:: -1 if number % 2 else 1]
        if spread == "snake":
            chosen = list(order[: len(tier)])
        else:
            mates = [formed[group] for group in order]
            chosen = [order[at] for at in _far_apart(tier, mates, len(entries))]
        for seed, group in zip(tier, chosen, strict=True):
            formed[group].append(seed)
    return tuple(tuple(entries[seed - 1] for seed in group) for group in formed)


def seeds_apart(tiers: Sequence[Sequence[int]], group_of: Mapping[int, int]) -> tuple[int, ...]:
    """Seed those who go on so that mates meet as late as possible.

    Args:
        tiers: all winners, all runners-up and so on, the best first.
        group_of: the group each of them played in.

    Returns:
        The seeds of the next stage, the best first. A tier keeps its seeds
        among itself: every winner is seeded above every runner-up. Mates meet in
        the first round only where no order within the tiers keeps them apart.

    Rule: docs/rules.md#groups
    """
    total = sum(len(tier) for tier in tiers)
    seeded: list[int] = []
    held: dict[int, list[int]] = {group: [] for group in group_of.values()}
    for tier in tiers:
        seeds = range(len(seeded) + 1, len(seeded) + len(tier) + 1)
        chosen = _far_apart(seeds, [held[group_of[entry]] for entry in tier], total)
        placed = [tier[at] for at in chosen]
        for seed, entry in zip(seeds, placed, strict=True):
            held[group_of[entry]].append(seed)
        seeded += placed
    return tuple(_unclashed(seeded, tiers, group_of))


def _unclashed(
    seeded: list[int], tiers: Sequence[Sequence[int]], group_of: Mapping[int, int]
) -> list[int]:
    """Change places within tiers until no first match is between mates, if that can be.

    A tier is placed before those below it, so its lowest seeds may have been given
    a first opponent of their own group.
    """
    tier_of = {entry: number for number, tier in enumerate(tiers) for entry in tier}
    pairs = _first_pairs(len(seeded))

    def clashes(order: Sequence[int]) -> int:
        return sum(group_of[order[one]] == group_of[order[other]] for one, other in pairs)

    left = clashes(seeded)
    while left:
        swaps = (
            _swapped(seeded, at, other)
            for pair in pairs
            if group_of[seeded[pair[0]]] == group_of[seeded[pair[1]]]
            for at in reversed(pair)
            for other in _nearest(at, len(seeded))
            if tier_of[seeded[at]] == tier_of[seeded[other]]
        )
        better = next((order for order in swaps if clashes(order) < left), None)
        if better is None:
            break
        seeded, left = better, clashes(better)
    return seeded


def _first_pairs(entries: int) -> list[tuple[int, int]]:
    """The places in the seeding, from 0, of those who meet in the first round."""
    order = seed_order(bracket_size(entries))
    both = zip(order[::2], order[1::2], strict=True)
    return [(min(pair) - 1, max(pair) - 1) for pair in both if max(pair) <= entries]


def _nearest(at: int, entries: int) -> list[int]:
    return sorted(range(entries), key=lambda other: abs(other - at))


def _swapped(order: Sequence[int], at: int, other: int) -> list[int]:
    changed = list(order)
    changed[at], changed[other] = changed[other], changed[at]
    return changed


def _check(entries: Sequence[int], groups: int) -> None:
    if groups < 1:
        raise ConfigInvalid("There is one group or more.", field="config.groups")
    if len(set(entries)) != len(entries):
        raise SameEntryTwice("An entry is in two groups. Name everybody once.")
    if len(entries) < FEWEST_IN_GROUP * groups:
        raise PairingImpossible(
            f"{groups} groups need {FEWEST_IN_GROUP * groups} entries, and there are "
            f"{len(entries)}. Choose fewer groups.",
            entries=len(entries),
            needed=FEWEST_IN_GROUP * groups,
        )


def _far_apart(seeds: Sequence[int], mates: Sequence[Sequence[int]], entries: int) -> list[int]:
    """Choose for every seed one of the lists of mates, each once, as far apart as can be."""
    size = bracket_size(entries)
    place = {seed: at for at, seed in enumerate(seed_order(size))}

    def met(seed: int, others: Sequence[int]) -> int:
        """The first round with a mate in it; beyond the final where there is none."""
        rounds = ((place[seed] ^ place[other]).bit_length() for other in others)
        return min(rounds, default=size)

    latest = [[met(seed, each) for each in mates] for seed in seeds]
    for round_ in sorted({each for row in latest for each in row}, reverse=True):
        chosen = _matched([_options(row, at, round_) for at, row in enumerate(latest)])
        if len(chosen) == len(seeds):
            break
    return [chosen[at] for at in range(len(seeds))]


def _options(row: Sequence[int], at: int, round_: int) -> list[int]:
    """What a seed may be given: the latest meeting first, then the nearest in order."""
    allowed = (option for option, met in enumerate(row) if met >= round_)
    return sorted(allowed, key=lambda option: (-row[option], abs(option - at)))


def _matched(options: Sequence[Sequence[int]]) -> dict[int, int]:
    """Give as many as possible one of their options each, no option twice."""
    holder: dict[int, int] = {}

    def place(number: int, tried: set[int]) -> bool:
        for option in options[number]:
            if option not in tried:
                tried.add(option)
                if option not in holder or place(holder[option], tried):
                    holder[option] = number
                    return True
        return False

    for number in range(len(options)):
        place(number, set())
    return {number: option for option, number in holder.items()}
