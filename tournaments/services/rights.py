"""Who may do what at a night: the club's roles and, for apps, the token's scope.

============  =========================================  ========
step          roles                                      scope
============  =========================================  ========
direct        owner, director                            direct
enter         owner, director, scorer                    score
desk          owner, director, scorer, treasurer         score
report        who plays in the match, besides            report
============  =========================================  ========

What the site does by itself needs no right.
"""

from clubs.access import require
from clubs.models import Club
from common.actor import Actor
from common.errors import InsufficientScope, PermissionDenied
from tournaments.models import Match, MatchSide

DIRECTING = ("owner", "director")
ENTERING = (*DIRECTING, "scorer")
DESK = (*ENTERING, "treasurer")


def may_direct(actor: Actor, club: Club) -> None:
    """Insist that somebody may set up, draw, publish and correct.

    Args:
        actor: who acts.
        club: whose night it is.

    Raises:
        NotFound: the actor may not even see the club.
        PermissionDenied: no such role there.
        InsufficientScope: the token was not given ``direct``.
    """
    _need(actor, club, DIRECTING, "direct")


def may_enter_results(actor: Actor, club: Club) -> None:
    """Insist that somebody may enter results; raises as ``may_direct``.

    Args:
        actor: who acts.
        club: whose night it is.
    """
    _need(actor, club, ENTERING, "score")


def may_run_desk(actor: Actor, club: Club) -> None:
    """Insist that somebody may register and check in; raises as ``may_direct``.

    Args:
        actor: who acts.
        club: whose night it is.
    """
    _need(actor, club, DESK, "score")


def side_that_reports(actor: Actor, club: Club, match: Match) -> int | None:
    """Insist that somebody may say how a match ended: who enters results, or who plays in it.

    Args:
        actor: who says it.
        club: whose night it is.
        match: of a locked event.

    Returns:
        The slot of the side he plays for; None for who enters results.

    Raises:
        As ``may_direct``.
    """
    try:
        may_enter_results(actor, club)
    except PermissionDenied:
        slot = _slot_of(actor, match)
        if slot is None:
            raise
        if not actor.may_use("report"):
            raise
        return slot
    return None


def _slot_of(actor: Actor, match: Match) -> int | None:
    if actor.user_id is None or actor.club_id not in (None, _club_of(match)):
        return None
    own = MatchSide.objects.filter(
        match=match, entry__members__registration__player__user_id=actor.user_id
    )
    return own.order_by("slot").values_list("slot", flat=True).first()


def _club_of(match: Match) -> int:
    return match.stage.event.tournament.club_id


def _need(actor: Actor, club: Club, roles: tuple[str, ...], scope: str) -> None:
    if actor.kind == "system":
        return
    require(actor, club, *roles)
    if not actor.may_use(scope):
        raise InsufficientScope(
            f"This app was not given the right to {scope}. Make a token with that right.",
            scope=scope,
        )
