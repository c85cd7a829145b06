"""The stages of a night: games or a bracket, play-offs, a consolation."""

from collections.abc import Mapping
from typing import Any, TypedDict

from common.actor import Actor
from common.errors import ValidationFailed
from tournaments.formats import FORMATS, KNOCKOUTS, TABLES
from tournaments.models import Event, Stage, StageFeed
from tournaments.presets import TournamentPreset
from tournaments.rulesets import match_document
from tournaments.services.stages import add_feed, add_stage

ROTATION, SINGLE_ELIMINATION = "rotation", "single_elim"
CONSOLATION = "Consolation"
CONSOLATIONS = (StageFeed.Rule.FIRST_MATCH_LOSERS, StageFeed.Rule.NON_QUALIFIERS)


class Shape(TypedDict, total=False):
    """Which stages a night has; what is left out is as usual.

    ``format``: key of the first stage's format (rotation), ``config`` its settings.
    ``games``: of a rotation (the preset's). ``play_off``: whether the preset's share
    plays off (yes, unless the first stage is a bracket or of tables of three), in
    ``play_off_format`` (single elimination) with ``play_off_config``. ``best_of``:
    games of a match of every bracket (the preset's). ``consolation``: the rule it is fed by
    (``first_match_losers`` of the bracket, or ``non_qualifiers``; none).
    """

    format: str
    config: Mapping[str, Any]
    games: int | None
    play_off: bool | None
    play_off_format: str
    play_off_config: Mapping[str, Any]
    best_of: int | None
    consolation: str


def add_night_stages(event: Event, preset: TournamentPreset, shape: Shape, *, actor: Actor) -> None:
    """Add the stages of a new night, and what feeds them.

    Args:
        event: a draft without stages.
        preset: how matches are played where the shape does not say.
        shape: which stages.
        actor: directs the club.

    Raises:
        ValidationFailed: a format, a setting or a sequence cannot be.
    """
    kind = shape.get("format", ROTATION)
    if kind not in FORMATS:
        raise ValidationFailed(
            f"There is no format {kind!r}. Choose one of {', '.join(FORMATS)}.", field="format"
        )
    first = _first(event, preset, shape, kind, actor)
    bracket = first if kind in KNOCKOUTS else None
    if _plays_off(shape, kind):
        bracket = _play_off(event, preset, shape, first, actor)
    if shape.get("consolation"):
        _consolation(event, preset, shape, first, bracket, actor=actor)


def _plays_off(shape: Shape, kind: str) -> bool:
    chosen = shape.get("play_off")
    if kind in TABLES:
        if chosen:
            raise ValidationFailed(
                "Tables of three have no bracket. Leave the play-offs out, or hold them as "
                "an event of their own, of two a game.",
                field="play_off",
            )
        return False
    if kind not in KNOCKOUTS:
        return True if chosen is None else chosen
    if chosen:
        raise ValidationFailed(
            "The bracket decides who wins, so no play-offs follow it. Leave them out.",
            field="play_off",
        )
    return False


def _first(event: Event, preset: TournamentPreset, shape: Shape, kind: str, actor: Actor) -> Stage:
    is_bracket = kind in KNOCKOUTS
    config = _match_of(preset, shape) if is_bracket else match_document(preset.qualifying)
    if kind == ROTATION:
        config["games"] = preset.games
    if shape.get("games") is not None:
        config["games"] = shape["games"]
    return add_stage(
        event_id=event.public_id,
        actor=actor,
        kind=kind,
        config={**config, **shape.get("config", {})},
        name=FORMATS[kind].label if is_bracket else "",
    )


def _play_off(
    event: Event, preset: TournamentPreset, shape: Shape, first: Stage, actor: Actor
) -> Stage:
    kind = shape.get("play_off_format", SINGLE_ELIMINATION)
    if kind not in KNOCKOUTS:
        raise ValidationFailed(
            f"Play-offs are one of {', '.join(sorted(KNOCKOUTS))}.", field="play_off_format"
        )
    bracket = add_stage(
        event_id=event.public_id,
        actor=actor,
        kind=kind,
        config={**_match_of(preset, shape), **shape.get("play_off_config", {})},
        name=FORMATS[SINGLE_ELIMINATION].title,
    )
    add_feed(
        stage_id=bracket.public_id,
        actor=actor,
        source_id=first.public_id,
        rule=StageFeed.Rule.TOP_FRACTION,
        params=event.ruleset["cut"],
    )
    return bracket


def _consolation(
    event: Event,
    preset: TournamentPreset,
    shape: Shape,
    first: Stage,
    bracket: Stage | None,
    *,
    actor: Actor,
) -> None:
    rule = shape["consolation"]
    if rule not in CONSOLATIONS:
        raise ValidationFailed(
            f"A consolation takes one of {', '.join(CONSOLATIONS)}.", field="consolation"
        )
    if bracket is None:
        raise ValidationFailed(
            "A consolation stands beside play-offs. Choose them too, or leave it out.",
            field="consolation",
        )
    if rule == StageFeed.Rule.NON_QUALIFIERS and bracket is first:
        raise ValidationFailed(
            "Everybody plays in the bracket, so nobody misses a cut. "
            "Take those who lose their first match.",
            field="consolation",
        )
    stage = add_stage(
        event_id=event.public_id,
        actor=actor,
        kind=SINGLE_ELIMINATION,
        config=_match_of(preset, shape),
        name=CONSOLATION,
    )
    source = first if rule == StageFeed.Rule.NON_QUALIFIERS else bracket
    add_feed(stage_id=stage.public_id, actor=actor, source_id=source.public_id, rule=rule)


def _match_of(preset: TournamentPreset, shape: Shape) -> dict[str, Any]:
    """How a match of a bracket is played."""
    config = match_document(preset.play_off)
    if shape.get("best_of") is not None:
        config["best_of"] = shape["best_of"]
    return config
