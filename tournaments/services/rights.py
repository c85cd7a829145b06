"""Who may do what at a night: the club's roles and, for apps, the token's scope.

============  =========================================  ========
step          roles                                      scope
============  =========================================  ========
direct        owner, director                            direct
enter         owner, director, scorer                    score
desk          owner, director, scorer, treasurer         direct
============  =========================================  ========

What the site does by itself needs no right.
"""

from clubs.access import require
from clubs.models import Club
from common.actor import Actor
from common.errors import InsufficientScope

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
    _need(actor, club, DESK, "direct")


def _need(actor: Actor, club: Club, roles: tuple[str, ...], scope: str) -> None:
    if actor.kind == "system":
        return
    require(actor, club, *roles)
    if not actor.may_use(scope):
        raise InsufficientScope(
            f"This app was not given the right to {scope}. Make a token with that right.",
            scope=scope,
        )
