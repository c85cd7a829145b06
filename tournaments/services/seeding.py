"""Seeding a stage: its entries with their seeds, and the lots that seeds need.

For services that hold the roots of the stage.
"""

import secrets
from collections.abc import Sequence
from dataclasses import replace

from common.actor import Actor
from tournaments.errors import WrongState
from tournaments.models import Entry, EntryMember, Event, Ruling, Stage, StageEntry
from tournaments.selectors.standings import Measured
from tournaments.services.enrolment import enter_as
from tournaments.services.lifecycle import move, review_if_over
from tournaments.services.records import bump, note
from tournaments.standings.cut import Cut, cut, draw_lot

SEED_BITS = 48


def cut_in(measured: Measured) -> Cut:
    """Return the cut of measured standings.

    Raises:
        WrongState: nothing follows that stage.
    """
    if measured.cut is None:
        raise WrongState("Nothing follows this stage, so it has no cut.")
    return measured.cut


def seed(stage: Stage, entries: Sequence[Entry], *, actor: Actor) -> None:
    """Let these play in a stage, the best seed first; the same ones change nothing.

    Args:
        stage: of a locked event, without published rounds.
        entries: of its event, or of another one of the occasion: their people are
            entered in the stage's event then.
        actor: who made the cut.
    """
    own = _own(stage.event, entries)
    numbers = tuple(entry.number for entry in own)
    seeded = StageEntry.objects.filter(stage=stage)
    before = tuple(seeded.order_by("seed").values_list("entry__number", flat=True))
    if before == numbers:
        return
    seeded.delete()
    StageEntry.objects.bulk_create(
        StageEntry(stage=stage, entry=entry, seed=place) for place, entry in enumerate(own, start=1)
    )
    # Who goes on alone has nobody to play: the stage is over with its cut.
    stage.state = Stage.State.SEEDED if len(own) > 1 else Stage.State.COMPLETE
    bump(stage, "state")
    note(
        stage.event,
        actor=actor,
        action="cut.made",
        target=stage,
        before={"seeds": before},
        after={"seeds": numbers},
        payload={"seeds": numbers},
    )
    review_if_over(stage.event, actor=actor)


def unseed(stage: Stage, *, actor: Actor) -> None:
    """Take the seeds of a stage back.

    Args:
        stage: of a locked event, without rounds.
        actor: who changed what they came from.
    """
    StageEntry.objects.filter(stage=stage).delete()
    stage.state = Stage.State.PLANNED
    bump(stage, "state")
    note(stage.event, actor=actor, action="cut.undone", target=stage)
    if stage.event.state == Event.State.REVIEW:
        move(stage.event, Event.State.RUNNING, actor=actor, action="event.resumed")


def cut_with_lots(stage: Stage, measured: Measured, actor: Actor, rng_seed: int | None) -> Cut:
    """Draw and record the lots that the seeds of a cut still need.

    Args:
        stage: that is fed.
        measured: the standings with their cut, which is not blocked.
        actor: makes the cut.
        rng_seed: of the lots; None draws one.

    Returns:
        The cut with all seeds.
    """
    made = cut_in(measured)
    if not made.lots_needed:
        return made
    seed = secrets.randbits(SEED_BITS) | 1 if rng_seed is None else rng_seed
    drawn = [draw_lot(place, seed=seed) for place in made.lots_needed]
    for lot in drawn:
        record_ruling(
            stage,
            actor,
            Ruling.Kind.LOT,
            {"stage": str(stage.public_id), "order": list(lot.drawn), "seed": str(seed)},
            "Drawn by lot for the seeds of an equal place.",
        )
    decisions = replace(measured.decisions, lots=(*measured.decisions.lots, *drawn))
    return cut(measured.ranking, measured.qualifiers, decisions)


def record_ruling(
    stage: Stage, actor: Actor, kind: str, payload: dict[str, object], reason: str
) -> Ruling:
    """Write down what was decided about the seeds of a stage.

    Args:
        stage: of a locked event.
        actor: who decided.
        kind: of ``Ruling.Kind``.
        payload: with ``stage`` and ``order``, the entries by number.
        reason: in words.

    Returns:
        The ruling.
    """
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


def _own(event: Event, entries: Sequence[Entry]) -> list[Entry]:
    """Return the entries of the same people in an event, new ones where they had none."""
    if all(entry.event_id == event.pk for entry in entries):
        return list(entries)
    members = EntryMember.objects.filter(entry__in=entries).order_by("entry", "place")
    people: dict[int, list[int]] = {}
    for member in members:
        people.setdefault(member.entry_id, []).append(member.registration_id)
    known = {
        member.registration_id: member.entry
        for member in EntryMember.objects.filter(event=event).select_related("entry")
    }
    return [
        known.get(people[entry.pk][0]) or enter_as(event, entry, people[entry.pk])
        for entry in entries
    ]
