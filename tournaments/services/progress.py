"""A match that grows: game by game at the desk, forfeited, or on the engine.

The games of a match are kept as they end. As soon as they decide it, one claim is
filed from them; a later game is refused.
"""

from uuid import UUID

from django.db import transaction

from common import clock
from common.actor import Actor
from common.errors import ValidationFailed
from tournaments.errors import GameAfterDecision, WrongState
from tournaments.matches import GameResult, check_game
from tournaments.models import Match, MatchGame, MatchSide, ResultClaim
from tournaments.selectors.matches import OVER
from tournaments.services.filing import file_claim
from tournaments.services.lifecycle import UNDER_WAY, given_reason, require_state
from tournaments.services.locks import check_version
from tournaments.services.match_lock import LockedMatch, lock_match, require_playable
from tournaments.services.records import bump, note
from tournaments.services.results import games_so_far, require_slot
from tournaments.services.rights import may_direct, may_enter_results


def record_game(
    *,
    match_id: UUID,
    actor: Actor,
    number: int,
    winner: int,
    loser_score: int,
    expected_version: int | None = None,
) -> MatchGame:
    """Enter one game of a match; the game that decides it files the result.

    Args:
        match_id: public id of the match.
        actor: enters results at the club.
        number: of the game, from 1; a game entered before is entered anew.
        winner: slot 1 or 2.
        loser_score: holes of the loser.
        expected_version: of the match, as read; None for any.

    Returns:
        The game; its match tells whether it is decided.

    Raises:
        GameAfterDecision: the match was decided before this game.
        TournamentError: as ``report_result``.
        ValidationFailed: a game before it is missing.

    Rule: docs/rules.md#match
    """
    result = GameResult(winner, loser_score)
    with transaction.atomic():
        at = _growing(match_id, expected_version)
        may_enter_results(actor, at.event.tournament.club)
        require_playable(at)
        return _enter(at, actor, number=number, result=result, source=MatchGame.Source.LIVE)


def forfeit_game(
    *,
    match_id: UUID,
    actor: Actor,
    number: int,
    absent_slot: int,
    reason: str,
    expected_version: int | None = None,
) -> MatchGame:
    """Give one game of a match to the side that is there: somebody is late.

    Args:
        match_id: public id of the match.
        actor: directs the club.
        number: of the game, from 1.
        absent_slot: the side that is missing.
        reason: in words; for the audit.
        expected_version: of the match, as read; None for any.

    Returns:
        The game; the match goes on, unless this decides it.

    Raises:
        As ``record_game``.

    Rule: docs/rules.md#game-points
    """
    reason = given_reason(reason)
    with transaction.atomic():
        at = _growing(match_id, expected_version)
        may_direct(actor, at.event.tournament.club)
        require_slot(at, absent_slot)
        require_playable(at)
        result = GameResult(3 - absent_slot, forfeit=True)
        return _enter(
            at,
            actor,
            number=number,
            result=result,
            source=MatchGame.Source.FORFEIT,
            reason=reason,
        )


def file_if_decided(
    at: LockedMatch, *, actor: Actor, source: str, reason: str = ""
) -> ResultClaim | None:
    """File the result of a match as soon as its games decide it.

    Args:
        at: the match, whose games are saved.
        actor: who entered the last one.
        source: of ``ResultClaim.Source``.
        reason: for the claim.

    Returns:
        The accepted claim, or None while the match goes on.
    """
    games = games_so_far(at)
    verdict = at.judge(games)
    if verdict.decided:
        return file_claim(at, games, source=source, actor=actor, reason=reason)
    for side in at.sides:
        side.tally = verdict.tally[side.slot - 1]
        side.games_won = verdict.games_won[side.slot - 1]
    MatchSide.objects.bulk_update(at.sides, ["tally", "games_won"])
    return None


def set_in_progress(at: LockedMatch) -> None:
    """Mark that a match has begun; its version counts every game.

    Args:
        at: the match, not decided.
    """
    at.match.status = Match.Status.IN_PROGRESS
    at.match.started_at = at.match.started_at or clock.now()
    bump(at.match, "status", "started_at")


def next_number(at: LockedMatch) -> int:
    """Return the number of the game that is played next.

    Args:
        at: the match.
    """
    return len(games_so_far(at)) + 1


def _growing(match_id: UUID, expected_version: int | None) -> LockedMatch:
    """Lock a match; say of a decided one that this game comes too late."""
    at = lock_match(match_id)
    require_state(at.event, *UNDER_WAY, step="Publish the seating first, then enter results.")
    if at.match.status in OVER and at.match.kind == Match.Kind.PAIRING and at.match.winner:
        raise GameAfterDecision("The match is decided. Leave later games out.", field="number")
    if at.is_table:
        raise WrongState("This table plays one game. Enter its scores as the result.")
    check_version(at.match, expected_version)
    return at


def _enter(
    at: LockedMatch,
    actor: Actor,
    *,
    number: int,
    result: GameResult,
    source: str,
    reason: str = "",
) -> MatchGame:
    check_game(at.ruleset.scoring, result)
    upcoming = next_number(at)
    if not 1 <= number <= upcoming:
        raise ValidationFailed(f"Enter game {upcoming} first.", field="number")
    old = MatchGame.objects.filter(match=at.match, number=number).first()
    if old is not None and old.source == MatchGame.Source.ENGINE and old.winner is not None:
        raise WrongState(f"Game {number} was played here, so it counts as it ended.")
    game, _ = MatchGame.objects.update_or_create(
        match=at.match,
        number=number,
        defaults={
            "source": source,
            "engine_game": None,
            "winner": result.winner,
            "loser_score": result.loser_score,
            "finished_at": clock.now(),
        },
    )
    set_in_progress(at)
    note(
        at.event,
        actor=actor,
        action="match.game",
        target=at.match,
        before=None if old is None else {"winner": old.winner, "loser_score": old.loser_score},
        after={"number": number, "winner": result.winner, "loser_score": result.loser_score},
        reason=reason,
        payload={"number": number, "winner": result.winner, "loser_score": result.loser_score},
    )
    file_if_decided(at, actor=actor, source=ResultClaim.Source.SCORER, reason=reason)
    game.match = at.match
    return game
