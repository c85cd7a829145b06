"""Occasions and the events they hold: making and editing them."""

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import Max

from common.actor import Actor
from common.errors import ValidationFailed
from common.text import clean_name, clean_text
from tournaments.errors import RulesetFrozen
from tournaments.models import Event, Stage, Tournament
from tournaments.presets import TournamentPreset
from tournaments.rulesets import rules_document, ruleset_document
from tournaments.services.documents import (
    changed_rules,
    changed_ruleset,
    checked_level,
    checked_preset,
    require_format_for,
)
from tournaments.services.lifecycle import BEFORE_PLAY, UNDER_WAY, require_state
from tournaments.services.locks import lock_roots_of_event, lock_tournament
from tournaments.services.records import bump, note
from tournaments.services.rights import may_direct
from tournaments.services.seasons import club_to_direct, season_of

Options = Mapping[str, Mapping[str, Any]]
LONGEST_PLACE = 120
LONGEST_FEE = 40
LONGEST_GAME_MINUTES = 600


def create_tournament(
    *,
    club_id: UUID,
    actor: Actor,
    name: str,
    starts_at: datetime,
    place: str = "",
    is_night: bool = False,
) -> Tournament:
    """Make an occasion without events: a weekend, a league.

    Args:
        club_id: public id of the club.
        actor: directs the club.
        name: what it is called.
        starts_at: aware instant.
        place: where; may be empty.
        is_night: one event only, and the occasion is never shown by itself.

    Returns:
        The tournament.

    Raises:
        NotFound, PermissionDenied: no such club, or not to be directed.
        ValidationFailed: a value cannot be.
    """
    with transaction.atomic():
        tournament = Tournament.objects.create(
            club=club_to_direct(club_id, actor),
            name=clean_name(name),
            place=clean_text(place, field="place", longest=LONGEST_PLACE),
            starts_at=aware(starts_at),
            is_night=is_night,
        )
        note(
            tournament,
            actor=actor,
            action="tournament.created",
            target=tournament,
            after={"name": tournament.name, "starts_at": tournament.starts_at},
            payload={"starts_at": tournament.starts_at},
        )
    return tournament


def create_event(
    *,
    tournament_id: UUID,
    actor: Actor,
    name: str,
    preset: str = "casual",
    season_id: UUID | None = None,
    fee: str = "",
    public_level: str = "full",
    options: Options | None = None,
    cloned_from: Event | None = None,
) -> Event:
    """Make an event of an occasion from a preset; its stages are added apart.

    Args:
        tournament_id: public id of the occasion.
        actor: directs the club.
        name: what it is called.
        preset: key of the preset that gives the rules.
        season_id: public id of the season its points go to; None for none.
        fee: in words, such as "2 pounds".
        public_level: how much strangers see.
        options: changes to the preset, under ``rules`` and ``ruleset``.
        cloned_from: the event whose documents are taken instead of the preset's.

    Returns:
        The event, a draft.

    Raises:
        NotFound, PermissionDenied: no such occasion, or not to be directed.
        ValidationFailed: a value cannot be.
    """
    chosen = checked_preset(preset)
    with transaction.atomic():
        tournament = lock_tournament(tournament_id)
        may_direct(actor, tournament.club)
        rules, ruleset = _documents(chosen, cloned_from, options or {})
        event = Event.objects.create(
            tournament=tournament,
            season=season_of(tournament.club, season_id),
            number=_next_number(tournament),
            name=clean_name(name),
            preset=chosen.key,
            rules=rules,
            ruleset=ruleset,
            planned_minutes=chosen.planned_minutes,
            boards_needed=chosen.boards_needed,
            fee=clean_text(fee, field="fee", longest=LONGEST_FEE),
            public_level=checked_level(public_level),
            cloned_from=cloned_from,
        )
        note(
            event,
            actor=actor,
            action="event.created",
            target=event,
            after={"name": event.name, "preset": preset, "rules": rules, "ruleset": ruleset},
            payload={"preset": preset},
        )
    return event


def edit_event(
    *, event_id: UUID, actor: Actor, expected_version: int | None = None, **changes: Any
) -> Event:
    """Change an event: its name, day and levels until it ends, its rules in draft only.

    Args:
        event_id: public id.
        actor: directs the club.
        expected_version: as read; None for any.
        changes: of ``name, fee, public_level, planned_minutes, boards_needed,
            season_id, rules, ruleset``, and for the occasion ``place, starts_at``.

    Returns:
        The event, changed.

    Raises:
        ValidationFailed: a name or a value cannot be.
        RulesetFrozen: rules were to change after the draft.
        EventFinal, WrongState: the event has ended.
        PreconditionFailed: the event has moved on.
    """
    unknown = sorted(set(changes) - {*_EVENT_FIELDS, *_OCCASION_FIELDS, *_DOCUMENTS, "season_id"})
    if unknown:
        raise ValidationFailed(f"An event has no {unknown[0]!r}.", field=unknown[0])
    with transaction.atomic():
        event = lock_roots_of_event(event_id, expected_version=expected_version)
        may_direct(actor, event.tournament.club)
        require_state(event, *BEFORE_PLAY, *UNDER_WAY, step="It can no longer be changed.")
        before = _apply(event, changes)
        note(
            event,
            actor=actor,
            action="event.edited",
            target=event,
            before=before,
            after={name: _plain(changes[name]) for name in changes},
            payload={"fields": sorted(changes)},
        )
    return event


def aware(instant: datetime, *, field: str = "starts_at") -> datetime:
    """Return an instant that has a time zone.

    Args:
        instant: as given.
        field: the name the refusal carries.

    Raises:
        ValidationFailed: it has none.
    """
    if instant.tzinfo is None:
        raise ValidationFailed("Say in which time zone this is.", field=field)
    return instant


def _documents(
    preset: TournamentPreset, cloned_from: Event | None, options: Options
) -> tuple[dict[str, Any], dict[str, Any]]:
    rules = cloned_from.rules if cloned_from else rules_document(preset)
    ruleset = cloned_from.ruleset if cloned_from else ruleset_document(preset)
    unknown = sorted(set(options) - set(_DOCUMENTS))
    if unknown:
        raise ValidationFailed(
            f"Options are rules and ruleset, not {unknown[0]!r}.", field="options"
        )
    if options.get("rules"):
        rules = changed_rules(rules, options["rules"])
    return dict(rules), changed_ruleset(rules, ruleset, options.get("ruleset", {}))


def _next_number(tournament: Tournament) -> int:
    highest = Event.objects.filter(tournament=tournament).aggregate(highest=Max("number"))
    number = (highest["highest"] or 0) + 1
    if tournament.is_night and number > 1:
        raise ValidationFailed(
            "A club night has one event. Make a tournament for several.", field="tournament"
        )
    return number


def _apply(event: Event, changes: Mapping[str, Any]) -> dict[str, object]:
    """Set and save the changes; return what was there."""
    before: dict[str, object] = {}
    _change_documents(event, changes, before)
    if "season_id" in changes:
        before["season_id"] = event.season and event.season.public_id
        event.season = season_of(event.tournament.club, changes["season_id"])
    for name in _EVENT_FIELDS.keys() & changes.keys():
        before[name] = getattr(event, name)
        setattr(event, name, _EVENT_FIELDS[name](changes[name]))
    bump(event, *_EVENT_FIELDS, *_DOCUMENTS, "season")
    occasion = _OCCASION_FIELDS.keys() & changes.keys()
    for name in occasion:
        before[name] = getattr(event.tournament, name)
        setattr(event.tournament, name, _OCCASION_FIELDS[name](changes[name]))
    if occasion:
        bump(event.tournament, *occasion)
    return before


def _change_documents(event: Event, changes: Mapping[str, Any], before: dict[str, object]) -> None:
    asked = [name for name in _DOCUMENTS if name in changes]
    if not asked:
        return
    if event.frozen_at is not None:
        raise RulesetFrozen(
            f"{event.name} has left draft, so its rules stay. Copy it to a new night and "
            "change them there."
        )
    for name in asked:
        if not isinstance(changes[name], Mapping):
            raise ValidationFailed(f"The {name} are options with values.", field=name)
        before[name] = getattr(event, name)
    if changes.get("rules"):
        event.rules = changed_rules(event.rules, changes["rules"])
        for kind in Stage.objects.filter(event=event).order_by("number").values_list("kind"):
            require_format_for(event.rules, *kind, field="rules.variant")
    event.ruleset = changed_ruleset(event.rules, event.ruleset, changes.get("ruleset", {}))


def _minutes(value: object) -> int:
    if type(value) is not int or not 1 <= value <= LONGEST_GAME_MINUTES:
        raise ValidationFailed(
            f"A game takes 1 to {LONGEST_GAME_MINUTES} minutes.", field="planned_minutes"
        )
    return value


def _plain(value: object) -> object:
    return value if isinstance(value, (Mapping, int, str, datetime)) else value and str(value)


_DOCUMENTS = ("rules", "ruleset")
_EVENT_FIELDS: Mapping[str, Callable[[Any], object]] = {
    "name": clean_name,
    "fee": lambda value: clean_text(value, field="fee", longest=LONGEST_FEE),
    "public_level": checked_level,
    "planned_minutes": _minutes,
    "boards_needed": bool,
}
_OCCASION_FIELDS: Mapping[str, Callable[[Any], object]] = {
    "place": lambda value: clean_text(value, field="place", longest=LONGEST_PLACE),
    "starts_at": aware,
}
