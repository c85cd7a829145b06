"""From the standings to the play-offs: the cut, rulings about it, lots, seeds.

A tie that reaches over the cut blocks it until a ruling is recorded. Seeds inside an
equal place are drawn by lot; a lot is recorded with its seed and stays valid while
the same entries share the place. Entries are kept by number.
"""

from collections.abc import Sequence
from uuid import UUID

from django.db import transaction

from common.actor import Actor
from common.errors import ValidationFailed
from tournaments.errors import CutTied, PairingImpossible, RoundExists, WrongState
from tournaments.models import Entry, Event, Match, Round, Ruling, Stage, StageFeed
from tournaments.selectors.consolations import taken_view, those_out
from tournaments.selectors.matches import OVER
from tournaments.selectors.standings import CutView, Measured, cut_of, feed_of, measure
from tournaments.services.consolations import seed_consolation
from tournaments.services.drafting import mark_stale_drafts
from tournaments.services.lifecycle import UNDER_WAY, given_reason, require_state
from tournaments.services.locks import lock_event, lock_roots_of_stage
from tournaments.services.rights import may_direct
from tournaments.services.seeding import (
    cut_in,
    cut_with_lots,
    record_ruling,
    seed,
    unseed,
)

SEEDABLE = (Stage.State.PLANNED, Stage.State.SEEDED, Stage.State.COMPLETE)


def record_cut_ruling(
    *, event_id: UUID, actor: Actor, order: Sequence[UUID], reason: str
) -> Ruling:
    """Record who goes on of those whom a tie holds at the cut.

    Args:
        event_id: public id of the event.
        actor: directs the club.
        order: public ids of all tied entries, the best first.
        reason: in words, such as a play-off game or a lot drawn in the hall.

    Returns:
        The ruling. Places stay equal; it decides seeds only.

    Raises:
        NotFound, PermissionDenied: no such event, or not to be directed.
        WrongState: no tie is at the cut.
        ValidationFailed: not just the tied entries, or no reason.

    Rule: docs/rules.md#cut
    """
    reason = given_reason(reason)
    with transaction.atomic():
        event = lock_event(event_id)
        may_direct(actor, event.tournament.club)
        require_state(event, *UNDER_WAY, step="There is no cut to rule on.")
        stage, measured = _tied_cut(event)
        by_id = {measured.entries[n].public_id: n for n in cut_in(measured).tied}
        if len(order) != len(by_id) or set(order) != set(by_id):
            names = ", ".join(measured.entries[n].display for n in by_id.values())
            raise ValidationFailed(f"Put just these in order: {names}.", field="order")
        return record_ruling(
            stage,
            actor,
            Ruling.Kind.CUT_ORDER,
            {"stage": str(stage.public_id), "order": [by_id[one] for one in order]},
            reason,
        )


def seed_play_off(*, stage_id: UUID, actor: Actor, rng_seed: int | None = None) -> CutView:
    """Make the cut into a stage and seed it; doing it again makes it anew.

    Args:
        stage_id: public id of the stage that is fed.
        actor: directs the club.
        rng_seed: of the lots; left out, one is drawn and recorded.

    Returns:
        The cut with its seeds. One who goes on alone is champion at once.

    Raises:
        NotFound, PermissionDenied: no such stage, or not to be directed.
        WrongState: games are still open, or nothing feeds the stage.
        CutTied: a tie reaches over the cut; ``entries`` names them.
        RoundExists: the bracket is published.

    Rule: docs/rules.md#cut
    """
    with transaction.atomic():
        stage = lock_roots_of_stage(stage_id)
        may_direct(actor, stage.event.tournament.club)
        feed = _feed_to_take(stage)
        if feed.rule in StageFeed.CONSOLATION:
            seed_consolation(stage, feed, actor=actor, rng_seed=rng_seed)
        else:
            measured = _cut_to_make(feed)
            made = cut_with_lots(stage, measured, actor, rng_seed)
            seed(stage, [measured.entries[number] for number in made.seeds], actor=actor)
        mark_stale_drafts(stage.event)
        view = taken_view(stage) if feed.rule in StageFeed.CONSOLATION else cut_of(stage)
    if view is None:
        raise WrongState(f"{stage.name} takes nobody from an earlier stage.")
    return view


def refresh_seeds(source: Stage, *, actor: Actor) -> None:
    """Seed again what a stage feeds, after one of its results has changed.

    Args:
        source: of a locked event. What is published already stands as it is; where
            the cut is open again, the seeds are taken back.
        actor: who changed it.
    """
    fed = Stage.objects.filter(feeds__source=source, stage_entries__isnull=False).distinct()
    for stage in fed.exclude(rounds__state__in=_PUBLISHED):
        is_own = stage.event_id == source.event_id
        # A stage of another event is locked after the one that feeds it, never before.
        stage.event = source.event if is_own else lock_event(stage.event.public_id)
        entries = _now_going(stage)
        if entries:
            seed(stage, entries, actor=actor)
        else:
            unseed(stage, actor=actor)
        mark_stale_drafts(stage.event)


def _now_going(stage: Stage) -> Sequence[Entry]:
    """Who goes into a stage by the results so far, best first; nobody while that is open."""
    feed = feed_of(stage)
    if feed is None:
        return ()
    if feed.rule in StageFeed.CONSOLATION:
        out = those_out(feed)
        is_open = out.missing or (out.measured and not cut_in(out.measured).seeds)
        return () if is_open else out.entries
    measured = measure(feed.source)
    if measured is None or _open_matches(feed.source):
        return ()
    return [measured.entries[number] for number in cut_in(measured).seeds]


_PUBLISHED = (Round.State.PUBLISHED, Round.State.IN_PROGRESS, Round.State.COMPLETE)


def _tied_cut(event: Event) -> tuple[Stage, Measured]:
    for stage in Stage.objects.filter(event=event, feeds__isnull=False).order_by("number"):
        feed = feed_of(stage)
        if feed is None or _open_matches(feed.source):
            continue
        measured = measure(feed.source)
        if measured is not None and cut_in(measured).tied:
            stage.event = event
            return stage, measured
    raise WrongState("No tie is at a cut, so there is nothing to rule on.")


def _open_matches(stage: Stage) -> int:
    to_play = Match.objects.filter(stage=stage).exclude(kind=Match.Kind.TIE)
    return to_play.exclude(status__in=OVER).count()


def _feed_to_take(stage: Stage) -> StageFeed:
    """Insist that a stage is fed and not published."""
    feed = feed_of(stage)
    if feed is None:
        raise WrongState(f"{stage.name} takes nobody from an earlier stage.")
    if stage.rounds.filter(state__in=_PUBLISHED).exists():
        raise RoundExists(f"{stage.name} is published already. Enter its results.")
    is_own = feed.source.event_id == stage.event_id
    states = UNDER_WAY if is_own else (*UNDER_WAY, Event.State.CHECKIN)
    require_state(stage.event, *states, step="Play the games first, then make the cut.")
    return feed


def _cut_to_make(feed: StageFeed) -> Measured:
    """Insist that the cut into a stage can be made now."""
    missing = _open_matches(feed.source)
    if missing or feed.source.state not in (Stage.State.COMPLETE, Stage.State.FINAL):
        raise WrongState(
            f"{feed.source.name} is not over: {missing or 'all'} results are missing. "
            "Enter them, then make the cut.",
            missing=missing,
        )
    measured = measure(feed.source)
    if measured is None:
        raise PairingImpossible(f"Nobody has played in {feed.source.name}.")
    _require_untied(measured)
    return measured


def _require_untied(measured: Measured) -> None:
    made = cut_in(measured)
    if not made.blocked:
        return
    tied = [measured.entries[number] for number in made.tied]
    names = " and ".join([", ".join(one.display for one in tied[:-1]), tied[-1].display])
    places = "1 place" if made.places_left == 1 else f"{made.places_left} places"
    raise CutTied(
        f"{names} are level at the cut, with {places} left. "
        "Let them play it off, then record the order.",
        entries=[one.public_id for one in tied],
        places_left=made.places_left,
    )
