"""The two-row chart: one row keeps its seats, the other moves one seat a game.

Table t holds seat t of the row that stays and the seat facing it. A row of m meets
all m of the other row in m games; two of the same row never meet, and more games
begin a second cycle. Whoever must not move sits in the row that stays. An odd field's
ghost moves, so that sit-outs go round that row.

Rule: docs/rules.md#rotation
"""

from collections.abc import Collection, Sequence

from tournaments.errors import ConfigInvalid
from tournaments.pairing.charts import Layout, Meeting


def rows_layout(entries: Sequence[int], games: int, anchors: Collection[int]) -> Layout:
    """Lay two rows out.

    Args:
        entries: everybody, in the order of the seats.
        games: how many rounds.
        anchors: who never moves; as many as fit in one row.

    Returns:
        Per round the tables and the sit-outs.

    Raises:
        ConfigInvalid: more anchors than one row has seats.
    """
    size = (len(entries) + 1) // 2
    if len(anchors) > size:
        raise ConfigInvalid(
            f"One row of {size} keeps its seats, and {len(anchors)} must not move. "
            "Let fewer keep their seats.",
            field="config.anchor",
        )
    others = [entry for entry in entries if entry not in anchors]
    staying = [*(entry for entry in entries if entry in anchors), *others][:size]
    moving: list[int | None] = [entry for entry in others if entry not in staying]
    moving += [None] * (size - len(moving))
    rounds, rests = [], []
    for number in range(games):
        facing = [moving[(table - number) % size] for table in range(size)]
        tables, resting = _round(staying, facing)
        rounds.append(tables)
        rests.append(resting)
    return Layout(tuple(rounds), tuple(rests))


def _round(
    staying: Sequence[int], facing: Sequence[int | None]
) -> tuple[tuple[Meeting, ...], tuple[int, ...]]:
    last = 2 * len(staying)
    tables = tuple(
        Meeting(at, (one, other), (at, last + 1 - at))
        for at, (one, other) in enumerate(zip(staying, facing, strict=True), start=1)
        if other is not None
    )
    return tables, tuple(one for one, other in zip(staying, facing, strict=True) if other is None)
