"""The cut: who goes on, in which seed, and what must be decided first.

An equal place that reaches over the cut blocks it until play-off games or a
recorded ruling say who goes on. A play-off game moves its loser down a place;
a ruling changes seeds only. Inside the cut the seeds of an equal place are
drawn by a recorded lot, which stays valid while the same entries share it.

Rule: docs/rules.md#cut
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import NamedTuple

from tournaments.chance import shuffled
from tournaments.errors import ConfigInvalid
from tournaments.standings.tiebreaks import EqualPlace, PlayOffGame, Ranking, beaten_among


class Ruling(NamedTuple):
    """An order of tied entries that was ruled, the best first."""

    order: tuple[int, ...]


class Lot(NamedTuple):
    """An order of the entries of one equal place that was drawn."""

    drawn: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Decisions:
    """What was decided at a cut so far."""

    play_offs: Sequence[PlayOffGame] = ()
    rulings: Sequence[Ruling] = ()
    lots: Sequence[Lot] = ()

    def ruled(self, entries: Sequence[int]) -> tuple[int, ...] | None:
        """Return the order that was ruled last about just these; None if none was."""
        about = (one.order for one in reversed(self.rulings) if {*one.order} == {*entries})
        return next(about, None)

    def drawn(self, entries: Sequence[int]) -> tuple[int, ...] | None:
        """Return the order that was drawn last for just these; None if none was."""
        about = (one.drawn for one in reversed(self.lots) if {*one.drawn} == {*entries})
        return next(about, None)


@dataclass(frozen=True, slots=True)
class Cut:
    """Where the cut falls.

    ``tied`` is the equal place that reaches over it, with ``places_left``
    for its entries and ``places_after`` what was decided; ``blocked`` until
    then. ``qualified`` is known as soon as it is not blocked; ``seeds``, best
    first, as soon as ``lots_needed`` is empty too. ``certain`` go on whatever
    is decided.
    """

    qualified: tuple[int, ...]
    tied: tuple[int, ...]
    places_left: int
    blocked: bool
    places_after: dict[int, int]
    seeds: tuple[int, ...]
    lots_needed: tuple[EqualPlace, ...]
    high_non_qualifier: tuple[int, ...]
    certain: tuple[int, ...]


Shared = tuple[int, tuple[int, ...]]
"""A place and the entries that share it; after a ruling several have one place."""


def cut(ranking: Ranking, qualifiers: int, decisions: Decisions | None = None) -> Cut:
    """Cut a ranking after the first so many.

    Args:
        ranking: the standings, without what was decided at the cut.
        qualifiers: how many go on.
        decisions: play-off games, ruling and lots so far.

    Returns:
        The cut, blocked or complete.

    Raises:
        ConfigInvalid: fewer than 1 qualify, or more than there are.

    Rule: docs/rules.md#cut
    """
    if not 1 <= qualifiers <= len(ranking.rows):
        raise ConfigInvalid(
            f"Of {len(ranking.rows)} entries 1 to {len(ranking.rows)} can go on.",
            field="qualifiers",
        )
    made = decisions or Decisions()
    before, over, after = _around(shared_places(ranking), qualifiers)
    if over is None:
        return _complete([*before, *after], qualifiers, made, None, [])
    left = qualifiers - over[0] + 1
    decided = decided_order(over, (left,), made)
    if decided is None:
        return blocked(over[1], left, [entry for _, entries in before for entry in entries])
    return _complete([*before, *decided, *after], qualifiers, made, over, decided)


def blocked(tied: Sequence[int], left: int, certain: Sequence[int]) -> Cut:
    """Return a cut that waits for a decision.

    Args:
        tied: an equal place that reaches over it.
        left: places for them.
        certain: who goes on whatever is decided.
    """
    return Cut((), tuple(tied), left, True, {}, (), (), (), tuple(certain))


def decided_order(over: Shared, lefts: Sequence[int], made: Decisions) -> list[Shared] | None:
    """Part an equal place by what was decided about it.

    Args:
        over: the place and who shares it.
        lefts: the cut falls after so many of them; several in a stage of groups.
        made: what was decided.

    Returns:
        The parts, best first; None while one of the cuts is open.
    """
    place, entries = over
    ruled = made.ruled(entries)
    if ruled is not None:
        return [(place, (entry,)) for entry in ruled]
    beaten = beaten_among(entries, made.play_offs)
    parts: list[Shared] = []
    for value in sorted(set(beaten.values()), reverse=True):
        level = tuple(entry for entry in entries if beaten[entry] == value)
        parts.append((place + sum(len(part) for _, part in parts), level))
    return parts if {*lefts} <= {at - place for at, _ in parts} else None


def draw_lot(place: EqualPlace, *, seed: int) -> Lot:
    """Draw the order of an equal place.

    Args:
        place: the equal place.
        seed: the recorded seed of the draw.

    Returns:
        The lot; the same place and seed always give the same.
    """
    return Lot(shuffled(place.entries, seed=seed, purpose="lot"))


def shared_places(ranking: Ranking) -> list[Shared]:
    """List the places of a ranking, best first, with who shares them.

    Args:
        ranking: any.
    """
    by_place = groupby(ranking.rows, key=lambda row: row.place)
    return [(place, tuple(row.entry for row in rows)) for place, rows in by_place]


def _around(
    groups: list[Shared], qualifiers: int
) -> tuple[list[Shared], Shared | None, list[Shared]]:
    """Part the groups: wholly in, reaching over the cut, wholly out."""
    inside = [group for group in groups if group[0] + len(group[1]) - 1 <= qualifiers]
    outside = [group for group in groups if group[0] > qualifiers]
    over = next((g for g in groups if g not in inside and g not in outside), None)
    return inside, over, outside


def _complete(
    groups: list[Shared],
    qualifiers: int,
    made: Decisions,
    over: Shared | None,
    decided: list[Shared],
) -> Cut:
    going: list[int] = []
    needed: list[EqualPlace] = []
    while len(going) < qualifiers:
        place, entries = groups.pop(0)
        drawn = made.drawn(entries)
        if len(entries) > 1 and drawn is None:
            needed.append(EqualPlace(place, entries))
        going += drawn or entries
    return Cut(
        qualified=tuple(going),
        tied=over[1] if over else (),
        places_left=qualifiers - over[0] + 1 if over else 0,
        blocked=False,
        places_after={entry: place for place, group in decided for entry in group},
        seeds=() if needed else tuple(going),
        lots_needed=tuple(needed),
        high_non_qualifier=groups[0][1] if groups else (),
        certain=tuple(going),
    )
