"""Checking what an event or a stage is set up with, field by field.

The pure packages refuse a setting; here the refusal gets the field that a form or
an app has sent.
"""

import json
from collections.abc import Mapping
from typing import Any

from common.errors import ValidationFailed
from games.engine.errors import RulesInvalid
from games.engine.rules import Rules
from games.engine.variants import VARIANTS
from tournaments.errors import ConfigInvalid
from tournaments.formats import FORMATS
from tournaments.models import PublicLevel
from tournaments.presets import TOURNAMENT_PRESETS, TournamentPreset
from tournaments.rulesets import Ruleset, match_document, match_format
from tournaments.standings.tiebreaks import TIE_BREAKS

Document = Mapping[str, Any]
LONGEST_DOCUMENT = 20_000
MATCH_SETTINGS = ("best_of", "counting", "multipliers")


def checked_preset(key: str) -> TournamentPreset:
    """Return a preset by its key.

    Args:
        key: as chosen.

    Raises:
        ValidationFailed: there is none; the field is ``preset``.
    """
    if key not in TOURNAMENT_PRESETS:
        known = ", ".join(TOURNAMENT_PRESETS)
        raise ValidationFailed(
            f"There is no preset {key!r}. Choose one of {known}.", field="preset"
        )
    return TOURNAMENT_PRESETS[key]


def checked_level(level: str) -> str:
    """Return how much strangers see.

    Args:
        level: as chosen.

    Raises:
        ValidationFailed: it is none of the levels; the field is ``public_level``.
    """
    if level not in PublicLevel.values:
        known = ", ".join(PublicLevel.values)
        raise ValidationFailed(f"Strangers see one of: {known}.", field="public_level")
    return level


def changed_rules(rules: Document, changes: Document) -> dict[str, Any]:
    """Change options of the engine's rules.

    Args:
        rules: as they are.
        changes: options and new values; another target brings its own skunk lines.

    Returns:
        The whole document, checked.

    Raises:
        ValidationFailed: the engine refuses an option, as ``rules.<option>``.
    """
    base = dict(rules)
    if changes.get("target", base["target"]) != base["target"]:
        base = {key: base[key] for key in base if key not in ("skunk_below", "double_below")}
    try:
        return Rules.from_plain({**base, **changes}).to_plain()
    except RulesInvalid as error:
        option = error.context.get("option")
        field = f"rules.{option}" if option else "rules"
        raise ValidationFailed(error.message, field=field) from error


def changed_ruleset(rules: Document, ruleset: Document, changes: Document) -> dict[str, Any]:
    """Change values of the tournament's ruleset.

    Args:
        rules: the engine's rules the ruleset goes with.
        ruleset: as it is.
        changes: known names and new values.

    Returns:
        The whole document, checked.

    Raises:
        ValidationFailed: a name is not known or a value cannot be; the field is ``ruleset``.
    """
    unknown = sorted(set(changes) - set(ruleset))
    if unknown:
        raise ValidationFailed(f"The ruleset has no {unknown[0]!r}.", field="ruleset")
    changed = {**ruleset, **changes}
    if len(json.dumps(changed, default=str)) > LONGEST_DOCUMENT:
        raise ValidationFailed("The ruleset is too long.", field="ruleset")
    try:
        read = Ruleset.read(rules, changed)
    except ConfigInvalid as error:
        raise ValidationFailed(error.message, field="ruleset") from error
    if read.confirmation != "single":
        raise ValidationFailed(
            "Results are confirmed by one person here. Choose 'single'.",
            field="ruleset.confirmation",
        )
    for key in read.tie_break:
        if key not in TIE_BREAKS:
            known = ", ".join(TIE_BREAKS)
            raise ValidationFailed(f"Ties are broken by {known}.", field="ruleset.tie_break")
    return changed


def checked_config(kind: str, config: Document) -> dict[str, object]:
    """Check the settings of a stage and fill in what is left out.

    Args:
        kind: key of the format.
        config: settings of the format, and how many games a match has and how
            they decide.

    Returns:
        All settings: those of the format and those of a match.

    Raises:
        ValidationFailed: no such format (``kind``), or a setting cannot be
            (``config.<name>``).
    """
    if kind not in FORMATS:
        raise ValidationFailed(
            f"There is no format {kind!r}. Choose one of {', '.join(FORMATS)}.", field="kind"
        )
    try:
        of_format = FORMATS[kind].check_config(_of_format(kind, config))
        return {**of_format, **match_document(match_format({**of_format, **config}))}
    except ConfigInvalid as error:
        field = str(error.context.get("field", "config")).removeprefix("config.")
        raise ValidationFailed(error.message, field=f"config.{field}") from error


def require_format_for(rules: Document, kind: str, *, field: str = "kind") -> None:
    """Insist that a format seats as many at a table as a game of the rules has sides.

    Args:
        rules: the engine's rules of the event.
        kind: key of the format.
        field: the name the refusal carries.

    Raises:
        ValidationFailed: it does not.
    """
    variant = VARIANTS.get(str(rules.get("variant")))
    sides = variant.sides if variant else 2
    if sides == FORMATS[kind].most_sides:
        return
    fitting = {key: one for key, one in VARIANTS.items() if one.sides == FORMATS[kind].most_sides}
    formats = [key for key, one in FORMATS.items() if one.most_sides == sides]
    raise ValidationFailed(
        f"{FORMATS[kind].label} is for games of {FORMATS[kind].most_sides} sides, and these rules "
        f"are of {sides}. Choose the variant {' or '.join(fitting)}, "
        f"or the format {' or '.join(formats)}.",
        field=field,
    )


def _of_format(kind: str, config: Document) -> dict[str, object]:
    """Leave out what belongs to a match, unless the format reads it as well."""
    return {
        name: value
        for name, value in config.items()
        if name not in MATCH_SETTINGS or name in FORMATS[kind].check_config({})
    }
