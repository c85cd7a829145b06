"""Where the boxes of a bracket stand: columns side by side, the lower bracket under the upper.

A single elimination is an upper bracket only. The finals of a double elimination stand
to the right of both, half-way between what feeds them.
"""

from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple

Band = Literal["upper", "lower", "final"]

MARGIN = 16
HEAD = 40
NOTE = 22
LINE = 28
BOX = NOTE + 2 * LINE
GAP = 20
ELBOW = 32
STEP = BOX + GAP
ABOVE = 14


class Shape(NamedTuple):
    """A column to lay out: where it belongs, its matches, and how many stand apart below."""

    band: Band
    matches: int
    apart: int = 0


class Path(NamedTuple):
    """A line from one box to the next: across, up or down, across."""

    left: int
    start: int
    turn: int
    end: int
    right: int


class Column(NamedTuple):
    """A column: its left edge, the middle of each box, its title's line, lines into it."""

    left: int
    centres: tuple[int, ...]
    title_y: int
    paths: tuple[Path, ...]


class Layout(NamedTuple):
    """All columns in the order they were given, and the size of the picture."""

    columns: tuple[Column, ...]
    width: int
    height: int


def laid_out(shapes: Sequence[Shape], width: int) -> Layout:
    """Place the columns of a bracket.

    Args:
        shapes: in any order of the bands, each band from left to right.
        width: of a box.
    """
    numbers: dict[Band, list[int]] = {"upper": [], "lower": [], "final": []}
    for number, shape in enumerate(shapes):
        numbers[shape.band].append(number)
    placed: dict[int, Column] = {}
    bottom = 0
    for band in ("upper", "lower"):
        at = numbers[band]
        for number, column in zip(at, _band([shapes[n] for n in at], bottom, width), strict=True):
            placed[number] = column
        bottom = max((y for one in placed.values() for y in one.centres), default=0) + BOX // 2
        bottom += GAP
    feeding = [placed[at[-1]] for at in (numbers["upper"], numbers["lower"]) if at]
    first = max(len(numbers["upper"]), len(numbers["lower"]))
    for number, column in zip(
        numbers["final"], _finals(len(numbers["final"]), first, feeding, width), strict=True
    ):
        placed[number] = column
    return Layout(
        tuple(placed[number] for number in range(len(shapes))),
        max(one.left for one in placed.values()) + width + MARGIN,
        bottom - GAP + MARGIN,
    )


def _left(number: int, width: int) -> int:
    return MARGIN + number * (width + ELBOW)


def _band(shapes: Sequence[Shape], top: int, width: int) -> Iterator[Column]:
    """Place each box between its two feeders, beside its one, else one under another."""
    before: tuple[int, ...] = ()
    for number, shape in enumerate(shapes):
        left, count = _left(number, width), shape.matches
        if len(before) == 2 * count:
            centres = [(before[2 * i] + before[2 * i + 1]) // 2 for i in range(count)]
        elif len(before) == count:
            centres = list(before)
        else:
            centres = [top + HEAD + i * STEP + BOX // 2 for i in range(count)]
        paths = tuple(_paths(before, centres, left))
        before = tuple(centres)
        apart = [centres[-1] + (n + 1) * STEP for n in range(shape.apart)]
        yield Column(left, (*centres, *apart), top + HEAD - ABOVE, paths)


def _paths(before: Sequence[int], centres: Sequence[int], left: int) -> Iterator[Path]:
    """Join each match to its feeders by lines that meet half-way at the box's names."""
    if len(before) not in (len(centres), 2 * len(centres)):
        return
    feeders = len(before) // len(centres)
    for i, to in enumerate(centres):
        for y in before[i * feeders : (i + 1) * feeders]:
            yield _path(left - ELBOW, y, left, to)


def _path(start: int, y: int, left: int, to: int) -> Path:
    return Path(start, y + NOTE // 2, left - ELBOW // 2, to + NOTE // 2, left)


def _finals(count: int, first: int, feeding: Sequence[Column], width: int) -> Iterator[Column]:
    """Place the finals half-way between the last boxes of both brackets."""
    sources = [(one.left + width, one.centres[0]) for one in feeding]
    centre = sum(y for _, y in sources) // len(sources) if sources else HEAD + BOX // 2
    for number in range(count):
        left = _left(first + number, width)
        paths = tuple(_path(start, y, left, centre) for start, y in sources)
        yield Column(left, (centre,), centre - BOX // 2 - ABOVE, paths)
        sources = [(left + width, centre)]
