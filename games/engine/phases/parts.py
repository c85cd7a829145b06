"""Points of one act by kind."""

from collections.abc import Iterable

from games.engine.events import Parts
from scoring.combination import Combination


def parts_of(combinations: Iterable[Combination]) -> Parts:
    """Add up combinations by kind.

    Args:
        combinations: as ``scoring`` lists them.

    Returns:
        Kind and points of each kind that is there, in counting order.

    Rule: docs/rules.md#show-order
    """
    points: dict[str, int] = {}
    for combination in combinations:
        points[combination.kind] = points.get(combination.kind, 0) + combination.points
    return tuple(points.items())
