"""Accepted results of a whole event, for pages that show many matches at once."""

from django.db.models import Prefetch

from tournaments.game_results import GameResult
from tournaments.models import Event, Match, MatchSide, ResultClaim, Round


def games_of(event: Event) -> dict[int, tuple[GameResult, ...]]:
    """Return the games of every accepted claim of an event.

    Args:
        event: any state.

    Returns:
        Games in order by the key of the match; one query, whatever the size.
    """
    claims = ResultClaim.objects.filter(
        match__stage__event=event, state=ResultClaim.State.ACCEPTED
    ).values_list("match_id", "payload")
    return {match: tuple(map(GameResult.said, payload["games"])) for match, payload in claims}


def rounds_shown(event: Event, *, with_boards: bool = False) -> tuple[Round, ...]:
    """Return the published rounds of all stages of an event, all loaded.

    Args:
        event: any state.
        with_boards: whether the boards of ties are loaded too.

    Returns:
        Rounds in the order they are played, each with ``stage``, its matches, which
        are ties and not their boards, and their sides; three queries, whatever the
        size, and two for boards.
    """
    sides = MatchSide.objects.select_related("entry").order_by("slot")
    matches = Match.objects.filter(parent=None).order_by("table", "number")
    matches = matches.select_related("stage").prefetch_related(Prefetch("sides", sides))
    if with_boards:
        boards = Match.objects.order_by("number").prefetch_related(Prefetch("sides", sides))
        matches = matches.prefetch_related(Prefetch("boards", boards))
    return tuple(
        Round.objects.filter(stage__event=event)
        .exclude(state=Round.State.DRAFT)
        .select_related("stage")
        .order_by("stage__number", "number")
        .prefetch_related(Prefetch("matches", matches))
    )
