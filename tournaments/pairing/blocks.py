"""Matching a long ordered field, block by block, in nearly linear time.

A matching of greatest weight on everybody costs the square of the field and more.
Good partners stand near one another, so the order is cut into blocks, each player
is linked to the next few allowed ones, and a block that closes is done with. Who is
left over is carried into the next block, and so are the last of a block, whose best
partners may stand in the next one. Where the last block cannot close, it is
solved again with the block before it and every edge there is, and so on backwards:
at the very worst that is the matching of everybody, so never a pair is lost.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations

import networkx as nx

BLOCK = 24
LINKS = 6

Couple = tuple[int, int]
Weigh = Callable[[int, int], int]
"""What a couple is worth, the earlier in the order first."""
Bars = Callable[[int, int], bool]
"""Whether two must not be coupled."""


class _Edges(nx.Graph):  # type: ignore[type-arg]  # takes no arguments when it runs
    """A graph that is read without making a view of it: that halves a matching's cost."""

    _adj: dict[int, dict[int, dict[str, int]]]

    def __getitem__(  # type: ignore[override]  # the view's own mapping, read only here too
        self, node: int
    ) -> dict[int, dict[str, int]]:
        return self._adj[node]


def block_matching(
    order: Sequence[int], barred: Bars, weigh: Weigh, *, block: int = BLOCK, links: int = LINKS
) -> tuple[Couple, ...]:
    """Couple a field so that nobody is left while everybody can be coupled.

    Args:
        order: who is to be coupled, good partners near one another.
        barred: asked for two in the order of the field.
        weigh: asked for two that are not barred; a whole number.
        block: how many are solved at a time, about.
        links: partners that everybody has in a block at first.

    Returns:
        The couples in the order of their first; as many as there can be. Within
        a block their weights add up to the most its links allow.
    """
    at = {node: place for place, node in enumerate(order)}
    solved: list[tuple[Couple, ...]] = []
    carried: list[int] = []
    start = 0
    while start < len(order):
        end = start + max(block - len(carried), links)
        end += (end - start + len(carried)) % 2
        # A last block of a few could rarely close: it is taken along.
        end = len(order) if len(order) - end < block // 2 else end
        nodes = [*carried, *order[start:end]]
        start = end
        couples = _closed(nodes, barred, weigh, links)
        if start < len(order):
            couples = _settled(couples, frozenset(nodes[-links:]))
        solved.append(couples)
        carried = _left(nodes, couples)
    solved.append(_closed_backwards(solved, carried, at, barred, weigh))
    in_order = [_in_order(couple, at) for part in solved for couple in part]
    return tuple(sorted(in_order, key=lambda couple: at[couple[0]]))


def full_matching(nodes: Sequence[int], barred: Bars, weigh: Weigh) -> tuple[Couple, ...]:
    """Couple a small field with every edge there is.

    Args:
        nodes: who is to be coupled.
        barred: as for ``block_matching``.
        weigh: as for ``block_matching``.

    Returns:
        The couples, as many as there can be; their weights add up to the most
        that so many couples can have.
    """
    edges = (pair for pair in combinations(nodes, 2) if not barred(*pair))
    return matched([(one, other, weigh(one, other)) for one, other in edges])


def matched(edges: Sequence[tuple[int, int, int]]) -> tuple[Couple, ...]:
    """Find the matching of most edges, and of those the one of greatest weight.

    Args:
        edges: two nodes and a whole number each.

    Returns:
        The couples, in no order.
    """
    graph = _Edges()
    graph.add_weighted_edges_from(edges)
    return tuple(nx.max_weight_matching(graph, maxcardinality=True))


def _closed(nodes: Sequence[int], barred: Bars, weigh: Weigh, links: int) -> tuple[Couple, ...]:
    """Solve a block with few edges, then with more, until as many as can be are in."""
    while True:
        couples = matched([(a, b, weigh(a, b)) for a, b in _linked(nodes, barred, links)])
        if len(couples) == len(nodes) // 2 or links >= len(nodes):
            return couples
        links = 2 * links


def _linked(nodes: Sequence[int], barred: Bars, links: int) -> Iterator[Couple]:
    for place, one in enumerate(nodes):
        found = 0
        for later in range(place + 1, len(nodes)):
            if not barred(one, nodes[later]):
                yield one, nodes[later]
                found += 1
                if found == links:
                    break


def _settled(couples: Sequence[Couple], last: frozenset[int]) -> tuple[Couple, ...]:
    """Leave the end of a block open, where the best partners may be in the next."""
    return tuple(couple for couple in couples if last.isdisjoint(couple))


def _left(nodes: Sequence[int], couples: Sequence[Couple]) -> list[int]:
    coupled = {node for couple in couples for node in couple}
    return [node for node in nodes if node not in coupled]


def _closed_backwards(
    solved: list[tuple[Couple, ...]],
    left: list[int],
    at: dict[int, int],
    barred: Bars,
    weigh: Weigh,
) -> tuple[Couple, ...]:
    """Take blocks back, the last first, until those who are left find partners."""
    couples: tuple[Couple, ...] = ()
    nodes = left
    while len(nodes) - 2 * len(couples) > len(at) % 2 and solved:
        nodes = [*nodes, *(node for couple in solved.pop() for node in couple)]
        nodes.sort(key=at.__getitem__)
        couples = full_matching(nodes, barred, weigh)
    return couples


def _in_order(couple: Couple, at: dict[int, int]) -> Couple:
    one, other = couple
    return (one, other) if at[one] < at[other] else (other, one)
