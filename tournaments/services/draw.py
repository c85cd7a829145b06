"""Drawing the rounds of a stage: draft, look, publish.

The same inputs give the same draft, so asking twice changes nothing. A draft made
from inputs that have changed is *stale*: it is made anew, never published. The first
stage is drawn from who is checked in, so its occasion is locked before its event.
"""

import secrets
from collections.abc import Sequence
from uuid import UUID

from django.db import transaction
from django.db.models import F, QuerySet

from common import clock
from common.actor import Actor
from tournaments.errors import DueElsewhere, RoundExists, RoundStale, WrongState
from tournaments.models import Entry, Event, MatchSide, Round, Stage
from tournaments.selectors.draws import (
    checked_in_entries,
    draft_rounds,
    draw_inputs,
    is_fed,
)
from tournaments.selectors.elsewhere import sides_elsewhere
from tournaments.selectors.redraws import inputs_of_drafts
from tournaments.services import lifecycle
from tournaments.services.drafting import (
    SEED_BITS,
    Drawn,
    delete_drafts,
    redraft,
    stage_to_draw,
)
from tournaments.services.locks import check_version, lock_roots_of_round, lock_roots_of_stage
from tournaments.services.next_round import require_next, require_played
from tournaments.services.records import bump, note
from tournaments.services.replacing import replace_rounds, replaces_published, set_published
from tournaments.services.rights import may_direct


def generate_rounds(
    *,
    stage_id: UUID,
    actor: Actor,
    rng_seed: int | None = None,
    number: int | None = None,
    drawn: Drawn | None = None,
) -> tuple[Round, ...]:
    """Draft the rounds of a stage from those who are there.

    Args:
        stage_id: public id of the stage.
        actor: directs the club.
        rng_seed: of everything drawn; left out, the stage keeps the seed it has
            or draws one.
        number: of the first round that the caller expects to make; None for any.
        drawn: by a worker beforehand; taken where nothing has changed since.

    Returns:
        The drafts in order; those that stood already, where nothing has changed.

    Raises:
        PairingImpossible: too few are there.
        RoundExists: the rounds are published already, or that number is there.
        ValidationFailed: that number does not come next.
        WrongState: check-in is not open, or the stage before is not over; of a stage
            that is drawn round by round, a match is open, or all rounds are played.
    """
    with transaction.atomic():
        stage = stage_to_draw(stage_id, actor)
        require_next(stage, number)
        require_played(stage)
        seed = rng_seed or stage.rng_seed or secrets.randbits(SEED_BITS) | 1
        inputs = draw_inputs(stage, rng_seed=seed)
        rounds, is_new = redraft(stage, inputs, drawn)
        if not is_new:
            return rounds
        note(
            stage.event,
            actor=actor,
            action="round.drafted",
            target=stage,
            after={"rounds": len(rounds), "entries": len(inputs.entries), "seed": str(seed)},
            payload={"rounds": len(rounds)},
        )
    return rounds


def publish_rounds(
    *,
    stage_id: UUID,
    actor: Actor,
    expected_version: int | None = None,
    although_due_elsewhere: bool = False,
) -> tuple[Round, ...]:
    """Publish the drafts of a stage: from now on they are played.

    Args:
        stage_id: public id of the stage.
        actor: directs the club.
        expected_version: of the stage, as read; None for any.
        although_due_elsewhere: the director knows that somebody has an open match in
            another event of the occasion, and that the two are at different times.

    Returns:
        The rounds published now.

    Raises:
        RoundStale: the drafts no longer fit who is there, or what was played since.
        RoundExists: they are published already.
        WrongState: a match is open of the rounds they were drawn from.
        DueElsewhere: somebody would be due at two tables at once.
        EventFinal, WrongState: there is no draft, or the event has ended.
        PreconditionFailed: the stage has moved on.
    """
    with transaction.atomic():
        stage = lock_roots_of_stage(stage_id)
        may_direct(actor, stage.event.tournament.club)
        lifecycle.require_state(
            stage.event,
            Event.State.CHECKIN,
            *lifecycle.UNDER_WAY,
            step="Open check-in first, then generate the seating.",
        )
        drafts = _drafts_to_publish(stage)
        check_version(stage, expected_version)
        if not although_due_elsewhere:
            _require_free(stage)
        if replaces_published(stage, drafts):
            return replace_rounds(stage, drafts, actor=actor)
        set_published(drafts)
        if not is_fed(stage):
            _settle_presence(stage, drafts[0].number)
        stage.state = Stage.State.RUNNING
        bump(stage, "state")
        note(
            stage.event,
            actor=actor,
            action="round.published",
            target=stage,
            after={"rounds": [one.public_id for one in drafts]},
            payload={"rounds": [one.public_id for one in drafts]},
        )
        if stage.event.state == Event.State.CHECKIN:
            lifecycle.move(stage.event, Event.State.RUNNING, actor=actor, action="event.started")
    return tuple(drafts)


def publish_round(
    *,
    round_id: UUID,
    actor: Actor,
    expected_version: int | None = None,
    although_due_elsewhere: bool = False,
) -> tuple[Round, ...]:
    """Publish the drafts that a round belongs to, checked by the round's own version.

    Args:
        round_id: public id of one of the drafts.
        actor: directs the club.
        expected_version: of that round, as read; None for any.
        although_due_elsewhere: as for ``publish_rounds``.

    Returns:
        The rounds published now.

    Raises:
        As ``publish_rounds``, and NotFound where there is no such round.
    """
    with transaction.atomic():
        round_ = lock_roots_of_round(round_id)
        may_direct(actor, round_.stage.event.tournament.club)
        check_version(round_, expected_version)
        return publish_rounds(
            stage_id=round_.stage.public_id,
            actor=actor,
            although_due_elsewhere=although_due_elsewhere,
        )


def discard_draft(*, stage_id: UUID, actor: Actor) -> Stage:
    """Throw the drafts of a stage away; the next draw takes a new seed.

    Args:
        stage_id: public id of the stage.
        actor: directs the club.

    Returns:
        The stage, without drafts.

    Raises:
        WrongState: there is no draft.
    """
    with transaction.atomic():
        stage = lock_roots_of_stage(stage_id)
        may_direct(actor, stage.event.tournament.club)
        drafts = draft_rounds(stage)
        if not drafts:
            raise WrongState(f"{stage.name} has no draft to discard. Generate one first.")
        is_second = replaces_published(stage, drafts)
        delete_drafts(stage)
        if not is_second:
            stage.rng_seed = 0
        if stage.state != Stage.State.RUNNING:
            stage.state = Stage.State.SEEDED if is_fed(stage) else Stage.State.PLANNED
        bump(stage, "rng_seed", "state")
        note(stage.event, actor=actor, action="round.discarded", target=stage)
    return stage


def _drafts_to_publish(stage: Stage) -> Sequence[Round]:
    drafts = draft_rounds(stage)
    if not drafts:
        if Round.objects.filter(stage=stage).exists():
            raise RoundExists(f"The rounds of {stage.name} are published already.")
        raise WrongState(f"{stage.name} has no draft. Generate it, look at it, then publish.")
    require_played(stage)
    fits = inputs_of_drafts(stage, drafts).digest
    if any(one.inputs_digest != fits for one in drafts):
        raise RoundStale(
            f"Somebody came or left after {stage.name} was drafted, or a result has changed. "
            "Generate it again, then publish.",
        )
    return drafts


def _require_free(stage: Stage) -> None:
    """Nobody is due at two tables at once across the events of an occasion."""
    drafted = Entry.objects.filter(sides__round__in=draft_rounds(stage)).distinct()
    elsewhere = sides_elsewhere(stage.event, drafted)
    if not elsewhere:
        return
    first = elsewhere[0]
    others = len({side.entry_id for side in elsewhere}) - 1
    more = f", and {others} more," if others else ""
    name = first.entry.display if first.entry else "Somebody"
    raise DueElsewhere(
        f"{name}{more} still plays {first.match.round.name} of "
        f"{first.match.stage.event.name}. Finish that first, or confirm that the two "
        "are at different times.",
        entries=[side.entry.public_id for side in elsewhere if side.entry],
    )


def _settle_presence(stage: Stage, number: int) -> None:
    """Who is on the chart plays; who was entered and did not check in never came."""
    there = list(checked_in_entries(stage).values_list("pk", flat=True))
    of_event = Entry.objects.filter(event=stage.event)
    moved = {"version": F("version") + 1, "updated_at": clock.now()}
    late = of_event.filter(pk__in=there, status=Entry.Status.ENTERED)
    late.exclude(pk__in=_seated_before(stage)).update(joined_round=number)
    late.update(left_round=None)
    of_event.filter(pk__in=there).update(status=Entry.Status.ACTIVE, **moved)
    of_event.filter(status=Entry.Status.ENTERED).update(status=Entry.Status.NO_SHOW, **moved)


def _seated_before(stage: Stage) -> QuerySet[MatchSide, int]:
    """Who comes back to a stage joined it long ago."""
    now = Round.objects.filter(stage=stage).order_by("-number").values("pk")[:1]
    sides = MatchSide.objects.filter(match__stage=stage, entry__isnull=False)
    return sides.exclude(round__in=now).values_list("entry", flat=True)
