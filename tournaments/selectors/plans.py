"""From rows back to the rounds of a plan: what was drawn, for history and checks."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Literal

from tournaments.formats.base import EmptySide, EntrySide, PlannedMatch, PlannedRound, Progress
from tournaments.formats.base import Side as PlannedSide
from tournaments.formats.league import boards_of
from tournaments.models import Match, MatchSide, Round, Stage
from tournaments.selectors.draws import rounds_with_matches

PLANNED: Mapping[str, Literal["pairing", "bye", "tie"]] = {
    Match.Kind.PAIRING: "pairing",
    Match.Kind.BYE: "bye",
    Match.Kind.TIE: "tie",
}


def planned_rounds(rounds: Iterable[Round]) -> tuple[PlannedRound, ...]:
    """Read rows back as the rounds of a plan, for history and checks.

    Args:
        rounds: with the ``matches`` of the plan and their ``sides`` prefetched in order.

    Returns:
        The rounds as they stand; void matches are left out.
    """
    return tuple(
        PlannedRound(
            number=round_.number,
            name=round_.name,
            matches=tuple(_planned_matches(round_)),
            sit_outs=tuple(_sit_outs(round_)),
        )
        for round_ in rounds
    )


def progress_of(stage: Stage) -> Progress:
    """Read how far a stage has come.

    Args:
        stage: any; drafts are left out.

    Returns:
        Its rounds and settings, and the winning slot of every match with a
        result; three queries.
    """
    rounds = list(rounds_with_matches(stage).exclude(state=Round.State.DRAFT))
    return Progress(
        rounds=planned_rounds(rounds),
        settled={
            (round_.number, match.number): match.winner
            for round_ in rounds
            for match in round_.matches.all()
            if match.status in Match.OVER
        },
        config=stage.config,
    )


def _planned_matches(round_: Round) -> Iterator[PlannedMatch]:
    for match in round_.matches.all():
        sides = match.sides.all()
        if match.status == Match.Status.VOID or len(sides) < 2:
            continue
        yield PlannedMatch(
            number=match.number,
            sides=tuple(_planned_side(side) for side in sides),
            table=match.table,
            first_dealer=match.first_dealer,
            kind=PLANNED[match.kind],
            best_of=match.best_of,
            meeting=match.meeting_no,
            group=match.group,
            boards=boards_of(round_.stage.config) if match.kind == Match.Kind.TIE else (),
        )


def _planned_side(side: MatchSide) -> PlannedSide:
    return EmptySide() if side.entry_id is None else EntrySide(side.entry_id, side.seat)


def _sit_outs(round_: Round) -> Iterator[int]:
    for match in round_.matches.all():
        sides = match.sides.all()
        if match.status != Match.Status.VOID and len(sides) == 1 and sides[0].entry_id:
            yield sides[0].entry_id
