"""The stages of an event and what feeds them; they are set up before anything is drawn."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import Max

from common.actor import Actor
from common.errors import ValidationFailed
from common.text import clean_name
from tournaments.errors import AlreadyEntered, StageCycle, WrongState
from tournaments.formats import FORMATS, KNOCKOUTS
from tournaments.models import Event, Stage, StageEntry, StageFeed
from tournaments.services.documents import checked_config, require_format_for
from tournaments.services.lifecycle import BEFORE_PLAY, UNDER_WAY, require_state, review_if_over
from tournaments.services.locks import check_version, lock_event, lock_event_of_stage
from tournaments.services.records import bump, note
from tournaments.services.rights import may_direct

MOST_TOP = 1024
MOST_ROUNDS = 20
_OF_A_BRACKET = (StageFeed.Rule.FIRST_MATCH_LOSERS, StageFeed.Rule.LOSERS_TO_ROUND)
_WITHOUT_PARAMS = (
    StageFeed.Rule.ALL,
    StageFeed.Rule.NON_QUALIFIERS,
    StageFeed.Rule.FIRST_MATCH_LOSERS,
)


def add_stage(
    *,
    event_id: UUID,
    actor: Actor,
    kind: str,
    config: Mapping[str, Any] | None = None,
    name: str = "",
    number: int | None = None,
) -> Stage:
    """Add a stage after the last one of an event.

    Args:
        event_id: public id of the event.
        actor: directs the club.
        kind: key of the format.
        config: settings of the format and of its matches; what is left out is
            filled in.
        name: as shown; left out, the usual one of the format.
        number: the caller expects it to have; None for any.

    Returns:
        The stage, planned.

    Raises:
        ValidationFailed: no such format, one that does not go with the variant, or a
            setting cannot be.
        EventFinal, WrongState: the event has ended.
    """
    settings = checked_config(kind, config or {})
    with transaction.atomic():
        event = lock_event(event_id)
        may_direct(actor, event.tournament.club)
        require_state(event, *BEFORE_PLAY, *UNDER_WAY, step="No stage can follow.")
        require_format_for(event.rules, kind)
        stage = Stage.objects.create(
            event=event,
            number=_next_number(event, number),
            kind=kind,
            name=clean_name(name or FORMATS[kind].title),
            config=settings,
        )
        note(
            event,
            actor=actor,
            action="stage.added",
            target=stage,
            after={"kind": kind, "config": settings},
            payload={"kind": kind, "number": stage.number},
        )
    return stage


def edit_stage(
    *,
    stage_id: UUID,
    actor: Actor,
    config: Mapping[str, Any],
    expected_version: int | None = None,
) -> Stage:
    """Change settings of a stage that has no rounds yet.

    Args:
        stage_id: public id of the stage.
        actor: directs the club.
        config: the settings that change.
        expected_version: of the stage, as read; None for any.

    Returns:
        The stage, changed.

    Raises:
        ValidationFailed: a setting cannot be.
        WrongState: rounds are drafted or published.
        PreconditionFailed: the stage has moved on.
    """
    with transaction.atomic():
        stage = _without_rounds(stage_id, actor)
        check_version(stage, expected_version)
        change_config(stage, config, actor=actor)
    return stage


def change_config(stage: Stage, config: Mapping[str, Any], *, actor: Actor) -> None:
    """Change settings of a stage, and note what they were.

    Args:
        stage: of a locked event.
        config: the settings that change.
        actor: whose wish it is.

    Raises:
        ConfigInvalid: a setting cannot be.
    """
    before, stage.config = stage.config, checked_config(stage.kind, {**stage.config, **config})
    bump(stage, "config")
    note(
        stage.event,
        actor=actor,
        action="stage.edited",
        target=stage,
        before={"config": before},
        after={"config": stage.config},
    )


def remove_stage(*, stage_id: UUID, actor: Actor) -> None:
    """Take a stage out that has no rounds: a night that ends without play-offs.

    Args:
        stage_id: public id of the stage.
        actor: directs the club.

    Raises:
        WrongState: it has rounds, or another stage is fed by it.
    """
    with transaction.atomic():
        stage = _without_rounds(stage_id, actor)
        if stage.feeds_into.exists():
            raise WrongState(f"{stage.name} feeds a later stage. Remove that one first.")
        note(
            stage.event,
            actor=actor,
            action="stage.removed",
            target=stage,
            before={"kind": stage.kind, "config": stage.config},
        )
        StageEntry.objects.filter(stage=stage).delete()
        StageFeed.objects.filter(stage=stage).delete()
        stage.delete()
        review_if_over(stage.event, actor=actor)


def add_feed(
    *,
    stage_id: UUID,
    actor: Actor,
    source_id: UUID,
    rule: str = "top_fraction",
    params: Mapping[str, Any] | None = None,
) -> StageFeed:
    """Let a stage take its entries from an earlier one of the same event.

    Args:
        stage_id: public id of the stage that is fed.
        actor: directs the club.
        source_id: public id of the stage the entries come from.
        rule: of ``StageFeed.Rule``.
        params: ``numerator`` and ``denominator`` (1/4), ``k``, or the ``round`` up
            to which losers are taken.

    Returns:
        The feed.

    Raises:
        ValidationFailed: rule or params cannot be, or the source is of another occasion.
        StageCycle: the source is fed by the stage, at any distance.
        AlreadyEntered: the source feeds the stage already.
        WrongState: the stage has rounds.
    """
    checked = _feed_params(rule, params or {})
    with transaction.atomic():
        stage = _set_up(stage_id, actor)
        occasion = Stage.objects.filter(event__tournament=stage.event.tournament_id)
        source = occasion.filter(public_id=source_id).first()
        if source is None:
            raise ValidationFailed("The occasion has no such stage to feed from.", field="source")
        _require_no_cycle(stage, source)
        if rule in _OF_A_BRACKET and source.kind not in KNOCKOUTS:
            raise ValidationFailed(
                f"{source.name} is no knock-out, so nobody loses his way out of it.", field="rule"
            )
        _require_no_rounds(stage)
        if StageFeed.objects.filter(stage=stage, source=source).exists():
            raise AlreadyEntered(f"{source.name} feeds {stage.name} already.")
        feed = StageFeed.objects.create(stage=stage, source=source, rule=rule, params=checked)
        note(
            stage.event,
            actor=actor,
            action="stage.fed",
            target=stage,
            after={"source": source.public_id, "rule": rule, "params": checked},
            payload={"source": source.public_id, "rule": rule},
        )
    return feed


def _next_number(event: Event, expected: int | None) -> int:
    highest = Stage.objects.filter(event=event).aggregate(highest=Max("number"))["highest"]
    number = (highest or 0) + 1
    if expected not in (None, number):
        raise ValidationFailed(
            f"The next stage of {event.name} is number {number}.", field="number"
        )
    return number


def _without_rounds(stage_id: UUID, actor: Actor) -> Stage:
    stage = _set_up(stage_id, actor)
    _require_no_rounds(stage)
    return stage


def _set_up(stage_id: UUID, actor: Actor) -> Stage:
    stage = lock_event_of_stage(stage_id)
    may_direct(actor, stage.event.tournament.club)
    require_state(stage.event, *BEFORE_PLAY, *UNDER_WAY, step="Its stages stay.")
    return stage


def _require_no_rounds(stage: Stage) -> None:
    if stage.rounds.exists():
        raise WrongState(
            f"{stage.name} has rounds, so it stays as it is. Discard the draft first, "
            "if nothing is published."
        )


def _require_no_cycle(stage: Stage, source: Stage) -> None:
    feeds = StageFeed.objects.filter(stage__event__tournament=stage.event.tournament_id)
    edges = feeds.values_list("stage", "source")
    feeders: dict[int, set[int]] = {}
    for fed, feeder in edges:
        feeders.setdefault(fed, set()).add(feeder)
    reached, waiting = set(), {source.pk}
    while waiting:
        key = waiting.pop()
        reached.add(key)
        waiting |= feeders.get(key, set()) - reached
    if stage.pk in reached:
        raise StageCycle(
            f"{source.name} takes its entries from {stage.name}; choose an earlier one."
        )


def _feed_params(rule: str, params: Mapping[str, Any]) -> dict[str, int]:
    if rule not in StageFeed.Rule.values:
        known = ", ".join(StageFeed.Rule.values)
        raise ValidationFailed(f"A stage is fed by one of: {known}.", field="rule")
    if rule == StageFeed.Rule.TOP_K:
        return {"k": _whole(params, "k", least=2, most=MOST_TOP)}
    if rule == StageFeed.Rule.LOSERS_TO_ROUND:
        return {"round": _whole(params, "round", least=1, most=MOST_ROUNDS)}
    if rule in _WITHOUT_PARAMS:
        return {}
    above = _whole({"numerator": 1, **params}, "numerator", least=1, most=MOST_TOP)
    below = _whole({"denominator": 4, **params}, "denominator", least=1, most=MOST_TOP)
    if Fraction(above, below) > 1:
        raise ValidationFailed("No more than all go on.", field="params.numerator")
    return {"numerator": above, "denominator": below}


def _whole(params: Mapping[str, Any], name: str, *, least: int, most: int) -> int:
    value = params.get(name)
    if type(value) is not int or not least <= value <= most:
        raise ValidationFailed(
            f"{name} is a number from {least} to {most}.", field=f"params.{name}"
        )
    return value
