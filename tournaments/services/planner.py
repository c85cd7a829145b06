"""From a format's plan to rows: rounds, matches, sides and the links between them.

A *slot* of a match is filled by an entry, known to stay empty, or waits for the
winner of an earlier match; a bye is settled the moment it is written, and whoever
it lets through is already a side of the next match. A tie is one match of the plan
and a match for each of its boards, which have no pair and no live side: the tie
holds those. The way back, from rows to a plan, is ``tournaments.selectors.plans``.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import count
from typing import Literal, NamedTuple

from common import clock
from tournaments.formats.base import (
    EmptySide,
    EntrySide,
    LoserOf,
    MatchKey,
    Plan,
    PlannedBoard,
    PlannedMatch,
    PlannedRound,
    WinnerOf,
)
from tournaments.formats.base import Side as PlannedSide
from tournaments.models import Match, MatchSide, Round, Stage

SIT_OUT_SLOT = 1
LINKS = ("winner_to", "winner_to_slot", "loser_to", "loser_to_slot")


class Seat(NamedTuple):
    """Who is in a slot: an entry, nobody for good, or nobody yet."""

    entry: int | None
    is_empty: bool = False
    seat: int | None = None

    @property
    def is_known(self) -> bool:
        """Whether nobody else will come here."""
        return self.is_empty or self.entry is not None


WAITING = Seat(None)
EMPTY = Seat(None, is_empty=True)


@dataclass(frozen=True, slots=True)
class _Draft:
    """One match and its sides before they have keys."""

    match: Match
    seats: tuple[Seat, ...]


class _Link(NamedTuple):
    """Where the winner or the loser of a match goes: ``field`` of it, to a slot of another."""

    field: Literal["winner_to", "loser_to"]
    source: MatchKey
    target: MatchKey
    slot: int


@dataclass(slots=True)
class _Writer:
    """What is known while a plan is turned into rows, round by round."""

    stage: Stage
    winners: dict[MatchKey, Seat] = field(default_factory=dict)
    losers: dict[MatchKey, Seat] = field(default_factory=dict)
    drafts: dict[MatchKey, _Draft] = field(default_factory=dict)
    links: list[_Link] = field(default_factory=list)
    boards: list[_Draft] = field(default_factory=list)

    def add(self, round_: Round, planned: PlannedRound) -> None:
        for match in planned.matches:
            self._add_match(round_, match)
        taken = max((match.number for match in planned.matches), default=0)
        for number, entry in enumerate(planned.sit_outs, start=taken + 1):
            self.drafts[(round_.number, number)] = _Draft(
                _sit_out(self.stage, round_, number), (Seat(entry),)
            )
        self._add_boards(round_, planned, first=taken + len(planned.sit_outs) + 1)

    def _add_boards(self, round_: Round, planned: PlannedRound, *, first: int) -> None:
        numbers = count(first)
        for match in planned.matches:
            tie = self.drafts[(round_.number, match.number)]
            for board in match.boards:
                child = _board(tie.match, board, next(numbers))
                settle(child, tie.seats)
                child.pair_key = None
                self.boards.append(_Draft(child, tie.seats))

    def _add_match(self, round_: Round, planned: PlannedMatch) -> None:
        key = (round_.number, planned.number)
        seats = tuple(
            self._seat(side, key, slot) for slot, side in enumerate(planned.sides, start=1)
        )
        match = _match(self.stage, round_, planned)
        settle(match, seats)
        self.winners[key] = _goes_on(match, seats)
        # A bye has a winner at most: nobody loses it.
        self.losers[key] = EMPTY if match.outcome == Match.Outcome.BYE else WAITING
        self.drafts[key] = _Draft(match, seats)

    def _seat(self, side: PlannedSide, to: MatchKey, slot: int) -> Seat:
        match side:
            case EntrySide(entry, seat):
                return Seat(entry, seat=seat)
            case EmptySide():
                return EMPTY
            case WinnerOf(round_, number):
                self.links.append(_Link("winner_to", (round_, number), to, slot))
                return self.winners[(round_, number)]
            case LoserOf(round_, number):
                self.links.append(_Link("loser_to", (round_, number), to, slot))
                return self.losers[(round_, number)]


def write_plan(
    stage: Stage, plan: Plan, *, inputs_digest: str, beside_published: bool = False
) -> tuple[Round, ...]:
    """Write the rounds of a plan as drafts.

    Args:
        stage: of a locked event.
        plan: what the stage's format answered; its entries are keys of ``Entry``.
        inputs_digest: of everything the plan was made from.
        beside_published: the drafts are going to replace published rounds; until
            then only those hold the pairs of the stage.

    Returns:
        The rounds in order, saved.
    """
    rounds = Round.objects.bulk_create(
        _round(stage, plan, planned, inputs_digest) for planned in plan.rounds
    )
    writer = _Writer(stage)
    for round_, planned in zip(rounds, plan.rounds, strict=True):
        writer.add(round_, planned)
    if beside_published:
        for draft in writer.drafts.values():
            draft.match.pair_key = None
    # Ties first, for their boards name them.
    for drafts in (writer.drafts.values(), writer.boards):
        Match.objects.bulk_create(draft.match for draft in drafts)
        MatchSide.objects.bulk_create(_sides(drafts))
    _link(writer)
    return tuple(rounds)


def settle(match: Match, seats: tuple[Seat, ...]) -> None:
    """Set status, outcome, winner and pair of a match from who is in its slots.

    Args:
        match: not yet started; its fields are set, nothing is saved.
        seats: two to four, in slot order. Only two who meet are a pair.
    """
    match.winner = None
    playing = [seat.entry for seat in seats if seat.entry is not None]
    if not all(seat.is_known for seat in seats):
        match.status, match.outcome = Match.Status.BLOCKED, None
    elif len(playing) > 1:
        match.status, match.outcome = Match.Status.READY, None
        match.pair_key = pair_key(*playing) if len(playing) == len(seats) == 2 else None
    else:
        match.status, match.outcome = Match.Status.CONFIRMED, Match.Outcome.BYE
        match.kind = Match.Kind.BYE
        match.winner = next((slot for slot, seat in enumerate(seats, 1) if seat.entry), None)
        match.confirmed_at = clock.now()


def pair_key(one: int, other: int) -> str:
    """Name the pair of two entries, whichever comes first.

    Args:
        one: key of an entry.
        other: key of the other entry.

    Returns:
        The smaller and the greater key, joined.
    """
    return f"{min(one, other)}-{max(one, other)}"


def _round(stage: Stage, plan: Plan, planned: PlannedRound, inputs_digest: str) -> Round:
    return Round(
        stage=stage,
        number=planned.number,
        name=planned.name,
        algorithm=plan.algorithm,
        inputs_digest=inputs_digest,
        notes=[dict(one) for one in plan.notes],
    )


def _match(stage: Stage, round_: Round, planned: PlannedMatch) -> Match:
    return Match(
        stage=stage,
        round=round_,
        number=planned.number,
        kind=Match.Kind.TIE if planned.kind == "tie" else Match.Kind.PAIRING,
        table=planned.table,
        best_of=planned.best_of or best_of(stage.config),
        first_dealer=planned.first_dealer,
        meeting_no=planned.meeting,
        group=planned.group,
    )


def _board(tie: Match, board: PlannedBoard, number: int) -> Match:
    return Match(
        stage=tie.stage,
        round=tie.round,
        number=number,
        parent=tie,
        board=str(board.number),
        best_of=board.best_of,
        meeting_no=tie.meeting_no,
    )


def best_of(config: Mapping[str, object]) -> int:
    """Return how many games a match of a stage has, where the plan does not say.

    Args:
        config: of the stage, as its format checked it.
    """
    given = config.get("best_of", 1)
    return given if isinstance(given, int) else 1


def _sit_out(stage: Stage, round_: Round, number: int) -> Match:
    return Match(
        stage=stage,
        round=round_,
        number=number,
        kind=Match.Kind.BYE,
        status=Match.Status.CONFIRMED,
        outcome=Match.Outcome.BYE,
        confirmed_at=clock.now(),
    )


def _goes_on(match: Match, seats: tuple[Seat, ...]) -> Seat:
    if match.outcome != Match.Outcome.BYE:
        return WAITING
    return Seat(seats[match.winner - 1].entry) if match.winner else EMPTY


def _sides(drafts: Iterable[_Draft]) -> Iterator[MatchSide]:
    for draft in drafts:
        for slot, seat in enumerate(draft.seats, start=SIT_OUT_SLOT):
            yield MatchSide(
                match=draft.match,
                round_id=draft.match.round_id,
                slot=slot,
                entry_id=seat.entry,
                seat=seat.seat,
                is_empty=seat.is_empty,
                is_live=draft.match.parent is None,
            )


def _link(writer: _Writer) -> None:
    linked = {}
    for link in writer.links:
        match = writer.drafts[link.source].match
        setattr(match, link.field, writer.drafts[link.target].match)
        setattr(match, f"{link.field}_slot", link.slot)
        linked[link.source] = match
    if linked:
        Match.objects.bulk_update(linked.values(), LINKS)
