"""The making of drafts: who may be drawn, the rows of a draft, whether it still fits."""

from collections.abc import Sequence
from typing import NamedTuple, cast
from uuid import UUID

from common.actor import Actor
from tournaments.errors import NotFinishable, PairingImpossible, RoundExists
from tournaments.formats import FORMATS
from tournaments.formats.base import Plan, PlanRequest
from tournaments.models import Entry, Event, Match, MatchSide, Round, Stage, StageEntry
from tournaments.selectors.draws import DrawInputs, draft_rounds, is_fed
from tournaments.selectors.plans import planned_rounds
from tournaments.selectors.redraws import inputs_of_drafts, published_rounds
from tournaments.services import lifecycle
from tournaments.services.locks import lock_roots_of_stage
from tournaments.services.next_round import require_rounds
from tournaments.services.planner import write_plan
from tournaments.services.records import bump
from tournaments.services.rights import may_direct

NAMED = 5
SEED_BITS = 48


class Drawn(NamedTuple):
    """A plan that was made beforehand, and the digest of its inputs: equal ones, equal plans."""

    digest: str
    plan: Plan


def mark_stale_drafts(event: Event) -> None:
    """Mark the drafts of an event that no longer fit who is there, and unmark the others.

    Args:
        event: locked; its occasion is locked too.
    """
    stages = Stage.objects.filter(event=event, rounds__state=Round.State.DRAFT).distinct()
    for stage in stages:
        fits = inputs_of_drafts(stage).digest
        drafts = Round.objects.filter(stage=stage, state=Round.State.DRAFT)
        drafts.exclude(inputs_digest=fits).update(is_stale=True)
        drafts.filter(inputs_digest=fits).update(is_stale=False)


def stage_to_draw(stage_id: UUID, actor: Actor) -> Stage:
    """Lock a stage whose rounds somebody wants to draft.

    Args:
        stage_id: public id of the stage.
        actor: directs the club.

    Returns:
        The stage; its event and occasion are locked.

    Raises:
        RoundExists: the rounds are published already.
        WrongState: check-in is not open, or the stage before is not over.
    """
    stage = lock_roots_of_stage(stage_id)
    may_direct(actor, stage.event.tournament.club)
    published = Round.objects.filter(stage=stage).exclude(state=Round.State.DRAFT)
    if not FORMATS[stage.kind].needs_results and published.exists():
        raise RoundExists(f"The rounds of {stage.name} are published already. Enter their results.")
    if is_fed(stage):
        of_another = stage.feeds.exclude(source__event=stage.event).exists()
        lifecycle.require_state(
            stage.event,
            *lifecycle.UNDER_WAY,
            *((Event.State.CHECKIN,) if of_another else ()),
            step="Play and confirm the games before the play-offs are drawn.",
        )
    else:
        lifecycle.require_state(
            stage.event,
            Event.State.CHECKIN,
            Event.State.RUNNING,
            step="Open check-in and check the players in, then generate the seating.",
        )
    return stage


def redraft(
    stage: Stage, inputs: DrawInputs, drawn: Drawn | None = None
) -> tuple[tuple[Round, ...], bool]:
    """Make the drafts of a stage, unless those that stand are the same.

    Args:
        stage: of a locked event and occasion.
        inputs: what they are made from.
        drawn: beforehand, without the locks; left aside where the inputs have changed.

    Returns:
        The drafts in order, and whether they are new.

    Raises:
        PairingImpossible: too few are there.
    """
    drafts = draft_rounds(stage)
    if drafts and all(one.inputs_digest == inputs.digest for one in drafts):
        return fresh_again(drafts), False
    require_enough(stage, inputs)
    delete_drafts(stage)
    fits = drawn is not None and drawn.digest == inputs.digest
    plan = drawn.plan if drawn is not None and fits else plan_of(stage, inputs)
    seat_entries(stage, inputs)
    _note_groups(stage, plan)
    return write_plan(stage, plan, inputs_digest=inputs.digest), True


def _note_groups(stage: Stage, plan: Plan) -> None:
    """Note in which group everybody plays, where a stage has groups."""
    groups = {
        entry: match.group
        for round_ in plan.rounds
        for match in round_.matches
        if match.group is not None
        for entry in match.entries
    }
    if not groups:
        return
    rows = list(StageEntry.objects.filter(stage=stage))
    for row in rows:
        row.group = groups.get(row.entry_id)
    StageEntry.objects.bulk_update(rows, ["group"])


def require_enough(stage: Stage, inputs: DrawInputs) -> None:
    """Insist that enough are there for the format of a stage.

    Args:
        stage: any.
        inputs: of its next draw.

    Raises:
        PairingImpossible: too few are there, or a cut is still to be made.
    """
    fewest = FORMATS[stage.kind].fewest
    present = len(inputs.entries)
    if present >= fewest:
        return
    if is_fed(stage):
        raise PairingImpossible(
            f"{stage.name} has no seeds yet. Make the cut first, then generate the bracket.",
            present=present,
            needed=fewest,
        )
    raise PairingImpossible(
        f"{present} checked in, and {stage.name} needs {fewest}. "
        "Check more players in, then generate the seating.",
        present=present,
        needed=fewest,
    )


def plan_of(stage: Stage, inputs: DrawInputs) -> Plan:
    """Let the format of a stage plan what comes next.

    Args:
        stage: whose published rounds are its history.
        inputs: of the draw.

    Returns:
        The plan, with something to play.

    Raises:
        As ``planned``; WrongState: all rounds are drawn.
    """
    plan = planned(stage, request_of(stage, inputs))
    require_rounds(stage, plan)
    return plan


def request_of(stage: Stage, inputs: DrawInputs) -> PlanRequest:
    """Ask for what comes next in a stage.

    Args:
        stage: whose published rounds are its history.
        inputs: of the draw.
    """
    return PlanRequest(
        entries=inputs.entries,
        config=settings_of(stage),
        history=planned_rounds(published_rounds(stage)),
        rng_seed=inputs.rng_seed,
        anchors=inputs.anchors,
        situation=inputs.situation,
    )


def seat_entries(stage: Stage, inputs: DrawInputs) -> None:
    """Note who plays in a stage in the order of the seats, and the seed of its draw.

    Args:
        stage: of a locked event; one that another feeds has its seeds already.
        inputs: of the draw.
    """
    if not is_fed(stage):
        _enter(stage, inputs.entries)
    stage.rng_seed = inputs.rng_seed
    if stage.state != Stage.State.RUNNING:
        stage.state = Stage.State.SEEDED
    bump(stage, "rng_seed", "state")


def _enter(stage: Stage, entries: Sequence[int]) -> None:
    """Let these play in a stage; who has played before stays in its standings, out or not."""
    known = StageEntry.objects.filter(stage=stage)
    if not Round.objects.filter(stage=stage).exclude(state=Round.State.DRAFT).exists():
        known.delete()
    seeds = dict(known.values_list("entry_id", "seed"))
    new = [entry for entry in entries if entry not in seeds]
    last = max((seed or 0 for seed in seeds.values()), default=0)
    StageEntry.objects.bulk_create(
        StageEntry(stage=stage, entry_id=entry, seed=seed)
        for seed, entry in enumerate(new, start=last + 1)
    )
    known.exclude(entry_id__in=entries).update(is_out=True)
    known.filter(entry_id__in=entries).update(is_out=False)


def planned(stage: Stage, request: PlanRequest) -> Plan:
    """Let the format of a stage plan; say by name who would be short of games.

    Args:
        stage: of a locked event.
        request: its entries are keys.

    Returns:
        The plan.

    Raises:
        NotFinishable: somebody would be short; ``short`` has numbers, not keys.
        PairingImpossible: too few are there.
    """
    try:
        return FORMATS[stage.kind].plan(request)
    except NotFinishable as refusal:
        raise _by_name(refusal) from refusal


def _by_name(refusal: NotFinishable) -> NotFinishable:
    short = cast(list[dict[str, int]], refusal.context["short"])
    entries = Entry.objects.in_bulk([one["entry"] for one in short])
    names = [f"{entries[one['entry']].display} ({one['games']})" for one in short[:NAMED]]
    more = f" and {len(short) - NAMED} more" if len(short) > NAMED else ""
    told = [
        {"number": entries[one["entry"]].number, "games": one["games"], "of": one["of"]}
        for one in short
    ]
    return NotFinishable(
        f"{refusal.message} Short are {', '.join(names)}{more}.",
        **{**refusal.context, "short": told},
    )


def settings_of(stage: Stage) -> dict[str, object]:
    """Return what the format reads of a stage's settings; the rest is of its matches.

    Args:
        stage: any.
    """
    read = FORMATS[stage.kind].check_config({})
    return {name: stage.config[name] for name in read if name in stage.config}


def fresh_again(drafts: Sequence[Round]) -> tuple[Round, ...]:
    """Take the mark of staleness off drafts that fit again.

    Args:
        drafts: of a locked event.

    Returns:
        They.
    """
    stale = [one for one in drafts if one.is_stale]
    for round_ in stale:
        round_.is_stale = False
    Round.objects.bulk_update(stale, ["is_stale"])
    return tuple(drafts)


def delete_drafts(stage: Stage) -> None:
    """Delete the drafts of a stage; what is published is never touched.

    Args:
        stage: of a locked event.
    """
    drafts = Round.objects.filter(stage=stage, state=Round.State.DRAFT)
    MatchSide.objects.filter(round__in=drafts).delete()
    matches = Match.objects.filter(round__in=drafts)
    matches.update(winner_to=None, loser_to=None)
    matches.exclude(parent=None).delete()
    matches.delete()
    drafts.delete()
