"""A director's rulings on a game that is being played: appended, never edited.

Who gives a ruling is always the first of its judges. Judges are named by the keys of
actors, so the log names no person; the chain binds them to what was ruled.
"""

import re
from collections.abc import Sequence
from uuid import UUID

from django.db import transaction

from clubs.access import require
from common.actor import Actor
from common.errors import VersionConflict
from common.text import clean_text
from games.engine import commands as cmd
from games.engine.errors import GameOver, ReasonMissing
from games.engine.events import Event
from games.errors import NotAJudge, OwnGame, ResultStands
from games.models import MATCH, Game
from games.selectors.judges import judges_of, players_of
from games.services.locks import lock_game
from games.services.timeouts import close_due_windows
from games.services.turns import Turn

LONGEST_REASON = 400
_PERSON = re.compile(r"user:([1-9][0-9]{0,17})", re.ASCII)


def void_deal(
    *, game_id: UUID, actor: Actor, reason: str, judges: Sequence[str] = (), expected_version: int
) -> tuple[Event, ...]:
    """Have the running deal played again: pegs back, same dealer, new pack.

    A game that was abandoned goes on this way, from its last deal.

    Args:
        game_id: public id.
        actor: directs the club and does not play.
        reason: for everybody to read; names nobody.
        judges: keys of other people who ruled with the actor, as in ``user:12``.
        expected_version: number of the last event the actor knew of.

    Returns:
        All events appended, the new deal's too.

    Raises:
        NotFound, PermissionDenied: no such game, or not to be corrected.
        OwnGame: the actor or a judge plays in it.
        NotAJudge: a judge judges nothing at the club.
        ResultStands, GameOver: the game has ended, and not by being abandoned.
        VersionConflict: the game has moved on.
        ReasonMissing: no reason is given.
        WrongPhase: no deal is running.

    Rule: docs/rules.md#corrections
    """
    with transaction.atomic():
        turn, names = _begun(game_id, actor, judges, expected_version, revives=True)
        return _ruled(turn, actor, cmd.VoidDeal(_given(reason), names))


def adjust_score(
    *,
    game_id: UUID,
    actor: Actor,
    side: int,
    back: int,
    front: int,
    reason: str,
    judges: Sequence[str] = (),
    expected_version: int,
) -> tuple[Event, ...]:
    """Put a side's two pegs where a ruling says; on the target the side has won.

    Args:
        game_id: public id.
        actor: as for ``void_deal``.
        side: whose pegs.
        back: the hole of the back peg; 0 is off the board.
        front: the hole of the front peg, which is the score.
        reason: as for ``void_deal``.
        judges: as for ``void_deal``.
        expected_version: as for ``void_deal``.

    Returns:
        All events appended.

    Raises:
        PegsImpossible: two pegs cannot stand there.
        CribbageError: as ``void_deal``.

    Rule: docs/rules.md#corrections
    """
    with transaction.atomic():
        turn, names = _begun(game_id, actor, judges, expected_version)
        return _ruled(turn, actor, cmd.Adjust(side, back, front, _given(reason), names))


def abandon_game(
    *, game_id: UUID, actor: Actor, reason: str, expected_version: int
) -> tuple[Event, ...]:
    """End a game without a result; ``void_deal`` lets it go on.

    Args:
        game_id: public id.
        actor: as for ``void_deal``.
        reason: as for ``void_deal``.
        expected_version: as for ``void_deal``.

    Returns:
        All events appended.

    Raises:
        CribbageError: as ``void_deal``.

    Rule: docs/rules.md#corrections
    """
    with transaction.atomic():
        turn, _names = _begun(game_id, actor, (), expected_version)
        return _ruled(turn, actor, cmd.Abandon(_given(reason)))


def _begun(
    game_id: UUID,
    actor: Actor,
    judges: Sequence[str],
    expected_version: int,
    *,
    revives: bool = False,
) -> tuple[Turn, tuple[str, ...]]:
    """Lock a game that may be corrected; return its turn and the keys of who rules."""
    game = lock_game(game_id)
    require(actor, game.club_id, "director")
    names = _judges(game, actor, judges)
    turn = Turn(game)
    if game.is_over and not (revives and turn.state.ended_by == "abandonment"):
        _refuse_over(game)
    if game.version != expected_version:
        raise VersionConflict("the game has moved on", version=game.version)
    return turn, names


def _ruled(turn: Turn, actor: Actor, command: cmd.Command) -> tuple[Event, ...]:
    close_due_windows(turn)
    turn.take(command)
    return turn.write(actor)


def _refuse_over(game: Game) -> None:
    if game.origin.startswith(MATCH) and game.winner_side is not None:
        raise ResultStands("the game is over and counts; correct the result in the match")
    raise GameOver("the game is over; only an abandoned one goes on, when its last deal is voided")


def _judges(game: Game, actor: Actor, judges: Sequence[str]) -> tuple[str, ...]:
    """Return the keys of who rules, the actor's first; nobody rules on his own game."""
    named = {key: _person(key) for key in dict.fromkeys(judges)}
    playing = players_of(game)
    if actor.user_id in playing:
        raise OwnGame("you play in this game; another director corrects it")
    if not playing.isdisjoint(named.values()):
        raise OwnGame("a judge plays in this game", field="judges")
    others = set(named.values()) - {actor.user_id}
    if others and not others <= judges_of(game).keys():
        raise NotAJudge("a judge has no such role at the club", field="judges")
    own = actor.key if actor.user_id is None else f"user:{actor.user_id}"
    return tuple(dict.fromkeys((own, *named)))


def _person(key: str) -> int:
    found = _PERSON.fullmatch(key)
    if found is None:
        raise NotAJudge("name a judge by his key, as in user:12", field="judges")
    return int(found[1])


def _given(reason: str) -> str:
    if not reason.strip():
        raise ReasonMissing("say why; everybody may read it", field="reason")
    return clean_text(reason, field="reason", longest=LONGEST_REASON)
