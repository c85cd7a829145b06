"""Claims, the lines that count, and what was computed from them on the match."""

from collections import Counter, defaultdict
from collections.abc import Iterator
from typing import Any

from django.db.models import CharField, Count, Prefetch, Q, QuerySet, Sum, Value
from django.db.models.functions import Concat

from common.errors import NotFound
from games.selectors.finished import GameOutcome, outcome_of
from scoring.errors import CribbageError
from tournaments.integrity.breach import Breach
from tournaments.judging import judge_games
from tournaments.matches import GameResult, Verdict
from tournaments.models import Event, GameLine, Match, MatchGame, MatchSide, ResultClaim
from tournaments.rulesets import Ruleset
from tournaments.selectors.brackets import DECIDED
from tournaments.services.filing import payload_hash

ACCEPTED = ResultClaim.State.ACCEPTED
Said = tuple[Any, ...]


def accepted_claims() -> Iterator[Breach]:
    """A match that was played or forfeited has one accepted claim, any other has none."""
    # A tie has the claims of its boards.
    decided = Q(outcome__in=DECIDED) & ~Q(kind=Match.Kind.TIE)
    counted = Match.objects.annotate(n=Count("claims", filter=Q(claims__state=ACCEPTED)))
    wrong = counted.filter((decided & ~Q(n=1)) | (~decided & ~Q(n=0)))
    for match in wrong.order_by("pk"):
        needed = int(match.outcome in DECIDED and match.kind != Match.Kind.TIE)
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
    """Over ordinary games of an event spreads add up to 0, and each has one winner."""
    ordinary = GameLine.objects.filter(
        claim__state=ACCEPTED, rule_code=None, is_forfeit=False
    ).values("claim__match__stage__event__public_id")
    sums = ordinary.annotate(
        spread=Sum("spread"),
        wins=Count("pk", filter=Q(won=True)),
        games=Count(Concat("claim", Value("-"), "number", output_field=CharField()), distinct=True),
    )
    for row in sums.order_by("claim__match__stage__event__public_id"):
        where = f"event {row['claim__match__stage__event__public_id']}"
        if row["spread"]:
            yield Breach("spread", where, f"adds up to {row['spread']}")
        if row["wins"] != row["games"]:
            yield Breach("wins", where, f"{row['games']} games and {row['wins']} wins")


def entries_in_rounds() -> Iterator[Breach]:
    """Nobody plays twice in one round."""
    rows = MatchSide.objects.exclude(match__status=Match.Status.VOID).exclude(entry=None)
    rows = rows.filter(match__parent=None)
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
        elif game.winner - 1 != ended.winner_side or _kept(game) != _lost(ended):
            yield Breach("engine result", where, f"game {game.number} ended otherwise")


def _ended(game: MatchGame) -> GameOutcome | None:
    try:
        return outcome_of(game.engine_game) if game.engine_game else None
    except NotFound:
        return None


def _kept(game: MatchGame) -> list[int | None]:
    return list(game.scores or (game.loser_score,))


def _lost(ended: GameOutcome) -> list[int | None]:
    """The scores that are kept of a game: the loser's, or all of a table."""
    if len(ended.scores) > 2 or ended.winner_side is None:
        return list(ended.scores)
    return [ended.scores[1 - ended.winner_side]]


def _claims_with_lines() -> QuerySet[ResultClaim]:
    sides = Prefetch("match__sides", MatchSide.objects.order_by("slot"))
    lines = Prefetch("lines", GameLine.objects.select_related("side"))
    accepted = ResultClaim.objects.filter(state=ACCEPTED).select_related("match__stage__event")
    return accepted.prefetch_related(sides, lines).order_by("pk")


def _judge(claim: ResultClaim) -> Verdict:
    stage = claim.match.stage
    event: Event = stage.event
    return judge_games(
        stage.kind,
        stage.config,
        Ruleset.read(event.rules, event.ruleset).scoring,
        [GameResult.said(game) for game in claim.payload["games"]],
        best_of=claim.match.best_of,
        sides=len(claim.match.sides.all()),
        board=claim.match.board,
    )


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
        tally[slot] == counted
        for slot, counted in enumerate(zip(verdict.tally, verdict.games_won, strict=True), start=1)
    )
