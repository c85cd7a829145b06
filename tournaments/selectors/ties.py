"""Ties with their boards, and what the boards add up to."""

from django.db.models import Prefetch, QuerySet

from tournaments.models import Match, MatchSide, Round, Stage
from tournaments.ties import BoardScore, TieRules, TieVerdict, judge_tie


def tie_with_boards(tie: int) -> Match:
    """Return a tie with its sides and boards loaded.

    Args:
        tie: key of the match.
    """
    return _with_boards(Match.objects.filter(pk=tie)).get()


def ties_of(stage: Stage) -> QuerySet[Match]:
    """Return the published ties of a league in the order of the season.

    Args:
        stage: a league.

    Returns:
        Ties with round, sides, entries and boards; void ones are left out.
    """
    ties = Match.objects.filter(stage=stage, kind=Match.Kind.TIE)
    standing = ties.exclude(round__state=Round.State.DRAFT).exclude(status=Match.Status.VOID)
    return _with_boards(standing).order_by("round__number", "number")


def judged(rules: TieRules, tie: Match) -> TieVerdict | None:
    """Judge a tie by the results of its boards.

    Args:
        rules: of its league.
        tie: with sides and boards loaded.

    Returns:
        The verdict; None while a board is open.

    Raises:
        ResultImpossible: as ``judge_tie``.

    Rule: docs/rules.md#league
    """
    return judge_tie(rules, [_score(board) for board in tie.boards.all()])


def _score(board: Match) -> BoardScore | None:
    if board.status not in Match.OVER:
        return None
    return BoardScore(*(side.games_won for side in board.sides.all()))


def _with_boards(ties: QuerySet[Match]) -> QuerySet[Match]:
    sides = MatchSide.objects.select_related("entry").order_by("slot")
    boards = Match.objects.order_by("number").prefetch_related(
        Prefetch("sides", MatchSide.objects.order_by("slot"))
    )
    return ties.select_related("round").prefetch_related(
        Prefetch("sides", sides), Prefetch("boards", boards)
    )
