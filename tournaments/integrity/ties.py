"""Ties of teams: a tie is what its boards add up to."""

from collections.abc import Iterator

from scoring.errors import CribbageError
from tournaments.formats.league_settings import tie_rules
from tournaments.integrity.breach import Breach
from tournaments.models import Match, Stage
from tournaments.selectors.ties import judged, ties_of


def ties_and_boards() -> Iterator[Breach]:
    """Boards name the teams of their tie; its winner and legs are what they give."""
    stages = Stage.objects.filter(matches__kind=Match.Kind.TIE).distinct()
    for stage in stages.order_by("pk"):
        for tie in ties_of(stage):
            yield from _of_tie(stage, tie)


def _of_tie(stage: Stage, tie: Match) -> Iterator[Breach]:
    where = f"match {tie.public_id}"
    teams = _teams(tie)
    if any(_teams(board) != teams for board in tie.boards.all()):
        yield Breach("ties", where, "a board names other teams")
    try:
        verdict = judged(tie_rules(stage.config), tie)
    except CribbageError as error:
        yield Breach("ties", where, f"the tie cannot be judged: {error}")
        return
    due: tuple[bool, int | None, tuple[int, ...]] = (False, None, (0, 0))
    if verdict is not None:
        due = (True, verdict.winner, tuple(verdict.legs))
    legs = tuple(side.games_won for side in tie.sides.all())
    if (tie.status in Match.OVER, tie.winner, legs) != due:
        yield Breach("ties", where, "winner or legs are not what the boards give")


def _teams(match: Match) -> list[int | None]:
    return [side.entry_id for side in match.sides.all()]
