"""How many rounds a stage has that is drawn round by round: more or fewer, also in its middle."""

from uuid import UUID

from django.db import transaction

from common.actor import Actor
from common.errors import ValidationFailed
from tournaments.errors import WrongState
from tournaments.formats import FORMATS
from tournaments.models import Event, Match, Round, Stage
from tournaments.services.drafting import mark_stale_drafts
from tournaments.services.filing import complete_if_over
from tournaments.services.lifecycle import BEFORE_PLAY, UNDER_WAY, move, require_state
from tournaments.services.locks import lock_roots_of_stage
from tournaments.services.records import bump
from tournaments.services.rights import may_direct
from tournaments.services.stages import change_config


def set_rounds(*, stage_id: UUID, actor: Actor, rounds: int) -> Stage:
    """Say how many rounds a stage has: the evening is shorter, or goes on.

    Args:
        stage_id: public id of a stage that is drawn from results.
        actor: directs the club.
        rounds: all of them; no fewer than are published.

    Returns:
        The stage: complete if everything is played then, running if a round is to come.

    Raises:
        ValidationFailed: more rounds are published, or so many cannot be.
        WrongState: the stage is not drawn from results, a draft stands beyond that
            number, or a later stage has rounds.
        EventFinal, WrongState: the event has ended.
    """
    with transaction.atomic():
        stage = lock_roots_of_stage(stage_id)
        may_direct(actor, stage.event.tournament.club)
        require_state(stage.event, *BEFORE_PLAY, *UNDER_WAY, step="Its rounds stay.")
        format_ = FORMATS[stage.kind]
        if not format_.needs_results or "rounds" not in format_.check_config({}):
            raise WrongState(f"{stage.name} is not drawn round by round, so its rounds stay.")
        _require_room(stage, rounds)
        change_config(stage, {"rounds": rounds}, actor=actor)
        if stage.state == Stage.State.COMPLETE and rounds > stage.rounds.count():
            _go_on(stage, actor)
        mark_stale_drafts(stage.event)
        if not Match.objects.filter(stage=stage).exclude(status__in=Match.OVER).exists():
            complete_if_over(stage, actor)
    return stage


def _require_room(stage: Stage, rounds: int) -> None:
    states = dict(Round.objects.filter(stage=stage).values_list("number", "state"))
    published = [number for number, state in states.items() if state != Round.State.DRAFT]
    if rounds < max(published, default=0):
        raise ValidationFailed(
            f"{len(published)} rounds are published. Choose as many or more.", field="rounds"
        )
    if rounds < max(states, default=0):
        raise WrongState(f"Round {max(states)} is drafted. Discard the draft first.")


def _go_on(stage: Stage, actor: Actor) -> None:
    """Let a stage that was over go on, unless something was drawn from its end."""
    if Round.objects.filter(stage__feeds__source=stage).exists():
        raise WrongState(f"What follows {stage.name} is drawn. Discard that first.")
    stage.state = Stage.State.RUNNING
    bump(stage, "state")
    if stage.event.state == Event.State.REVIEW:
        move(stage.event, Event.State.RUNNING, actor=actor, action="event.resumed")
