"""From the standings to the play-offs: the cut, rulings about it, lots, seeds.

A tie that reaches over the cut blocks it until a ruling is recorded. Seeds inside an
equal place are drawn by lot; a lot is recorded with its seed and stays valid while
the same entries share the place. Entries are kept by number.
"""

import secrets
from collections.abc import Sequence
from dataclasses import replace
from uuid import UUID

from django.db import transaction

from common.actor import Actor
from common.errors import ValidationFailed
from tournaments.errors import CutTied, PairingImpossible, RoundExists, WrongState
from tournaments.models import Event, Match, Round, Ruling, Stage, StageEntry
from tournaments.selectors.matches import OVER
from tournaments.selectors.standings import CutView, Measured, cut_of, feed_of, measure
from tournaments.services.drafting import mark_stale_drafts
from tournaments.services.lifecycle import (
    UNDER_WAY,
    given_reason,
    move,
    require_state,
    review_if_over,
)
from tournaments.services.locks import lock_event, lock_roots_of_stage
from tournaments.services.records import bump, note
from tournaments.services.rights import may_direct
from tournaments.standings.cut import Cut, cut, draw_lot

SEED_BITS = 48
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
        by_id = {measured.entries[n].public_id: n for n in _cut(measured).tied}
        if len(order) != len(by_id) or set(order) != set(by_id):
            names = ", ".join(measured.entries[n].display for n in by_id.values())
            raise ValidationFailed(f"Put just these in order: {names}.", field="order")
        return _record(
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
        require_state(stage.event, *UNDER_WAY, step="Play the games first, then make the cut.")
        measured = _cut_to_make(stage)
        made = _with_lots(stage, measured, actor, rng_seed)
        _seed(stage, measured, made, actor)
        mark_stale_drafts(stage.event)
        view = cut_of(stage)
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
        stage.event = source.event
        measured = measure(source)
        made = None if measured is None or _open_matches(source) else _cut(measured)
        if measured is not None and made is not None and made.seeds:
            _seed(stage, measured, made, actor)
        else:
            _unseed(stage, actor)
        mark_stale_drafts(source.event)


_PUBLISHED = (Round.State.PUBLISHED, Round.State.IN_PROGRESS, Round.State.COMPLETE)


def _tied_cut(event: Event) -> tuple[Stage, Measured]:
    for stage in Stage.objects.filter(event=event, feeds__isnull=False).order_by("number"):
        feed = feed_of(stage)
        if feed is None or _open_matches(feed.source):
            continue
        measured = measure(feed.source)
        if measured is not None and _cut(measured).tied:
            stage.event = event
            return stage, measured
    raise WrongState("No tie is at a cut, so there is nothing to rule on.")


def _cut(measured: Measured) -> Cut:
    if measured.cut is None:
        raise WrongState("Nothing follows this stage, so it has no cut.")
    return measured.cut


def _open_matches(stage: Stage) -> int:
    return Match.objects.filter(stage=stage).exclude(status__in=OVER).count()


def _cut_to_make(stage: Stage) -> Measured:
    """Insist that the cut into a stage can be made now."""
    feed = feed_of(stage)
    if feed is None:
        raise WrongState(f"{stage.name} takes nobody from an earlier stage.")
    if stage.rounds.filter(state__in=_PUBLISHED).exists():
        raise RoundExists(f"{stage.name} is published already. Enter its results.")
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
    made = _cut(measured)
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


def _with_lots(stage: Stage, measured: Measured, actor: Actor, rng_seed: int | None) -> Cut:
    """Draw and record the lots that the seeds still need."""
    made = _cut(measured)
    if not made.lots_needed:
        return made
    seed = secrets.randbits(SEED_BITS) | 1 if rng_seed is None else rng_seed
    drawn = [draw_lot(place, seed=seed) for place in made.lots_needed]
    for lot in drawn:
        _record(
            stage,
            actor,
            Ruling.Kind.LOT,
            {"stage": str(stage.public_id), "order": list(lot.drawn), "seed": str(seed)},
            "Drawn by lot for the seeds of an equal place.",
        )
    decisions = replace(measured.decisions, lots=(*measured.decisions.lots, *drawn))
    return cut(measured.ranking, measured.qualifiers, decisions)


def _seed(stage: Stage, measured: Measured, made: Cut, actor: Actor) -> None:
    entries = [measured.entries[number] for number in made.seeds]
    seeded = StageEntry.objects.filter(stage=stage)
    before = tuple(seeded.order_by("seed").values_list("entry__number", flat=True))
    if before == made.seeds:
        return
    seeded.delete()
    StageEntry.objects.bulk_create(
        StageEntry(stage=stage, entry=entry, seed=seed)
        for seed, entry in enumerate(entries, start=1)
    )
    # Who goes on alone has nobody to play: the stage is over with its cut.
    stage.state = Stage.State.SEEDED if len(entries) > 1 else Stage.State.COMPLETE
    bump(stage, "state")
    note(
        stage.event,
        actor=actor,
        action="cut.made",
        target=stage,
        before={"seeds": before},
        after={"seeds": made.seeds},
        payload={"seeds": made.seeds},
    )
    review_if_over(stage.event, actor=actor)


def _unseed(stage: Stage, actor: Actor) -> None:
    StageEntry.objects.filter(stage=stage).delete()
    stage.state = Stage.State.PLANNED
    bump(stage, "state")
    note(stage.event, actor=actor, action="cut.undone", target=stage)
    if stage.event.state == Event.State.REVIEW:
        move(stage.event, Event.State.RUNNING, actor=actor, action="event.resumed")


def _record(
    stage: Stage, actor: Actor, kind: str, payload: dict[str, object], reason: str
) -> Ruling:
    ruling = Ruling.objects.create(
        event=stage.event, kind=kind, payload=payload, reason=reason, made_by=actor.label[:120]
    )
    note(
        stage.event,
        actor=actor,
        action=f"ruling.{kind}",
        target=stage,
        after=payload,
        reason=reason,
        payload={"order": payload["order"]},
    )
    return ruling
