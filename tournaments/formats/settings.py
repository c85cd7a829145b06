"""Settings of a stage that every format checks alike."""

from collections.abc import Mapping, Sequence
from typing import cast, get_args

from tournaments.errors import ConfigInvalid
from tournaments.matches import Counting, MatchFormat, Multipliers

MATCH_SETTINGS = ("best_of", "counting", "multipliers")


def whole_number(
    config: Mapping[str, object], name: str, default: int, *, least: int, most: int
) -> int:
    """Read a whole number from a format's settings.

    Args:
        config: the settings of a stage.
        name: which one.
        default: what holds where it is left out.
        least: smallest value allowed.
        most: greatest value allowed.

    Returns:
        The number.

    Raises:
        ConfigInvalid: not a whole number, or out of range; ``field`` names it.
    """
    value = config.get(name, default)
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        raise ConfigInvalid(
            f"This is a whole number from {least} to {most}.", field=f"config.{name}"
        )
    return value


def one_of(config: Mapping[str, object], name: str, words: object) -> str:
    """Read a word from a format's settings.

    Args:
        config: the settings of a stage.
        name: which one.
        words: a ``Literal`` of what may be chosen; the first holds where it is
            left out.

    Returns:
        The word.

    Raises:
        ConfigInvalid: another word; ``field`` names the setting.
    """
    known = cast(tuple[str, ...], get_args(words))
    value = config.get(name, known[0])
    if value not in known:
        raise ConfigInvalid(f"This is one of {', '.join(known)}.", field=f"config.{name}")
    return str(value)


def yes_or_no(config: Mapping[str, object], name: str, *, default: bool) -> bool:
    """Read a choice from a format's settings.

    Args:
        config: the settings of a stage.
        name: which one.
        default: what holds where it is left out.

    Returns:
        The choice.

    Raises:
        ConfigInvalid: neither true nor false; ``field`` names the setting.
    """
    value = config.get(name, default)
    if not isinstance(value, bool):
        raise ConfigInvalid("This is true or false.", field=f"config.{name}")
    return value


def refuse_unknown(config: Mapping[str, object], *known: str) -> None:
    """Refuse a setting that the format does not read.

    Args:
        config: the settings of a stage.
        known: the names the format reads, besides those of a match.

    Raises:
        ConfigInvalid: the first unknown name, as ``field``.
    """
    for name in config:
        if name not in known and name not in MATCH_SETTINGS:
            raise ConfigInvalid(f"This format has no setting {name!r}.", field=f"config.{name}")


def match_format_of(config: Mapping[str, object], default: MatchFormat) -> MatchFormat:
    """Read how a match of a stage is played.

    Args:
        config: the settings of a stage: ``best_of``, ``counting``, and
            ``multipliers`` as three numbers.
        default: what holds where all three are left out; what one of them
            leaves out beside others is a single game of plain wins.

    Returns:
        The match format.

    Raises:
        ConfigInvalid: as ``MatchFormat``; ``field`` begins with ``config.``.
    """
    if "counting" in config or "multipliers" in config:
        default = MatchFormat(default.best_of if default.best_of % 2 else 1)
    try:
        return MatchFormat(
            best_of=cast(int, config.get("best_of", default.best_of)),
            counting=cast(Counting, config.get("counting", default.counting)),
            multipliers=_multipliers(config.get("multipliers", default.multipliers)),
        )
    except ConfigInvalid as refusal:
        field = f"config.{refusal.context['field']}"
        raise ConfigInvalid(refusal.message, field=field) from refusal


def match_settings(config: Mapping[str, object], default: MatchFormat) -> dict[str, object]:
    """Check the settings of a match and fill in what is left out.

    Args:
        config: the settings of a stage.
        default: as for ``match_format_of``.

    Returns:
        ``best_of``, ``counting`` and ``multipliers`` as plain values.

    Raises:
        ConfigInvalid: as ``match_format_of``.
    """
    format_ = match_format_of(config, default)
    return {
        "best_of": format_.best_of,
        "counting": format_.counting,
        "multipliers": list(format_.multipliers),
    }


def _multipliers(given: object) -> Multipliers:
    numbers = list(given) if isinstance(given, Sequence) else []
    if len(numbers) != 3 or not all(type(number) is int for number in numbers):
        raise ConfigInvalid(
            "Multipliers are three whole numbers: a win, a skunk, a double skunk.",
            field="multipliers",
        )
    return Multipliers(*numbers)
