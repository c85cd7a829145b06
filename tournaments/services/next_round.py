"""When the next round of a stage may be drawn that is drawn round by round, from results."""

from common.errors import ValidationFailed
from tournaments.errors import RoundExists, WrongState
from tournaments.formats import FORMATS
from tournaments.formats.base import Plan
from tournaments.models import Match, Round, Stage


def require_next(stage: Stage, number: int | None) -> None:
    """Insist that a round comes next, which somebody asks for by its number.

    Args:
        stage: of a locked event.
        number: of the round; None for whichever comes next.

    Raises:
        RoundExists: that round is there.
        WrongState: the round before is a draft.
        ValidationFailed: another number comes next.
    """
    if number is None:
        return
    there = dict(Round.objects.filter(stage=stage).values_list("number", "state"))
    if number in there:
        raise RoundExists(f"Round {number} of {stage.name} is there already. Look at it.")
    if number != len(there) + 1:
        raise ValidationFailed(f"Round {len(there) + 1} comes next.", field="number")
    if FORMATS[stage.kind].needs_results and Round.State.DRAFT in there.values():
        raise WrongState(
            f"Round {number - 1} of {stage.name} is a draft. Publish it and enter its "
            "results, or discard it, then generate the next one."
        )


def require_played(stage: Stage) -> None:
    """Insist that the rounds before have their results, where a draw reads them.

    Args:
        stage: of a locked event; its settings may allow a round over open matches.

    Raises:
        WrongState: a match is open; ``missing`` counts them.
    """
    if not FORMATS[stage.kind].needs_results or stage.config.get("allow_open_results"):
        return
    waiting = Match.objects.filter(stage=stage).exclude(round__state=Round.State.DRAFT)
    missing = waiting.exclude(status__in=Match.OVER).order_by("round__number", "number")
    first = missing.select_related("round").first()
    if first is not None:
        place = f"table {first.table}" if first.table else f"match {first.number}"
        raise WrongState(
            f"{first.round.name}, {place}, has no result yet. "
            "Enter it or mark a forfeit, then draw the next round.",
            missing=missing.count(),
        )


def require_rounds(stage: Stage, plan: Plan) -> None:
    """Insist that a plan has something to play.

    Args:
        stage: of a locked event.
        plan: as its format answered.

    Raises:
        WrongState: every round of the stage is there already.
    """
    if plan.rounds or not FORMATS[stage.kind].needs_results:
        return
    raise WrongState(
        f"All rounds of {stage.name} are drawn. Enter what is missing, then look at the standings."
    )
