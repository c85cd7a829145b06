"""The cards of a stage: who plays there, and the lines of accepted claims."""

from collections import defaultdict
from collections.abc import Iterable
from typing import Any

from django.db.models import Count, Exists, IntegerField, OuterRef, QuerySet, Subquery

from tournaments.formats import TABLES
from tournaments.models import GameLine, Match, MatchSide, ResultClaim, Stage, StageEntry
from tournaments.standings.table import CardLine


def entered_in(stage: Stage) -> QuerySet[Any]:
    """Find who plays in a stage.

    Args:
        stage: any.

    Returns:
        Its entries by number; ``rests`` of each counts the sit-outs of rounds that are
        being played.
    """
    played = Match.objects.filter(
        round=OuterRef("round"), kind=Match.Kind.PAIRING, status__in=Match.OVER
    )
    rests = (
        MatchSide.objects.filter(
            Exists(played),
            entry=OuterRef("entry"),
            match__stage=OuterRef("stage"),
            match__outcome=Match.Outcome.BYE,
        )
        .values("entry")
        .annotate(n=Count("pk"))
        .values("n")
    )
    return (
        StageEntry.objects.filter(stage=stage)
        .select_related("stage__event", "entry")
        .annotate(rests=Subquery(rests, output_field=IntegerField()))
        .order_by("entry__number")
    )


def card_lines_of(stage: Stage) -> Iterable[CardLine]:
    """Read the lines of accepted claims.

    Args:
        stage: any.

    Returns:
        A line per side of a game; one query.
    """
    rows: list[tuple[Any, ...]] = list(
        GameLine.objects.filter(
            claim__match__stage=stage, claim__state=ResultClaim.State.ACCEPTED
        ).values_list("claim_id", "side__entry__number", "won", "spread", "points", "skunk")
    )
    met: dict[int, set[int]] = defaultdict(set)
    for claim, entry, *_ in rows:
        met[claim].add(entry)
    # At a table where each plays for itself nobody beats anybody in particular.
    meets_one = stage.kind not in TABLES
    for claim, entry, won, spread, points, skunk in rows:
        other = next((number for number in met[claim] if meets_one and number != entry), None)
        yield CardLine(entry, other, won, spread, points, skunk)
