"""A match under the lock of its event, with everything a report needs to read.

Two statements whatever the match: the event is locked first, so that what is read
after it cannot be changed by anybody else until the transaction ends.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.core.exceptions import ObjectDoesNotExist
from django.db.models import Exists, IntegerField, Max, OuterRef, QuerySet, Subquery

from common.errors import NotFound
from common.locking import lock_row
from tournaments.errors import MatchConfirmed, MatchNotPlayable
from tournaments.formats import KNOCKOUTS, TABLES
from tournaments.judging import judge_games
from tournaments.matches import GameResult, Verdict
from tournaments.models import Event, Match, MatchGame, MatchSide, ResultClaim, Round, Stage
from tournaments.rulesets import Ruleset
from tournaments.selectors.matches import OVER
from tournaments.services.lifecycle import UNDER_WAY, require_state


@dataclass(frozen=True, slots=True)
class LockedMatch:
    """A match of a locked event; ``sides`` are in slot order.

    ``others_in_round`` and ``others_in_stage`` say whether another match there has
    no result yet. ``has_games`` says whether it grows game by game.
    """

    event: Event
    match: Match
    sides: tuple[MatchSide, ...]
    claims: int
    others_in_round: bool
    others_in_stage: bool
    has_games: bool

    @property
    def stage(self) -> Stage:
        """The stage it is played in."""
        return self.match.stage

    @property
    def is_knockout(self) -> bool:
        """Whether somebody goes on from it."""
        return self.stage.kind in KNOCKOUTS

    @property
    def ruleset(self) -> Ruleset:
        """What its games are worth."""
        return Ruleset.read(self.event.rules, self.event.ruleset)

    @property
    def is_table(self) -> bool:
        """Whether those who sit here play each for itself."""
        return self.stage.kind in TABLES

    def judge(self, games: Sequence[GameResult]) -> Verdict:
        """Judge games of this match; raises as ``judge_games``."""
        return judge_games(
            self.stage.kind,
            self.stage.config,
            self.ruleset.scoring,
            games,
            best_of=self.match.best_of,
            sides=len(self.sides),
            board=self.match.board,
        )


def lock_match(match_id: UUID) -> LockedMatch:
    """Lock the event of a match and read the match.

    Args:
        match_id: public id of the match.

    Raises:
        NotFound: there is no such match.
        LockTimeout: somebody else held the event too long.
    """
    events = Event.objects.select_related("tournament__club")
    try:
        event = lock_row(events.filter(stages__matches__public_id=match_id))
    except ObjectDoesNotExist as error:
        raise NotFound("There is no such match.") from error
    sides = tuple(_sides(match_id))
    match = sides[0].match
    match.stage.event = event
    match.round.stage = match.stage
    for side in sides:
        side.match = match
    return LockedMatch(
        event=event,
        match=match,
        sides=sides,
        claims=sides[0].claims or 0,
        others_in_round=sides[0].others_in_round,
        others_in_stage=sides[0].others_in_stage,
        has_games=sides[0].has_games,
    )


def require_playable(at: LockedMatch) -> None:
    """Insist that a match takes a result now.

    Args:
        at: the match.

    Raises:
        EventFinal, WrongState: the event is not being played.
        MatchNotPlayable: a sit-out, a tie, void, waiting, or not published.
        MatchConfirmed: it has its result.
    """
    require_state(at.event, *UNDER_WAY, step="Publish the seating first, then enter results.")
    match = at.match
    require_no_tie(at)
    if match.round.state == Round.State.DRAFT:
        raise MatchNotPlayable("This round is a draft. Publish it first, then enter results.")
    if match.kind == Match.Kind.BYE:
        raise MatchNotPlayable("Nobody plays here: it is a sit-out, and counts by itself.")
    if match.status == Match.Status.VOID:
        raise MatchNotPlayable("This game is void, so it takes no result.")
    if match.status == Match.Status.BLOCKED:
        raise MatchNotPlayable(
            "This match waits for an earlier one. Enter the result of that one first."
        )
    if match.status in OVER:
        raise MatchConfirmed(
            "This match has its result. Correct it with a reason, if it is wrong.",
            version=match.version,
        )


def require_no_tie(at: LockedMatch) -> None:
    """Insist that a match has a result of its own.

    Args:
        at: the match.

    Raises:
        MatchNotPlayable: a tie, which has the results of its boards.
    """
    if at.match.kind == Match.Kind.TIE:
        raise MatchNotPlayable("A tie counts what its boards do. Name the board instead.")


def _sides(match_id: UUID) -> QuerySet[Any]:
    """The sides with the match, annotated with what else a report must know."""
    claims = ResultClaim.objects.filter(match=OuterRef("match")).values("match")
    others = Match.objects.exclude(pk=OuterRef("match")).exclude(status__in=OVER)
    others = others.exclude(round__state=Round.State.DRAFT)
    # A tie is over with its last board.
    others = others.exclude(kind=Match.Kind.TIE)
    return (
        MatchSide.objects.select_related("match__round", "match__stage", "entry")
        .filter(match__public_id=match_id)
        .annotate(
            claims=Subquery(
                claims.annotate(last=Max("number")).values("last"), output_field=IntegerField()
            ),
            others_in_round=Exists(others.filter(round=OuterRef("match__round"))),
            others_in_stage=Exists(others.filter(stage=OuterRef("match__stage"))),
            has_games=Exists(MatchGame.objects.filter(match=OuterRef("match"))),
        )
        .order_by("slot")
    )
