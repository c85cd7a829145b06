"""What every format speaks: a request for a plan, the plan, and its parts.

========== ============================================================
word       meaning
========== ============================================================
``plan``   the rounds a format wants: all at once, or the next one
``side``   who sits in a slot of a match: an entry, nobody, or whoever
           wins or loses an earlier match
``chart``  rounds that were planned before and may be on paper already
``tie``    a match of two teams, played as matches on several boards
========== ============================================================
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, NamedTuple, Protocol, runtime_checkable

from tournaments.matches import Counting
from tournaments.pairing.checks import Checks
from tournaments.pairing.situation import Situation

MatchKey = tuple[int, int]
"""A match of a stage: number of its round, number in the round."""


class EntrySide(NamedTuple):
    """An entry, and the seat it takes where seats have numbers."""

    entry: int
    seat: int | None = None


class EmptySide(NamedTuple):
    """Nobody, for good: the other side has a bye."""


class WinnerOf(NamedTuple):
    """Whoever wins that match of the same stage."""

    round: int
    match: int


class LoserOf(NamedTuple):
    """Whoever loses that match of the same stage."""

    round: int
    match: int


Side = EntrySide | EmptySide | WinnerOf | LoserOf


@dataclass(frozen=True, slots=True)
class PlannedBoard:
    """One board of a tie: a match between members of the two teams.

    ``members`` play for each team; ``variant`` is ``None`` where the event's
    own holds.
    """

    number: int
    members: int
    best_of: int
    counting: Counting
    variant: str | None = None


@dataclass(frozen=True, slots=True)
class PlannedMatch:
    """One match: its place in the round, its two to four sides in slot order.

    A ``tie`` has ``boards``, no other match has. ``first_dealer`` is a slot,
    ``None`` where the cut decides; ``best_of`` is ``None`` where the stage's
    own holds; ``meeting`` counts how often the two will have met; ``group``
    counts from 1 where a stage is played in groups.
    """

    number: int
    sides: tuple[Side, ...]
    table: int | None = None
    first_dealer: int | None = None
    kind: Literal["pairing", "bye", "tie"] = "pairing"
    best_of: int | None = None
    meeting: int = 1
    boards: tuple[PlannedBoard, ...] = ()
    group: int | None = None

    @property
    def entries(self) -> tuple[int, ...]:
        """The entries that are known to sit here, in slot order."""
        return tuple(side.entry for side in self.sides if isinstance(side, EntrySide))


@dataclass(frozen=True, slots=True)
class PlannedRound:
    """One round: its matches, who sits out, and its day where one is set."""

    number: int
    name: str
    matches: tuple[PlannedMatch, ...]
    sit_outs: tuple[int, ...] = ()
    held_on: str | None = None


@dataclass(frozen=True, slots=True)
class PlanRequest:
    """What a plan is made from.

    Args:
        entries: who plays from the next round on, in seat or seed order.
        config: settings of the stage, as its format's ``check_config`` left them.
        history: the rounds already played, as they were played.
        chart: the rounds planned before for what is still to come.
        rng_seed: the recorded seed of everything drawn.
        situation: for a format with ``needs_results``; the others read none.
    """

    entries: tuple[int, ...]
    config: Mapping[str, object] = field(default_factory=dict)
    history: tuple[PlannedRound, ...] = ()
    chart: tuple[PlannedRound, ...] = ()
    rng_seed: int = 0
    anchors: tuple[int, ...] = ()
    situation: Situation = field(default_factory=Situation)


@dataclass(frozen=True, slots=True)
class Plan:
    """What a format answers.

    ``notes`` are codes with their facts, never sentences; ``needs_results``
    says that the next plan reads results; ``champion`` is set when there is
    nothing to play.
    """

    rounds: tuple[PlannedRound, ...]
    algorithm: str
    checks: Checks
    notes: tuple[Mapping[str, object], ...] = ()
    needs_results: bool = False
    champion: int | None = None


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a stage has come.

    ``settled`` names, for every match with a result, the winning slot;
    ``None`` for a draw or a match that nobody won. ``config`` is that of the
    stage: a format that plans one round at a time reads there how many.
    """

    rounds: tuple[PlannedRound, ...]
    settled: Mapping[MatchKey, int | None]
    config: Mapping[str, object] = field(default_factory=dict)

    @property
    def is_all_settled(self) -> bool:
        """Whether every match and tie has its result; a bye needs none."""
        return all(
            (round_.number, match.number) in self.settled
            for round_ in self.rounds
            for match in round_.matches
            if match.kind != "bye"
        )


class Format(Protocol):
    """What a module of this package offers to be registered.

    ``title``: what a stage is called where nobody names it. ``label`` and ``about``:
    the name of the format, and what it does in one sentence, for who chooses.
    ``fewest``: entries it takes at least. ``most_sides``: sides of a table; above two
    each plays for itself. ``needs_results``: the next plan reads results, so rounds
    are planned one by one. ``takes_latecomers``: what is left of a plan can be
    drawn again for others. ``is_knockout``: somebody goes on from each match,
    along the links of a bracket.
    """

    title: str
    label: str
    about: str
    fewest: int
    most_sides: int
    needs_results: bool
    takes_latecomers: bool
    is_knockout: bool

    def check_config(self, config: Mapping[str, object]) -> dict[str, object]:
        """Check the settings of a stage and fill in what is left out."""
        ...

    def plan(self, request: PlanRequest) -> Plan:
        """Plan all rounds, or the next one."""
        ...

    def is_over(self, progress: Progress) -> bool:
        """Say whether nothing is left to play."""
        ...


@runtime_checkable
class TakesLate(Protocol):
    """What a format offers besides that is drawn round by round and takes somebody late."""

    def takes_late_entries(
        self, config: Mapping[str, object], rounds: Sequence[PlannedRound]
    ) -> bool:
        """Say whether somebody may still come in, of the rounds that have begun."""
        ...


@runtime_checkable
class JudgesPairings(Protocol):
    """What a format offers besides whose draw is compared with what a director makes of it."""

    def judge(self, request: PlanRequest, round_: PlannedRound) -> Plan:
        """Say of a round made by hand what a draw would have said of it."""
        ...
