"""From a bracket as it is read to the picture of it."""

from collections.abc import Callable
from typing import Literal

from tournaments.display.pictures import BracketMatch, BracketRound, BracketSide, MatchStatus
from tournaments.models import Entry, Match
from tournaments.selectors import brackets

Name = Callable[[Entry], str]
STATUS: dict[str, MatchStatus] = {
    Match.Status.BLOCKED: "waiting",
    Match.Status.READY: "ready",
    Match.Status.IN_PROGRESS: "playing",
    Match.Status.REPORTED: "playing",
    Match.Status.DISPUTED: "playing",
}


def picture_of(
    view: brackets.BracketView, name: Name = lambda entry: entry.display
) -> tuple[BracketRound, ...]:
    """Turn a bracket into the rounds of its picture.

    Args:
        view: the bracket.
        name: how an entry is called before whoever looks.
    """
    return tuple(
        BracketRound(round_.name, tuple(_match(match, name) for match in round_.matches))
        for round_ in view.rounds
    )


def _match(match: brackets.BracketMatch, name: Name) -> BracketMatch:
    first, second = (_side(side, name) for side in match.sides)
    return BracketMatch(
        label=f"Match {match.number}",
        sides=(first, second),
        status=_status(match),
        winner=_index(match.winner),
        place="" if match.table is None else f"table {match.table}",
    )


def _side(side: brackets.BracketSide, name: Name) -> BracketSide:
    if side.entry is None:
        return BracketSide()
    return BracketSide(name(side.entry), side.seed, side.tally)


def _status(match: brackets.BracketMatch) -> MatchStatus:
    if match.outcome == Match.Outcome.BYE:
        return "bye"
    return STATUS.get(match.status, "done")


def _index(winner: int | None) -> Literal[0, 1] | None:
    if winner is None:
        return None
    return 0 if winner == 1 else 1
