"""Who deals first: within one of the same for everybody, whatever the pairings.

The games are the edges of a graph. Two who meet twice deal once each. Of the
rest, entries with an odd number of games are joined to one another by edges
that nobody plays, and every edge is given a direction along closed walks: as
many lead out of an entry as into it, but for one edge at most.

Rule: docs/rules.md#first-deal
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from fractions import Fraction


def first_dealers(pairs: Sequence[tuple[int, int]]) -> tuple[int, ...]:
    """Choose the first dealer of every game of a schedule.

    Args:
        pairs: the two entries of each game, in the order of play.

    Returns:
        The entry that deals first in each game, in the same order. First and
        second deals of an entry differ by one at most; of two meetings of the
        same two, each deals one.
    """
    dealers: dict[int, int] = {}
    waiting: dict[frozenset[int], int] = {}
    for at, pair in enumerate(pairs):
        earlier = waiting.pop(frozenset(pair), None)
        if earlier is None:
            waiting[frozenset(pair)] = at
        else:
            dealers[earlier], dealers[at] = pairs[earlier]
    single = sorted(waiting.values())
    for at, dealer in zip(single, _orient([pairs[at] for at in single]), strict=True):
        dealers[at] = dealer
    return tuple(dealers[at] for at in range(len(pairs)))


def _orient(edges: Sequence[tuple[int, int]]) -> list[int]:
    """Walk every edge once, and let the one it is walked from deal."""
    ends = [*edges, *_joining(edges)]
    at_node: defaultdict[int, list[int]] = defaultdict(list)
    for number, pair in enumerate(ends):
        for node in pair:
            at_node[node].append(number)
    walked_from: dict[int, int] = {}
    for start in at_node:
        node = start
        while at_node[node]:
            number = at_node[node].pop()
            if number not in walked_from:
                walked_from[number] = node
                one, other = ends[number]
                node = other if node == one else one
    return [walked_from[number] for number in range(len(edges))]


def _joining(edges: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    games: defaultdict[int, int] = defaultdict(int)
    for pair in edges:
        for node in pair:
            games[node] += 1
    odd = [node for node, count in games.items() if count % 2]
    return list(zip(odd[::2], odd[1::2], strict=True))


def balanced_dealers(
    pairs: Sequence[tuple[int, int]],
    dealers: Sequence[int],
    movable: Sequence[bool],
    *,
    before: Mapping[int, int],
) -> tuple[int, ...]:
    """Even out first deals when a part of a schedule is changed.

    Args:
        pairs: the two entries of each game that is still to come.
        dealers: who would deal first in each.
        movable: which of the games may be given the other dealer.
        before: first deals less second deals of what was played.

    Returns:
        The dealers; as even as turning the movable games can make them, and
        the same as given where nothing would get better.
    """
    chosen = list(dealers)
    balance: defaultdict[int, int] = defaultdict(int, before)
    for pair, dealer in zip(pairs, chosen, strict=True):
        for entry in pair:
            balance[entry] += 1 if entry == dealer else -1
    while path := _way_down(pairs, chosen, movable, balance):
        for at in path:
            one, other = pairs[at]
            balance[chosen[at]] -= 2
            chosen[at] = other if chosen[at] == one else one
            balance[chosen[at]] += 2
    return tuple(chosen)


def _way_down(
    pairs: Sequence[tuple[int, int]],
    dealers: Sequence[int],
    movable: Sequence[bool],
    balance: Mapping[int, int],
) -> list[int]:
    """Find games to turn: a walk from one who deals too often to one who does not."""
    out: defaultdict[int, list[int]] = defaultdict(list)
    for at, dealer in enumerate(dealers):
        if movable[at]:
            out[dealer].append(at)
    for start in sorted(balance, key=lambda entry: (-balance[entry], entry)):
        reached: dict[int, list[int]] = {start: []}
        queue = [start]
        for node in queue:
            if balance[start] - balance[node] > 2:
                return reached[node]
            for at in out[node]:
                other = sum(pairs[at]) - node
                if other not in reached:
                    reached[other] = [*reached[node], at]
                    queue.append(other)
    return []


def shared_dealers(
    tables: Sequence[Sequence[int]],
    *,
    before: Sequence[tuple[Sequence[int], int]] = (),
) -> tuple[int, ...]:
    """Choose the first dealers of tables of any size.

    Args:
        tables: the entries of each game, in the order of play.
        before: the entries and the first dealer of each game already played.

    Returns:
        The entry that deals first in each game. Without games before, first
        deals of an entry differ from its fair share (a half at a table of two,
        a third at one of three) by less than one; with them, by as little as
        the games to come allow.

    Rule: docs/rules.md#first-deal
    """
    owed: defaultdict[int, Fraction] = defaultdict(Fraction)
    for sides in (*tables, *(sides for sides, _ in before)):
        for entry in sides:
            owed[entry] -= Fraction(1, len(sides))
    dealers: list[int] = []
    for _, dealer in before:
        owed[dealer] += 1
    for sides in tables:
        dealers.append(min(sides, key=owed.__getitem__))
        owed[dealers[-1]] += 1
    while path := _way_to_less(tables, dealers, owed):
        owed[dealers[path[0][0]]] -= 1
        owed[path[-1][1]] += 1
        for at, dealer in path:
            dealers[at] = dealer
    return tuple(dealers)


def _way_to_less(
    tables: Sequence[Sequence[int]], dealers: Sequence[int], owed: Mapping[int, Fraction]
) -> list[tuple[int, int]]:
    """Find deals to pass on: from one who deals too often to one who does not."""
    deals: defaultdict[int, list[int]] = defaultdict(list)
    for at, dealer in enumerate(dealers):
        deals[dealer].append(at)
    for start in sorted(owed, key=lambda entry: (-owed[entry], entry)):
        reached: dict[int, list[tuple[int, int]]] = {start: []}
        queue = [start]
        for node in queue:
            if owed[start] - owed[node] > 1:
                return reached[node]
            for at in deals[node]:
                for other in tables[at]:
                    if other not in reached:
                        reached[other] = [*reached[node], (at, other)]
                        queue.append(other)
    return []
