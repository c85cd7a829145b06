"""Somebody leaves a night that is being played, or comes to it after all.

What was played stands, and the leaver stays in the standings. The game that is open in
the round being played goes to the opponent, but two at a table of three play on; the
rounds to come still name the leaver until they are drawn again (``tournaments.services.redraws``).
Where each round is drawn from results, the last published one is played as it is.
"""

from collections.abc import Iterable

from django.db.models import Max, Q

from common.actor import Actor
from tournaments.formats import FORMATS
from tournaments.models import Entry, Event, Match, MatchSide, ResultClaim, Round, Stage
from tournaments.selectors.draws import checked_in_entries
from tournaments.selectors.redraws import (
    drawn_round_by_round,
    first_stage_of,
    last_begun,
    rounds_to_come,
)
from tournaments.services.filing import file_claim
from tournaments.services.lifecycle import given_reason
from tournaments.services.match_lock import lock_match
from tournaments.services.records import bump
from tournaments.services.results import forfeited_games
from tournaments.services.rights import may_direct

OPEN = (Match.Status.READY, Match.Status.IN_PROGRESS, Match.Status.REPORTED)
LEFT = "left the night"


def leave_play(event: Event, entries: Iterable[Entry], *, actor: Actor, reason: str = "") -> None:
    """Take entries out of the rounds of an event that are still to come.

    Args:
        event: locked, with its occasion; it is being played.
        entries: of it, playing.
        actor: directs the club: an open game is forfeited.
        reason: in words; kept with the forfeit.

    Raises:
        PermissionDenied: the actor runs the desk only.
    """
    may_direct(actor, event.tournament.club)
    stages = drawn_round_by_round(event)
    first = first_stage_of(event)
    if not stages and first is not None:
        stages = [first]
    for stage in stages:
        begun = _last_that_stands(stage)
        for entry in entries:
            entry.status, entry.left_round = Entry.Status.WITHDRAWN, begun
            bump(entry, "status", "left_round")
            _give_away_open_match(stage, begun, entry, actor=actor, reason=reason)


def _last_that_stands(stage: Stage) -> int:
    """The last round that is not drawn again: begun, or published where none is."""
    if not FORMATS[stage.kind].needs_results:
        return last_begun(stage)
    published = Round.objects.filter(stage=stage).exclude(state=Round.State.DRAFT)
    return published.aggregate(last=Max("number"))["last"] or 0


def come_back_to_play(event: Event) -> None:
    """Let whoever is there now play: on the rounds that still name them, or newly.

    Args:
        event: locked; nothing happens unless it is being played.
    """
    stage = first_stage_of(event)
    if event.state != Event.State.RUNNING or stage is None:
        return
    absent = Entry.objects.filter(event=event, status=Entry.Status.NO_SHOW)
    for entry in absent:
        members = entry.members.select_related("registration")
        if all(one.registration.status == "checked_in" for one in members):
            entry.status = Entry.Status.ENTERED
            bump(entry, "status")
    named = MatchSide.objects.filter(
        round__in=rounds_to_come(stage), is_live=True, entry__isnull=False
    ).values("entry")
    there = checked_in_entries(stage).filter(Q(pk__in=named), status=Entry.Status.ENTERED)
    for entry in there:
        entry.status, entry.left_round = Entry.Status.ACTIVE, None
        bump(entry, "status", "left_round")


def _give_away_open_match(
    stage: Stage, number: int, entry: Entry, *, actor: Actor, reason: str
) -> None:
    side = MatchSide.objects.filter(
        match__stage=stage,
        round__number=number,
        entry=entry,
        is_live=True,
        match__kind=Match.Kind.PAIRING,
        match__status__in=OPEN,
    ).first()
    if side is None:
        return
    at = lock_match(side.match.public_id)
    if at.is_table and len(at.sides) > 2:
        # The two who are left play on; their result says who was missing.
        return
    file_claim(
        at,
        forfeited_games(at, absent=side.slot),
        source=ResultClaim.Source.SCORER,
        actor=actor,
        action="match.forfeited",
        reason=given_reason(reason or LEFT),
    )
