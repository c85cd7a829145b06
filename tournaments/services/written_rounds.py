"""A round that a director writes: compared with the draw it replaces, and kept as its draft."""

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from uuid import UUID

from django.db import transaction

from common.actor import Actor
from common.errors import ValidationFailed
from tournaments.errors import EntryPairedTwice, SameEntryTwice, WrongState
from tournaments.formats.base import EntrySide, PlannedMatch, PlannedRound
from tournaments.models import Entry, Round, Stage
from tournaments.selectors.draws import draw_inputs
from tournaments.services.drafting import (
    SEED_BITS,
    delete_drafts,
    plan_of,
    request_of,
    seat_entries,
    stage_to_draw,
)
from tournaments.services.lifecycle import given_reason
from tournaments.services.next_round import require_played
from tournaments.services.overrides import MANUAL, cost_of, judged_plan
from tournaments.services.planner import write_plan
from tournaments.services.records import note

Pairs = Sequence[tuple[UUID, UUID]]


@dataclass(frozen=True, slots=True)
class Written:
    """The draft, and what the draw would have given up against what this one does."""

    round: Round
    drawn: Mapping[str, int]
    now: Mapping[str, int]


def write_round(*, stage_id: UUID, actor: Actor, pairs: Pairs, reason: str) -> Written:
    """Draft the next round as a director wrote it.

    Args:
        stage_id: public id of a stage that is drawn from results.
        actor: directs the club.
        pairs: public ids of the entries that meet; who is not named sits out.
        reason: in words; kept in the audit.

    Returns:
        The draft, in the place of one that stood: the best at table 1, first deals as
        a draw would set them, and what it costs against the draw.

    Raises:
        EntryPairedTwice: somebody has two places.
        PairingImpossible: two meet who must not, or too few are there.
        SameEntryTwice: somebody meets himself.
        ValidationFailed: somebody is not there, nobody meets, or no reason.
        WrongState: the stage is not drawn from results, a match is open, or all
            rounds are drawn.

    Rule: docs/rules.md#swiss
    """
    reason = given_reason(reason)
    with transaction.atomic():
        stage = stage_to_draw(stage_id, actor)
        require_played(stage)
        seed = stage.rng_seed or secrets.randbits(SEED_BITS) | 1
        inputs = draw_inputs(stage, rng_seed=seed)
        drawn = plan_of(stage, inputs)
        made = _made(stage, inputs.entries, pairs, number=drawn.rounds[0].number)
        plan = judged_plan(stage, request_of(stage, inputs), made)
        if plan is None:
            raise WrongState(f"{stage.name} is not drawn from results. Change its chart instead.")
        costs = {"drawn": cost_of(drawn.notes), "now": cost_of(plan.notes)}
        kept = {"code": MANUAL, "what": "written", "round": made.number, "entries": [], **costs}
        delete_drafts(stage)
        seat_entries(stage, inputs)
        plan = replace(plan, notes=(*plan.notes, kept))
        round_ = write_plan(stage, plan, inputs_digest=inputs.digest)[0]
        note(
            stage.event,
            actor=actor,
            action="round.written",
            target=round_,
            before={"drawn": _numbers(drawn.rounds[0]), "costs": costs["drawn"]},
            after={"written": _numbers(made), "costs": costs["now"]},
            reason=reason,
            payload={"round": made.number},
        )
    return Written(round_, **costs)


def _made(stage: Stage, there: Sequence[int], pairs: Pairs, *, number: int) -> PlannedRound:
    """Read the pairs as a round; everybody there has one place in it."""
    if not pairs:
        raise ValidationFailed("Nobody meets. Name two for each table.", field="pairs")
    named = [one for pair in pairs for one in pair]
    keys = dict(
        Entry.objects.filter(event=stage.event, pk__in=there, public_id__in=named).values_list(
            "public_id", "pk"
        )
    )
    for at, (one, other) in enumerate(pairs):
        if one == other:
            raise SameEntryTwice("Both sides are one player. Name two different players.")
        if one not in keys or other not in keys:
            raise ValidationFailed(
                f"Table {at + 1} names somebody who is not there. Check him in, or name others.",
                field="pairs",
            )
    twice = next((one for one in named if named.count(one) > 1), None)
    if twice is not None:
        raise EntryPairedTwice("Somebody has two places. Name everybody once.", entry=twice)
    return PlannedRound(
        number=number,
        name="",
        matches=tuple(
            PlannedMatch(at, (EntrySide(keys[one]), EntrySide(keys[other])), table=at)
            for at, (one, other) in enumerate(pairs, start=1)
        ),
        sit_outs=tuple(key for key in there if key not in keys.values()),
    )


def _numbers(round_: PlannedRound) -> list[list[int]]:
    """Name who meets by number, for the audit."""
    keys = [entry for match in round_.matches for entry in match.entries]
    numbers = dict(Entry.objects.filter(pk__in=keys).values_list("pk", "number"))
    return [[numbers[entry] for entry in match.entries] for match in round_.matches]
