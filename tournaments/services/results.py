"""Results: the whole match as somebody says it, or a side that did not come.

Confirmation is by a single person: what is entered counts at once. How a result is
changed afterwards is in ``tournaments.services.corrections``.
"""

from collections.abc import Sequence
from uuid import UUID

from django.db import transaction

from common.actor import Actor
from common.errors import ValidationFailed
from tournaments.errors import MatchIncomplete, UnknownSide, WrongState
from tournaments.matches import MOST_GAMES, GameResult, Line, game_lines
from tournaments.models import MatchGame, ResultClaim
from tournaments.pod_results import table_result
from tournaments.services.filing import file_claim
from tournaments.services.lifecycle import given_reason
from tournaments.services.locks import check_version
from tournaments.services.match_lock import LockedMatch, lock_match, require_playable
from tournaments.services.rights import may_direct, side_that_reports

SAID_BY = {
    1: ResultClaim.Source.SIDE_1,
    2: ResultClaim.Source.SIDE_2,
    3: ResultClaim.Source.SIDE_3,
}


def report_result(
    *,
    match_id: UUID,
    actor: Actor,
    games: Sequence[GameResult],
    source: str = ResultClaim.Source.SCORER,
    expected_version: int | None = None,
) -> ResultClaim:
    """Enter the result of a match; it counts at once.

    Args:
        match_id: public id of the match.
        actor: enters results at the club, or plays in the match.
        games: the whole match, first game first.
        source: of ``ResultClaim.Source``; a player's is his side.
        expected_version: of the match, as read; None for any.

    Returns:
        The accepted claim.

    Raises:
        NotFound, PermissionDenied: no such match, or not to be entered.
        EventFinal, WrongState: the event is not being played.
        MatchNotPlayable, MatchConfirmed: the match takes no result now.
        PreconditionFailed: the match has moved on.
        ResultImpossible, SpreadMismatch, UnknownSide: a game that cannot be.
        MatchIncomplete, GameAfterDecision: not just the games that decide.
        WrongState: a game played on the engine ended otherwise, or is not over.

    A forfeited game is a director's to enter, as with ``forfeit_match``.

    Rule: docs/rules.md#match
    """
    if source not in ResultClaim.Source.values:
        raise ValidationFailed(f"A result comes from none of {source!r}.", field="source")
    with transaction.atomic():
        at = lock_match(match_id)
        slot = side_that_reports(actor, at.event.tournament.club, at.match)
        require_playable(at)
        check_version(at.match, expected_version)
        if any(game.names_absent for game in games):
            may_direct(actor, at.event.tournament.club)
        _require_as_played(at, games, by_side=slot is not None)
        said_by = source if slot is None else SAID_BY[slot]
        return file_claim(at, games, source=said_by, actor=actor)


def forfeit_match(
    *,
    match_id: UUID,
    actor: Actor,
    absent_slot: int,
    reason: str,
    expected_version: int | None = None,
) -> ResultClaim:
    """Give a match to the side that is there; games already played stay.

    Args:
        match_id: public id of the match.
        actor: directs the club.
        absent_slot: the side that did not come or gave up.
        reason: in words; kept with the claim.
        expected_version: of the match, as read; None for any.

    Returns:
        The accepted claim: forfeited games until the match is decided, worth what
        the event says and never rated.

    Raises:
        As ``report_result``; ValidationFailed without a reason; MatchIncomplete where
        two are left at a table and play on.

    Rule: docs/rules.md#game-points
    """
    reason = given_reason(reason)
    with transaction.atomic():
        at = lock_match(match_id)
        may_direct(actor, at.event.tournament.club)
        require_slot(at, absent_slot)
        require_playable(at)
        check_version(at.match, expected_version)
        return file_claim(
            at,
            forfeited_games(at, absent=absent_slot),
            source=ResultClaim.Source.SCORER,
            actor=actor,
            action="match.forfeited",
            reason=reason,
        )


def games_so_far(at: LockedMatch) -> list[GameResult]:
    """Return the games of a match that have ended, as far as they are in a row.

    Args:
        at: the match.
    """
    games: list[GameResult] = []
    for game in MatchGame.objects.filter(match=at.match).order_by("number"):
        if game.winner is None or game.number != len(games) + 1:
            break
        games.append(_as_said(game, game.winner))
    return games


def require_slot(at: LockedMatch, slot: int) -> None:
    """Insist that a match has a side.

    Args:
        at: the match.
        slot: as named.

    Raises:
        UnknownSide: it has none of this number.
    """
    if not 1 <= slot <= len(at.sides):
        known = " or ".join(str(side.slot) for side in at.sides)
        raise UnknownSide(f"Name the side that is missing: {known}.", field="absent_slot")


def _as_said(game: MatchGame, winner: int) -> GameResult:
    if game.scores:
        return table_result(game.scores)
    forfeit = game.source == MatchGame.Source.FORFEIT
    return GameResult(winner, game.loser_score, forfeit=forfeit)


def _require_as_played(at: LockedMatch, games: Sequence[GameResult], *, by_side: bool) -> None:
    """Insist that a report leaves the games of the engine as they ended.

    Only the desk, not a side, may call off a game that is still being played.
    """
    if not at.has_games:
        return
    said = at.judge(games).lines
    for game in MatchGame.objects.filter(match=at.match, engine_game__isnull=False):
        if game.winner is None:
            if by_side:
                raise WrongState(
                    f"Game {game.number} is being played here and counts by itself. "
                    "Ask the desk, if it cannot be finished."
                )
            continue
        ended = _lines(at, game.number, _as_said(game, game.winner))
        if tuple(line for line in said if line.number == game.number) != tuple(ended):
            raise WrongState(
                f"Game {game.number} was played here, so it counts as it ended. "
                "Enter it like that; a director may correct the result afterwards."
            )


def _lines(at: LockedMatch, number: int, game: GameResult) -> Sequence[Line]:
    if at.is_table:
        return at.judge([game]).lines
    return game_lines(at.ruleset.scoring, number, game)


def forfeited_games(at: LockedMatch, *, absent: int) -> list[GameResult]:
    """Return the games of a match that one side gives up; those played stay.

    Args:
        at: the match.
        absent: slot of the side that gives up.

    Raises:
        MatchIncomplete: two are left at a table, and they play on.
    """
    if at.is_table:
        return [_table_left(at, absent)]
    games, winner = games_so_far(at), 3 - absent
    while len(games) < MOST_GAMES and not at.judge(games).decided:
        games.append(GameResult(winner, forfeit=True))
    return games


def _table_left(at: LockedMatch, absent: int) -> GameResult:
    if len(at.sides) > 2:
        raise MatchIncomplete(
            "Two are left at this table and play on. Enter their scores as the result, "
            "and none for who is missing.",
            field="absent_slot",
        )
    target = at.ruleset.scoring.target
    return table_result([None if side.slot == absent else target for side in at.sides])
