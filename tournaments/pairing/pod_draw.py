"""The search for rounds of small tables in which few meet twice.

A *row* is the seats of one round: table after table, three seats each, then two.
A draw starts from a known design, from three rows turned against one another, or
by lot, and changes two entries of one round at a time: one who meets somebody
again against whoever costs least, even where that is more than before, never back
at once. The least cost that numbers allow ends the search, else the tries do. The
later half of the draws may seat somebody at small tables oftener than others.

Rule: docs/rules.md#pods
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations, count
from typing import NamedTuple

from tournaments.chance import mixed, shuffled

SIZE = 3
DRAWS = 6
LOOKS = 40_000
"""Seats looked at in one draw; a draw that has found the least looks no further."""
WAIT = 10
"""Changes for which two entries of a round are not changed back."""
FIFTEEN = ((14, 0, 7), (1, 2, 4), (3, 8, 12), (5, 11, 13), (6, 9, 10))
"""A round of fifteen. Turning 0 to 6 and 7 to 13 makes seven, in which all meet once."""

_Row = list[int]


class Past(NamedTuple):
    """How often any two have met, and who has sat at a small table."""

    met: Counter[tuple[int, int]]
    small: Counter[int]

    @classmethod
    def of(cls, tables: Iterable[Sequence[int]]) -> "Past":
        """Count what has been played."""
        met: Counter[tuple[int, int]] = Counter()
        small: Counter[int] = Counter()
        for sides in tables:
            met.update(combinations(sorted(sides), 2))
            if len(sides) < SIZE:
                small.update(sides)
        return cls(met, small)


def draw_rounds(
    entries: Sequence[int], sizes: Sequence[int], rounds: int, past: Past, *, seed: int
) -> list[list[tuple[int, ...]]]:
    """Draw the tables of every round.

    Args:
        entries: distinct, as many as there are seats.
        sizes: seats of each table, the small tables last.
        rounds: how many.
        past: what was played before.
        seed: the recorded seed.

    Returns:
        Per round the entries of each table.
    """
    least = _least(entries, sizes, rounds, past)
    best: _Draw | None = None
    for attempt in range(DRAWS):
        start = (
            _known(entries, rounds, seed)
            if attempt == 0 and sizes[-1] == SIZE
            else list(_by_lot(entries, sizes, rounds, past, f"{seed} {attempt}"))
        )
        draw = _Draw.of(start, sizes, past)
        draw.is_fair = attempt < DRAWS // 2
        draw.improve(least, mixed(seed, "pods", attempt))
        if best is None or draw.lowest < best.lowest:
            best = draw
        if best.lowest <= least:
            break
    return best.tables(sizes) if best else []


def _least(entries: Sequence[int], sizes: Sequence[int], rounds: int, past: Past) -> int:
    """Bound the cost from below: all meetings, and each entry's, spread evenly."""
    pairs = {pair: past.met[pair] for pair in combinations(sorted(entries), 2)}
    together = rounds * sum(size * (size - 1) // 2 for size in sizes)
    fewest = rounds * (min(sizes) - 1)
    of_each = [
        _spread([pairs[_pair(one, other)] for other in entries if other != one], fewest)
        for one in entries
    ]
    return max(_spread(list(pairs.values()), together), -(-sum(of_each) // 2))


def _spread(met: Sequence[int], meetings: int) -> int:
    """Cost of so many meetings when the fewest met come next."""
    levels, cost = Counter(met), 0
    for level in count():
        taken = min(meetings, levels[level])
        cost += level * taken
        meetings -= taken
        levels[level + 1] += taken
        if not meetings:
            break
    return cost


def _pair(one: int, other: int) -> tuple[int, int]:
    return (one, other) if one < other else (other, one)


def _known(entries: Sequence[int], rounds: int, seed: int) -> list[_Row]:
    drawn = shuffled(entries, seed=seed, purpose="pods")
    turned = _turned_fifteen if len(drawn) == 15 else _turned_rows
    return [turned(drawn, number) for number in range(rounds)]


def _turned_fifteen(drawn: Sequence[int], number: int) -> _Row:
    return [
        drawn[seat if seat == 14 else seat // 7 * 7 + (seat + number) % 7]
        for table in FIFTEEN
        for seat in table
    ]


def _turned_rows(drawn: Sequence[int], number: int) -> _Row:
    tables = len(drawn) // SIZE
    rows = [drawn[row * tables : (row + 1) * tables] for row in range(SIZE)]
    return [rows[row][(at + row * number) % tables] for at in range(tables) for row in range(SIZE)]


def _by_lot(
    entries: Sequence[int], sizes: Sequence[int], rounds: int, past: Past, lot: str
) -> Iterator[_Row]:
    """Whoever sat at small tables least often sits there, and the lot decides the rest."""
    small = Counter(past.small)
    seats = sum(size for size in sizes if size < SIZE)
    for number in range(rounds):
        drawn = shuffled(entries, seed=number, purpose=lot)
        by_small = sorted(drawn, key=lambda entry: small[entry])
        small.update(by_small[:seats])
        yield [*by_small[seats:], *by_small[:seats]]


@dataclass(slots=True)
class _Draw:
    """A draw that is being bettered, and the best rows it came by.

    The cost is, for each meeting, how often the two had met before: a third
    costs more than a second. Entries are numbered from 0 here.
    """

    rows: list[_Row]
    others: list[tuple[int, ...]]
    is_small: list[bool]
    names: list[int]
    met: list[list[int]]
    small: list[int]
    cost: int = 0
    lowest: int = 0
    is_fair: bool = True
    best: list[_Row] = field(default_factory=list)

    @classmethod
    def of(cls, start: Sequence[_Row], sizes: Sequence[int], past: Past) -> "_Draw":
        names = sorted(start[0])
        number = {name: at for at, name in enumerate(names)}
        others = [
            tuple(seat for seat in seats if seat != mine)
            for seats in _seats(sizes)
            for mine in seats
        ]
        draw = cls(
            rows=[[number[name] for name in row] for row in start],
            others=others,
            is_small=[len(seats) < SIZE - 1 for seats in others],
            names=names,
            met=[[past.met[_pair(one, other)] for other in names] for one in names],
            small=[past.small[name] for name in names],
        )
        draw._count()
        return draw

    def _count(self) -> None:
        for row in self.rows:
            for seat, entry in enumerate(row):
                self.small[entry] += self.is_small[seat]
                for other in self.others[seat]:
                    if other > seat:
                        self.cost += self.met[entry][row[other]]
                        self._meet(entry, row[other], 1)
        self._remember()

    def _meet(self, one: int, other: int, times: int) -> None:
        self.met[one][other] += times
        self.met[other][one] += times

    def _remember(self) -> None:
        self.lowest, self.best = self.cost, [row.copy() for row in self.rows]

    def tables(self, sizes: Sequence[int]) -> list[list[tuple[int, ...]]]:
        seats = _seats(sizes)
        return [
            [tuple(self.names[row[at]] for at in table) for table in seats] for row in self.best
        ]

    def improve(self, least: int, seed: int) -> None:
        """Change two at a time until the least cost is reached or the looks are used up."""
        until: dict[tuple[int, int, int], int] = {}
        for at in range(LOOKS // len(self.names)):
            if self.cost <= least:
                return
            chance = mixed(seed, at)
            found = self._again(chance)
            if found is None:
                return
            number, seat = found
            row = self.rows[number]
            change = self._cheapest(number, seat, chance, until, at)
            if change is None:
                continue
            worse, other = change
            until[(number, *_pair(row[seat], row[other]))] = at + WAIT
            self._change(row, seat, other)
            self.cost += worse
            if self.cost < self.lowest:
                self._remember()

    def _again(self, chance: int) -> tuple[int, int] | None:
        """Choose a seat whose entry meets somebody there not for the only time."""
        for turn in range(len(self.rows)):
            number = (chance + turn) % len(self.rows)
            row = self.rows[number]
            seats = [
                seat
                for seat, entry in enumerate(row)
                if any(self.met[entry][row[other]] > 1 for other in self.others[seat])
            ]
            if seats:
                return number, seats[(chance >> 8) % len(seats)]
        return None

    def _cheapest(
        self,
        number: int,
        seat: int,
        chance: int,
        until: dict[tuple[int, int, int], int],
        now: int,
    ) -> tuple[int, int] | None:
        row, size = self.rows[number], len(self.names)
        best: tuple[int, int] | None = None
        first = (chance >> 24) % size
        for turn in range(size):
            other = (first + turn) % size
            if other == seat or other in self.others[seat] or self._is_unfair(row, seat, other):
                continue
            worse = self._worse(row, seat, other)
            is_back = until.get((number, *_pair(row[seat], row[other])), now) > now
            if is_back and self.cost + worse >= self.lowest:
                continue
            if best is None or worse < best[0]:
                best = worse, other
        return best

    def _is_unfair(self, row: _Row, seat: int, other: int) -> bool:
        """Whether a change makes somebody sit at small tables still more often."""
        if not self.is_fair or self.is_small[seat] == self.is_small[other]:
            return False
        there, here = (seat, other) if self.is_small[seat] else (other, seat)
        return self.small[row[here]] >= self.small[row[there]]

    def _worse(self, row: _Row, seat: int, other: int) -> int:
        mine, theirs = self.met[row[seat]], self.met[row[other]]
        worse = 0
        for at in self.others[seat]:
            worse += theirs[row[at]] - mine[row[at]] + 1
        for at in self.others[other]:
            worse += mine[row[at]] - theirs[row[at]] + 1
        return worse

    def _change(self, row: _Row, seat: int, other: int) -> None:
        one, two = row[seat], row[other]
        for here, comes, goes in ((seat, two, one), (other, one, two)):
            for at in self.others[here]:
                self._meet(goes, row[at], -1)
                self._meet(comes, row[at], 1)
        moved = self.is_small[other] - self.is_small[seat]
        self.small[one] += moved
        self.small[two] -= moved
        row[seat], row[other] = two, one


def _seats(sizes: Sequence[int]) -> list[range]:
    starts = [sum(sizes[:at]) for at in range(len(sizes))]
    return [range(start, start + size) for start, size in zip(starts, sizes, strict=True)]
