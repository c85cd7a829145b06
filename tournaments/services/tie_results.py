"""What a tie is worth follows from its boards, whenever one of them changes."""

from tournaments.formats.league_settings import tie_rules
from tournaments.models import Match, MatchSide
from tournaments.selectors.ties import judged, tie_with_boards
from tournaments.services.match_lock import LockedMatch
from tournaments.services.records import bump

CHANGED = ("status", "outcome", "winner", "confirmed_at")


def settle_tie(at: LockedMatch) -> None:
    """Set status, winner and legs of the tie a board belongs to.

    Args:
        at: the board, saved; of any other match nothing happens. While a board is
            open its tie has no result.
    """
    if at.match.parent_id is None:
        return
    tie = tie_with_boards(at.match.parent_id)
    verdict = judged(tie_rules(at.stage.config), tie)
    legs = (0, 0)
    tie.outcome = tie.winner = tie.confirmed_at = None
    if verdict is not None:
        tie.status, tie.outcome = Match.Status.CONFIRMED, Match.Outcome.PLAYED
        tie.winner, tie.confirmed_at = verdict.winner, at.match.confirmed_at
        legs = verdict.legs
    elif any(board.status in Match.OVER for board in tie.boards.all()):
        tie.status = Match.Status.IN_PROGRESS
    else:
        tie.status = Match.Status.READY
    bump(tie, *CHANGED)
    sides = list(tie.sides.all())
    for side, won in zip(sides, legs, strict=True):
        side.games_won = side.tally = won
    MatchSide.objects.bulk_update(sides, ["tally", "games_won"])
