"""Filing a result: the claim, the lines that count, the match, and what follows.

Every way a result comes in (typed, game by game, from the engine, a forfeit, a
correction) ends here, so that the same games always leave the same rows behind.
"""

from collections.abc import Iterator, Mapping, Sequence

from django.db.models import F

from common import clock
from common.actor import Actor
from common.canonical import digest
from tournaments.formats import FORMATS
from tournaments.matches import GameResult, Verdict, require_complete
from tournaments.models import (
    Event,
    GameLine,
    Match,
    MatchGame,
    MatchSide,
    ResultClaim,
    Round,
    Stage,
)
from tournaments.selectors.matches import OVER
from tournaments.selectors.plans import progress_of
from tournaments.services.advance import advance_stage
from tournaments.services.drafting import mark_stale_drafts
from tournaments.services.lifecycle import move, review_if_over
from tournaments.services.match_lock import LockedMatch
from tournaments.services.records import bump, note
from tournaments.services.tie_results import settle_tie

Dealers = Mapping[int, int]
"""Slot that dealt first, by number of the game; unknown games are left out."""


def file_claim(
    at: LockedMatch,
    games: Sequence[GameResult],
    *,
    source: str,
    actor: Actor,
    action: str = "match.confirmed",
    reason: str = "",
    supersedes: ResultClaim | None = None,
) -> ResultClaim:
    """Accept the games of a match as its result and carry everything on from it.

    Args:
        at: the match, under its event's lock, which takes a result now.
        games: the whole match.
        source: of ``ResultClaim.Source``.
        actor: who said so.
        action: of the audit and the feed.
        reason: for the claim and the audit.
        supersedes: the claim that stood until now; it is kept as superseded.

    Returns:
        The accepted claim.

    Raises:
        TournamentError: games that cannot be, or do not make a whole match.
        CorrectionBlocked: a later match was played by somebody who would not be in it.
    """
    verdict = require_complete(at.judge(games))
    before = None if supersedes is None else _summary(at)
    claim = _write_claim(at, games, source=source, actor=actor, reason=reason, old=supersedes)
    _write_lines(at, claim, verdict, _dealers(at, games))
    _set_tally(at, verdict)
    _set_result(at.match, verdict, games)
    note(
        at.event,
        actor=actor,
        action=action,
        target=at.match,
        before=before,
        after={**_summary(at), "claim": claim.number, "payload": claim.payload_hash},
        reason=reason,
        payload=_summary(at),
    )
    carry_on(at, actor)
    return claim


def carry_on(at: LockedMatch, actor: Actor) -> None:
    """Move on whatever follows from a match that has just got, or lost, a result.

    Args:
        at: the match, saved.
        actor: who caused it.

    Raises:
        CorrectionBlocked: as ``file_claim``.
    """
    _carry_on(at, actor)
    if FORMATS[at.stage.kind].needs_results:
        mark_stale_drafts(at.event)


def _carry_on(at: LockedMatch, actor: Actor) -> None:
    settle_tie(at)
    in_round, in_stage = at.others_in_round, at.others_in_stage
    if at.is_knockout and advance_stage(at.stage):
        open_ones = Match.objects.exclude(status__in=OVER).exclude(pk=at.match.pk)
        in_round = open_ones.filter(round=at.match.round).exists()
        in_stage = open_ones.filter(stage=at.stage).exists()
    if at.match.status not in OVER:
        return
    if not in_round and at.match.round.state != Round.State.COMPLETE:
        at.match.round.state = Round.State.COMPLETE
        bump(at.match.round, "state")
    if in_stage and at.stage.state == Stage.State.COMPLETE:
        # A corrected final may ask for the second one.
        reopen(at, actor)
    if not in_stage:
        complete_if_over(at.stage, actor)


def complete_if_over(stage: Stage, actor: Actor) -> None:
    """Complete a stage that has no open match, and review its event, unless a round follows.

    Args:
        stage: of a locked event, with it.
        actor: who caused it.
    """
    if stage.state == Stage.State.RUNNING and _is_over(stage):
        stage.state = Stage.State.COMPLETE
        bump(stage, "state")
        review_if_over(stage.event, actor=actor)


def reopen(at: LockedMatch, actor: Actor) -> None:
    """Let a stage go on that has a match to play again, and its event with it.

    Args:
        at: a match of the stage, saved.
        actor: who caused it.
    """
    to_play = Match.objects.filter(stage=at.stage).exclude(status__in=OVER)
    Round.objects.filter(pk__in=to_play.values("round"), state=Round.State.COMPLETE).update(
        state=Round.State.PUBLISHED, version=F("version") + 1, updated_at=clock.now()
    )
    if at.stage.state in (Stage.State.COMPLETE, Stage.State.FINAL):
        at.stage.state = Stage.State.RUNNING
        bump(at.stage, "state")
    if at.event.state == Event.State.REVIEW:
        move(at.event, Event.State.RUNNING, actor=actor, action="event.resumed")


def _is_over(stage: Stage) -> bool:
    """Say whether a stage without an open match is played, or another round follows."""
    format_ = FORMATS[stage.kind]
    return not format_.needs_results or format_.is_over(progress_of(stage))


def payload_of(games: Sequence[GameResult]) -> dict[str, object]:
    """Write games down as a claim keeps them.

    Args:
        games: the whole match.
    """
    return {"games": [dict(_said(game)) for game in games]}


def payload_hash(payload: Mapping[str, object]) -> str:
    """Name what a claim says, so that nobody agrees to a changed text.

    Args:
        payload: as ``payload_of`` wrote it.
    """
    return digest("claim1", payload)


def supersede(claim: ResultClaim) -> None:
    """Let a claim count no longer; it and its lines are kept.

    Args:
        claim: of a locked event.
    """
    claim.state = ResultClaim.State.SUPERSEDED
    claim.save(update_fields=["state", "updated_at"])


def _dealers(at: LockedMatch, games: Sequence[GameResult]) -> Dealers:
    """Who dealt first: as the engine knows it, else as the chart has it."""
    dealers = dict(_chart_dealers(at, games))
    if at.has_games:
        known = MatchGame.objects.filter(match=at.match).values_list("number", "first_dealer")
        dealers |= {number: slot for number, slot in known if slot}
    return dealers


def _chart_dealers(at: LockedMatch, games: Sequence[GameResult]) -> Dealers:
    """In a match the deal alternates."""
    first = at.match.first_dealer
    if first is None or at.ruleset.first_deal != "chart":
        return {}
    return {n: first if n % 2 else 3 - first for n in range(1, len(games) + 1)}


def _said(game: GameResult) -> Iterator[tuple[str, object]]:
    yield "winner", game.winner
    if game.forfeit:
        yield "forfeit", True
    if game.loser_score is not None:
        yield "loser_score", game.loser_score
    if game.spread is not None:
        yield "spread", game.spread
    if game.scores:
        yield "scores", list(game.scores)


def _write_claim(
    at: LockedMatch,
    games: Sequence[GameResult],
    *,
    source: str,
    actor: Actor,
    reason: str,
    old: ResultClaim | None,
) -> ResultClaim:
    if old is not None:
        # First, for only one claim of a match may be accepted at any moment.
        supersede(old)
    payload = payload_of(games)
    return ResultClaim.objects.create(
        match=at.match,
        number=at.claims + 1,
        source=source,
        actor_key=actor.key,
        actor_label=actor.label[:120],
        payload=payload,
        payload_hash=payload_hash(payload),
        state=ResultClaim.State.ACCEPTED,
        supersedes=old,
        reason=reason,
        decided_at=clock.now(),
    )


def _write_lines(at: LockedMatch, claim: ResultClaim, verdict: Verdict, dealers: Dealers) -> None:
    by_slot = {side.slot: side for side in at.sides}
    GameLine.objects.bulk_create(
        GameLine(
            claim=claim,
            side=by_slot[line.slot],
            number=line.number,
            won=line.won,
            spread=line.spread,
            points=line.points,
            skunk=line.skunk,
            is_forfeit=line.forfeit,
            dealt_first=None
            if line.forfeit or line.number not in dealers
            else dealers[line.number] == line.slot,
        )
        for line in verdict.lines
    )


def _set_tally(at: LockedMatch, verdict: Verdict) -> None:
    for side in at.sides:
        side.tally = verdict.tally[side.slot - 1]
        side.games_won = verdict.games_won[side.slot - 1]
    MatchSide.objects.bulk_update(at.sides, ["tally", "games_won"])


def _set_result(match: Match, verdict: Verdict, games: Sequence[GameResult]) -> None:
    absent = all(game.forfeit for game in games)
    match.status = Match.Status.CONFIRMED
    match.outcome = Match.Outcome.FORFEIT if absent else Match.Outcome.PLAYED
    match.winner = verdict.winner
    match.confirmed_at = clock.now()
    bump(match, "status", "outcome", "winner", "confirmed_at")


def _summary(at: LockedMatch) -> dict[str, object]:
    return {
        "winner": at.match.winner,
        "tally": [side.tally for side in at.sides],
        "outcome": at.match.outcome,
        "round": at.match.round.number,
    }
