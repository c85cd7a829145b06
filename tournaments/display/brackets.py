"""From a bracket as it is read to the picture of it."""

from collections.abc import Callable, Sequence
from typing import Literal, cast

from tournaments.brackets.double import SECOND_FINAL, Reset, parts_of
from tournaments.display.layout import Band
from tournaments.display.pictures import BracketMatch, BracketRound, BracketSide, MatchStatus
from tournaments.formats.double_elim import NAMES
from tournaments.models import Entry, Match
from tournaments.selectors import brackets

Name = Callable[[Entry], str]
STATUS: dict[str, MatchStatus] = {
    Match.Status.BLOCKED: "waiting",
    Match.Status.READY: "ready",
    Match.Status.IN_PROGRESS: "playing",
    Match.Status.REPORTED: "playing",
    Match.Status.DISPUTED: "playing",
    Match.Status.NOT_REQUIRED: "not_needed",
}
BANDS: dict[str, Band] = {"upper": "upper", "lower": "lower"}
SECOND = NAMES[SECOND_FINAL]


def picture_of(
    view: brackets.BracketView, name: Name = lambda entry: entry.display
) -> tuple[BracketRound, ...]:
    """Turn a bracket into the rounds of its picture.

    Args:
        view: the bracket.
        name: how an entry is called before whoever looks.
    """
    bands = _bands(view)
    last = view.rounds[-1].number if view.rounds else 0
    has_third = bool(view.stage.config.get("third_place"))
    return tuple(
        BracketRound(
            title=_title(round_),
            matches=tuple(
                _match(
                    match, name, is_third=has_third and (round_.number, match.number) == (last, 2)
                )
                for match in round_.matches
            ),
            band=band,
        )
        for round_, band in zip(view.rounds, bands, strict=True)
    )


def _bands(view: brackets.BracketView) -> Sequence[Band]:
    """Say of each round which bracket it is of; the finals of a double elimination are none."""
    if "reset" not in view.stage.config or not view.rounds:
        return ["upper"] * len(view.rounds)
    reset = cast(Reset, view.stage.config["reset"])
    parts = parts_of(2 * len(view.rounds[0].matches), reset=reset)
    return [BANDS.get(part.of, "final") for part in parts[: len(view.rounds)]]


def _title(round_: brackets.BracketRound) -> str:
    """Name a round; a second final is there only if it is needed."""
    is_open = all(match.status == Match.Status.BLOCKED for match in round_.matches)
    return f"{round_.name}, if needed" if round_.name == SECOND and is_open else round_.name


def _match(match: brackets.BracketMatch, name: Name, *, is_third: bool) -> BracketMatch:
    first, second = (_side(side, name) for side in match.sides)
    return BracketMatch(
        label="Third place" if is_third else f"Match {match.number}",
        is_apart=is_third,
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
