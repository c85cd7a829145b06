"""Claims, the lines that count, and what was computed from them on the match."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from typing import Any

from django.db.models import Count, Prefetch, Q, QuerySet, Sum

from common.errors import NotFound
from games.selectors.finished import GameOutcome, outcome_of
from scoring.errors import CribbageError
from tournaments.formats import KNOCKOUTS
from tournaments.integrity.breach import Breach
from tournaments.matches import GameResult, MatchFormat, Verdict, judge_match
from tournaments.models import Event, GameLine, Match, MatchGame, MatchSide, ResultClaim
from tournaments.rulesets import Ruleset, match_format
from tournaments.selectors.brackets import DECIDED
from tournaments.services.filing import payload_hash

ACCEPTED = ResultClaim.State.ACCEPTED
Said = tuple[Any, ...]


def accepted_claims() -> Iterator[Breach]:
    """A match that was played or forfeited has one accepted claim, any other has none."""
    decided = Q(outcome__in=DECIDED)
    counted = Match.objects.annotate(n=Count("claims", filter=Q(claims__state=ACCEPTED)))
    wrong = counted.filter((decided & ~Q(n=1)) | (~decided & ~Q(n=0)))
    for match in wrong.order_by("pk"):
        needed = 1 if match.outcome in DECIDED else 0
        yield Breach(
            "accepted claim", f"match {match.public_id}", f"has {match.n} and needs {needed}"
        )


def lines_of_claims() -> Iterator[Breach]:
    """Lines, tally and winner are what the accepted claim says."""
    for claim in _claims_with_lines().iterator(chunk_size=500):
        where = f"match {claim.match.public_id}"
        if payload_hash(claim.payload) != claim.payload_hash:
            yield Breach("claim", where, "the claim is not what its digest names")
            continue
        try:
            verdict = _judge(claim)
        except (CribbageError, KeyError) as error:
            yield Breach("claim", where, f"the claim cannot be judged: {error}")
            continue
        # With rule codes two cards may lawfully differ, and the lines are the cards'.
        is_coded = any(line.rule_code for line in claim.lines.all())
        if not is_coded and _stored(claim) != _computed(verdict):
            yield Breach("game lines", where, "the lines are not what the claim says")
        elif not is_coded and not _is_set(claim, verdict):
            yield Breach("match result", where, "winner or tally is not what the claim says")


def sums_of_games() -> Iterator[Breach]:
    """Over ordinary games of an event spreads add up to 0, and wins to losses."""
    ordinary = GameLine.objects.filter(
        claim__state=ACCEPTED, rule_code=None, is_forfeit=False
    ).values("claim__match__stage__event__public_id")
    sums = ordinary.annotate(
        spread=Sum("spread"), wins=Count("pk", filter=Q(won=True)), lines=Count("pk")
    )
    for row in sums.order_by("claim__match__stage__event__public_id"):
        where = f"event {row['claim__match__stage__event__public_id']}"
        if row["spread"]:
            yield Breach("spread", where, f"adds up to {row['spread']}")
        if row["wins"] * 2 != row["lines"]:
            yield Breach(
                "wins", where, f"{row['wins']} wins and {row['lines'] - row['wins']} losses"
            )


def entries_in_rounds() -> Iterator[Breach]:
    """Nobody plays twice in one round."""
    rows = MatchSide.objects.exclude(match__status=Match.Status.VOID).exclude(entry=None)
    twice = (
        rows.values("match__round__public_id", "entry__public_id")
        .annotate(n=Count("pk"))
        .filter(n__gt=1)
    )
    for row in twice.order_by("match__round__public_id", "entry__public_id"):
        yield Breach(
            "once a round",
            f"round {row['match__round__public_id']}",
            f"entry {row['entry__public_id']} is in {row['n']} matches",
        )
    for side in rows.exclude(is_live=True).select_related("match").order_by("pk"):
        yield Breach("once a round", f"match {side.match.public_id}", "a side is not live")


def engine_results() -> Iterator[Breach]:
    """A game that was played on the engine counts as it ended there."""
    games = MatchGame.objects.exclude(engine_game=None).exclude(winner=None)
    for game in games.select_related("match").order_by("pk"):
        where = f"match {game.match.public_id}"
        ended = _ended(game)
        if ended is None or ended.winner_side is None or game.winner is None:
            yield Breach("engine result", where, f"game {game.number} has not ended")
        elif (game.winner - 1, game.loser_score) != (
            ended.winner_side,
            ended.scores[1 - ended.winner_side],
        ):
            yield Breach("engine result", where, f"game {game.number} ended otherwise")


def _ended(game: MatchGame) -> GameOutcome | None:
    try:
        return outcome_of(game.engine_game) if game.engine_game else None
    except NotFound:
        return None


def _claims_with_lines() -> QuerySet[ResultClaim]:
    sides = Prefetch("match__sides", MatchSide.objects.order_by("slot"))
    lines = Prefetch("lines", GameLine.objects.select_related("side"))
    accepted = ResultClaim.objects.filter(state=ACCEPTED).select_related("match__stage__event")
    return accepted.prefetch_related(sides, lines).order_by("pk")


def _judge(claim: ResultClaim) -> Verdict:
    stage = claim.match.stage
    event: Event = stage.event
    of_stage = match_format(stage.config)
    format_ = MatchFormat(claim.match.best_of, of_stage.counting, of_stage.multipliers)
    said: list[Mapping[str, Any]] = claim.payload["games"]
    games = [GameResult(**game) for game in said]
    scoring = Ruleset.read(event.rules, event.ruleset).scoring
    return judge_match(format_, scoring, games, knockout=stage.kind in KNOCKOUTS)


def _stored(claim: ResultClaim) -> Counter[Said]:
    return Counter(
        (
            line.side.slot,
            line.number,
            line.won,
            line.spread,
            line.points,
            line.skunk,
            line.is_forfeit,
        )
        for line in claim.lines.all()
    )


def _computed(verdict: Verdict) -> Counter[Said]:
    return Counter(
        (line.slot, line.number, line.won, line.spread, line.points, line.skunk, line.forfeit)
        for line in verdict.lines
    )


def _is_set(claim: ResultClaim, verdict: Verdict) -> bool:
    tally: dict[int, tuple[int, int]] = defaultdict(lambda: (0, 0))
    for side in claim.match.sides.all():
        tally[side.slot] = (side.tally, side.games_won)
    return claim.match.winner == verdict.winner and all(
        tally[slot] == (verdict.tally[slot - 1], verdict.games_won[slot - 1]) for slot in (1, 2)
    )
