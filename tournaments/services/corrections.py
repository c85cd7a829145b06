"""Corrections: another result, none, or no game at all. No claim and no line is deleted.

A correction is a new claim that supersedes the old one. Whatever was computed from
the old result is computed again: standings by themselves, slots of a bracket here,
seeds of play-offs that are not published yet by ``play_offs``. A bracket that is
published stands as it is drawn.
"""

from collections.abc import Sequence
from uuid import UUID

from django.db import transaction

from common import clock
from common.actor import Actor
from common.errors import ValidationFailed
from tournaments.errors import MatchNotPlayable, WrongState
from tournaments.matches import GameResult
from tournaments.models import Match, MatchGame, MatchSide, ResultClaim
from tournaments.selectors.matches import accepted_claim
from tournaments.services.filing import (
    carry_on,
    file_claim,
    payload_hash,
    payload_of,
    reopen,
    supersede,
)
from tournaments.services.lifecycle import UNDER_WAY, given_reason, require_state
from tournaments.services.locks import check_version
from tournaments.services.match_lock import (
    LockedMatch,
    lock_match,
    require_no_tie,
    require_playable,
)
from tournaments.services.play_offs import refresh_seeds
from tournaments.services.records import bump, note
from tournaments.services.rights import may_direct

NO_RESULT = "This match has no result to correct. Enter one first."


def correct_result(
    *,
    match_id: UUID,
    actor: Actor,
    games: Sequence[GameResult],
    reason: str,
    expected_version: int | None = None,
    source: str = ResultClaim.Source.ADMIN,
) -> ResultClaim:
    """Replace the result of a match; the old claim is kept as superseded.

    Args:
        match_id: public id of the match.
        actor: directs the club.
        games: the whole match as it should be.
        reason: in words; kept with the claim.
        expected_version: of the match, as read; None for any.
        source: of ``ResultClaim.Source``.

    Returns:
        The new accepted claim. In a bracket the right side goes on.

    Raises:
        NotFound, PermissionDenied: no such match, or not to be corrected.
        EventFinal, WrongState: the event is not under way.
        MatchNotPlayable: the match has no result to correct.
        CorrectionBlocked: the wrong side has begun its next match.
        PreconditionFailed: the match has moved on.
        ValidationFailed: no reason, or nothing that would change.
        TournamentError: games that cannot be, as ``report_result``.

    Rule: docs/rules.md#corrections
    """
    reason = given_reason(reason)
    with transaction.atomic():
        at, old = _with_result(match_id, actor, expected_version)
        if payload_hash(payload_of(games)) == old.payload_hash:
            raise ValidationFailed("This is the result already. Change it first.", field="games")
        claim = file_claim(
            at,
            games,
            source=source,
            actor=actor,
            action="match.corrected",
            reason=reason,
            supersedes=old,
        )
        refresh_seeds(at.stage, actor=actor)
    return claim


def retract_result(
    *, match_id: UUID, actor: Actor, reason: str, expected_version: int | None = None
) -> Match:
    """Take the result of a match back: it is to be played, or entered, again.

    A match that has begun and has no result yet starts anew as well.

    Args:
        match_id: public id of the match.
        actor: directs the club.
        reason: in words; for the audit.
        expected_version: of the match, as read; None for any.

    Returns:
        The match, ready; its claim is kept as superseded.

    Raises:
        As ``correct_result``.
    """
    reason = given_reason(reason)
    with transaction.atomic():
        at = _directed(match_id, actor, expected_version)
        old = accepted_claim(at.match)
        if old is not None:
            supersede(old)
        elif at.match.status != Match.Status.IN_PROGRESS:
            raise MatchNotPlayable(NO_RESULT)
        _clear(at, Match.Status.READY, None)
        reopen(at, actor)
        _noted(at, actor, "match.retracted", reason, old)
        # The match grows anew; what its games were is in the claim and the audit.
        MatchGame.objects.filter(match=at.match).delete()
        carry_on(at, actor)
        refresh_seeds(at.stage, actor=actor)
    return at.match


def void_match(
    *, match_id: UUID, actor: Actor, reason: str, expected_version: int | None = None
) -> Match:
    """Declare that a game never was: it counts for nobody, and the pair may meet again.

    Args:
        match_id: public id of the match.
        actor: directs the club.
        reason: in words; for the audit.
        expected_version: of the match, as read; None for any.

    Returns:
        The match, void; a claim it had is kept as superseded.

    Raises:
        As ``correct_result``, and WrongState for a match of a bracket, from which
        somebody must go on, and for a board of a tie.
    """
    reason = given_reason(reason)
    with transaction.atomic():
        at = _directed(match_id, actor, expected_version)
        old = accepted_claim(at.match)
        if old is None:
            require_playable(at)
        if at.is_knockout:
            raise WrongState(
                "Somebody must go on from a play-off match, so it cannot be void. "
                "Enter a forfeit, or take its result back."
            )
        if at.match.parent_id is not None:
            raise WrongState(
                "A tie needs all its boards, so none can be void. "
                "Enter a forfeit, or take its result back."
            )
        if old is not None:
            supersede(old)
        MatchSide.objects.filter(match=at.match).update(is_live=False)
        _clear(at, Match.Status.VOID, Match.Outcome.ANNULLED)
        _noted(at, actor, "match.void", reason, old)
        carry_on(at, actor)
        refresh_seeds(at.stage, actor=actor)
    return at.match


def _directed(match_id: UUID, actor: Actor, expected_version: int | None) -> LockedMatch:
    at = lock_match(match_id)
    may_direct(actor, at.event.tournament.club)
    require_state(at.event, *UNDER_WAY, step="There is no result to correct.")
    check_version(at.match, expected_version)
    require_no_tie(at)
    return at


def _with_result(
    match_id: UUID, actor: Actor, expected_version: int | None
) -> tuple[LockedMatch, ResultClaim]:
    at = _directed(match_id, actor, expected_version)
    old = accepted_claim(at.match)
    if old is None:
        raise MatchNotPlayable(NO_RESULT)
    return at, old


def _clear(at: LockedMatch, status: str, outcome: str | None) -> None:
    """Take the result off the match and its sides; lines stay with their claim."""
    at.match.status, at.match.outcome = status, outcome
    at.match.winner = None
    at.match.confirmed_at = None if outcome is None else clock.now()
    bump(at.match, "status", "outcome", "winner", "confirmed_at")
    for side in at.sides:
        side.tally = side.games_won = 0
    MatchSide.objects.bulk_update(at.sides, ["tally", "games_won"])


def _noted(
    at: LockedMatch, actor: Actor, action: str, reason: str, old: ResultClaim | None
) -> None:
    note(
        at.event,
        actor=actor,
        action=action,
        target=at.match,
        before=_before(at, old),
        after={"status": at.match.status},
        reason=reason,
        payload={"status": at.match.status, "round": at.match.round.number},
    )


def _before(at: LockedMatch, old: ResultClaim | None) -> dict[str, object] | None:
    """What stood: the claim, and the games that were kept one by one."""
    kept = MatchGame.objects.filter(match=at.match).order_by("number")
    games = list(kept.values("number", "winner", "loser_score", "engine_game"))
    if old is None:
        return {"games": games} if games else None
    return {"claim": old.number, "payload": old.payload_hash, "games": games}
