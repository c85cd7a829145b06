"""Drawing what is left of a published chart again, when somebody came or left.

The drafts stand beside the published rounds until they are published in their place,
or discarded; until then the night goes on as it is printed.
"""

from uuid import UUID

from django.db import transaction

from common.actor import Actor
from common.errors import ValidationFailed
from tournaments.errors import PairingImpossible, WrongState
from tournaments.formats.base import PlanRequest
from tournaments.models import Event, Round, Stage
from tournaments.pairing.finishable import WayOut
from tournaments.selectors.draws import DrawInputs, draft_rounds
from tournaments.selectors.plans import planned_rounds
from tournaments.selectors.redraws import (
    last_begun,
    published_rounds,
    redraw_inputs,
    rounds_to_come,
    takes_latecomers,
)
from tournaments.services import lifecycle
from tournaments.services.drafting import delete_drafts, fresh_again, planned, settings_of
from tournaments.services.locks import lock_roots_of_stage
from tournaments.services.planner import write_plan
from tournaments.services.records import bump, note
from tournaments.services.rights import may_direct
from tournaments.services.stages import change_config


def redraw_rounds(
    *,
    stage_id: UUID,
    actor: Actor,
    after_round: int | None = None,
    rng_seed: int | None = None,
    sit_out: WayOut | None = None,
) -> tuple[Round, ...]:
    """Draft the rounds after one again, for those who are there now.

    Tables of two who are both there stand as they are printed wherever that costs
    nobody a repeat or a second sit-out. Publishing the drafts replaces the published
    rounds; discarding them leaves all as it was.

    Args:
        stage_id: public id of the stage.
        actor: directs the club.
        after_round: the last round that stays as it is; left out, the last one that
            has begun. A night on paper knows better than the site how far it is.
        rng_seed: of everything drawn; left out, the stage keeps the seed it has.
        sit_out: what makes up for a sit-out from now on; left out, as before.

    Returns:
        The drafts in order; those that stood already, where nothing has changed.

    Raises:
        WrongState: the stage is not being played, draws no round again, or nothing
            is left to draw.
        ValidationFailed: a later round has begun; the field is ``after_round``.
        PairingImpossible: fewer than two are there.
        NotFinishable: somebody would be short of games.

    Rule: docs/rules.md#late-and-leaving
    """
    with transaction.atomic():
        stage = _stage_to_redraw(stage_id, actor)
        after = _after(stage, after_round)
        _choose_way_out(stage, actor, sit_out)
        seed = rng_seed or stage.rng_seed
        inputs = redraw_inputs(stage, after=after, rng_seed=seed)
        drafts = draft_rounds(stage)
        if drafts and all(one.inputs_digest == inputs.digest for one in drafts):
            return fresh_again(drafts)
        delete_drafts(stage)
        rounds = _drafted(stage, inputs, after)
        note(
            stage.event,
            actor=actor,
            action="round.drafted",
            target=stage,
            after={
                "rounds": len(rounds),
                "after": after,
                "entries": len(inputs.entries),
                "seed": str(seed),
            },
            payload={"rounds": len(rounds)},
        )
    return rounds


def _stage_to_redraw(stage_id: UUID, actor: Actor) -> Stage:
    stage = lock_roots_of_stage(stage_id)
    may_direct(actor, stage.event.tournament.club)
    lifecycle.require_state(
        stage.event,
        Event.State.RUNNING,
        step="Only a night that is being played has rounds to draw again.",
    )
    if not takes_latecomers(stage):
        raise WrongState(
            f"{stage.name} is not drawn again once it is published. "
            "Enter a forfeit for a match that is not played."
        )
    if not Round.objects.filter(stage=stage).exclude(state=Round.State.DRAFT).exists():
        raise WrongState(f"{stage.name} is not published yet. Generate it, then publish.")
    if not rounds_to_come(stage).exists():
        raise WrongState(
            f"Every round of {stage.name} has begun, so there is nothing to draw again. "
            "Enter a forfeit for a game that is not played."
        )
    return stage


def _choose_way_out(stage: Stage, actor: Actor, way: WayOut | None) -> None:
    if way is not None and way != stage.config.get("sit_out"):
        change_config(stage, {"sit_out": way}, actor=actor)


def _after(stage: Stage, after_round: int | None) -> int:
    begun = last_begun(stage)
    if after_round is None:
        return begun
    last = rounds_to_come(stage).last()
    if after_round < begun:
        raise ValidationFailed(
            f"Round {begun} has begun, so it stays. Draw again from round {begun + 1} on.",
            field="after_round",
        )
    if last is None or after_round >= last.number:
        raise ValidationFailed(
            "No round is left after that one. Name an earlier one.", field="after_round"
        )
    return after_round


def _drafted(stage: Stage, inputs: DrawInputs, after: int) -> tuple[Round, ...]:
    if len(inputs.entries) < 2:
        raise PairingImpossible(
            "A round needs two who are there. Check somebody in, or enter forfeits "
            "for the games that are not played.",
            present=len(inputs.entries),
            needed=2,
        )
    rounds = planned_rounds(published_rounds(stage))
    plan = planned(
        stage,
        PlanRequest(
            entries=inputs.entries,
            config=settings_of(stage),
            history=tuple(one for one in rounds if one.number <= after),
            chart=tuple(one for one in rounds if one.number > after),
            rng_seed=inputs.rng_seed,
            anchors=inputs.anchors,
        ),
    )
    if not plan.rounds:
        raise WrongState(
            f"All games of {stage.name} are drawn, and only extra ones are left. "
            "Enter a forfeit for a game that is not played."
        )
    if stage.rng_seed != inputs.rng_seed:
        stage.rng_seed = inputs.rng_seed
    bump(stage, "rng_seed")
    return write_plan(stage, plan, inputs_digest=inputs.digest, beside_published=True)
