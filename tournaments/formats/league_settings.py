"""The settings of a league: read, checked, and turned into the rules of a tie."""

import re
from collections.abc import Mapping, Sequence
from typing import cast

from tournaments.errors import ConfigInvalid
from tournaments.formats.settings import match_format_of
from tournaments.matches import MatchFormat
from tournaments.standings.league import LEAGUE_CHAIN, LEAVINGS, check_league_chain
from tournaments.ties import (
    DECIDERS,
    Board,
    Decider,
    TiePoints,
    TieRules,
    Walkover,
    walkover,
)

ALL_FIVE_LEGS = MatchFormat(5, "points_all")
SETTINGS = (
    "double",
    "boards",
    "points",
    "decided_by",
    "walkover",
    "leaving",
    "tie_break",
    "calendar",
)
THREE_PAIRS: tuple[Mapping[str, object], ...] = ({"members": 2},) * 3
MOST_BOARDS = 20
MOST_POINTS = 100
BOARD_SETTINGS = ("members", "best_of", "counting", "variant")
DATE = re.compile(r"[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])")
SHORT_MONTHS = ("04-31", "06-31", "09-31", "11-31", "02-30", "02-31")


def league_settings(config: Mapping[str, object]) -> dict[str, object]:
    """Check what a league has besides a match's settings, and fill in the rest.

    Args:
        config: the settings of a stage, those of a match filled in.

    Returns:
        The settings of a league, as plain values.

    Raises:
        ConfigInvalid: one that cannot be; ``field`` names it.
    """
    if type(config.get("double", True)) is not bool:
        raise ConfigInvalid("A league is double or not: true or false.", field="config.double")
    rules = tie_rules(config)
    given = rules.walkover
    return {
        "double": config.get("double", True),
        "boards": [
            {
                "members": board.members,
                "best_of": board.legs.best_of,
                "counting": board.legs.counting,
                "variant": board.variant,
            }
            for board in rules.boards
        ],
        "points": rules.points._asdict(),
        "decided_by": rules.decided_by,
        "walkover": given and {"boards": list(given.boards), "legs": list(given.legs)},
        "leaving": _one_of(config, "leaving", LEAVINGS),
        "tie_break": _chain(config.get("tie_break", list(LEAGUE_CHAIN))),
        "calendar": _calendar(config.get("calendar", [])),
    }


def tie_rules(config: Mapping[str, object]) -> TieRules:
    """Read what a tie of a league is and is worth.

    Args:
        config: the settings of a stage.

    Returns:
        The rules.

    Raises:
        ConfigInvalid: a setting that cannot be; ``field`` names it.
    """
    boards = config.get("boards", THREE_PAIRS)
    if not isinstance(boards, Sequence) or not 1 <= len(boards) <= MOST_BOARDS:
        raise ConfigInvalid(f"A tie has 1 to {MOST_BOARDS} boards.", field="config.boards")
    rules = TieRules(
        boards=tuple(_board(config, board, at) for at, board in enumerate(boards)),
        points=_points(config.get("points", {})),
        decided_by=cast(Decider, _one_of(config, "decided_by", DECIDERS)),
        walkover=_walkover(config.get("walkover")),
    )
    try:
        walkover(rules, 1)
    except ConfigInvalid as refusal:
        raise ConfigInvalid(refusal.message, field="config.walkover") from refusal
    return rules


def _board(config: Mapping[str, object], given: object, at: int) -> Board:
    field = f"config.boards[{at}]"
    board = _mapping(given, BOARD_SETTINGS, field)
    default = match_format_of(config, ALL_FIVE_LEGS)
    variant = board.get("variant")
    if variant is not None and not isinstance(variant, str):
        raise ConfigInvalid("A variant is named by its key.", field=f"{field}.variant")
    legs = {
        "best_of": board.get("best_of", default.best_of),
        "counting": board.get("counting", default.counting),
    }
    try:
        return Board(cast(int, board.get("members", 2)), match_format_of(legs, default), variant)
    except ConfigInvalid as refusal:
        name = str(refusal.context["field"]).rpartition(".")[2]
        raise ConfigInvalid(refusal.message, field=f"{field}.{name}") from refusal


def _points(given: object) -> TiePoints:
    points = _mapping(given, TiePoints._fields, "config.points")
    values = {name: points.get(name, worth) for name, worth in TiePoints._field_defaults.items()}
    for name, value in values.items():
        least, most = (1, 2) if name == "scale" else (0, MOST_POINTS)
        if type(value) is not int or not least <= value <= most:
            raise ConfigInvalid(
                f"This is a whole number from {least} to {most}.", field=f"config.points.{name}"
            )
    return TiePoints(**cast(dict[str, int], values))


def _walkover(given: object) -> Walkover | None:
    if given is None:
        return None
    score = _mapping(given, Walkover._fields, "config.walkover")
    pairs = [score.get(name) for name in Walkover._fields]
    if not all(_is_pair(pair) for pair in pairs):
        raise ConfigInvalid(
            "A walkover has boards and legs, two whole numbers each.", field="config.walkover"
        )
    (won, lost), (legs, lost_legs) = cast(Sequence[Sequence[int]], pairs)
    return Walkover((won, lost), (legs, lost_legs))


def _is_pair(given: object) -> bool:
    return (
        isinstance(given, list | tuple)
        and len(given) == 2
        and all(type(one) is int and one >= 0 for one in given)
    )


def _mapping(given: object, known: Sequence[str], field: str) -> Mapping[str, object]:
    if not isinstance(given, Mapping) or not set(given) <= set(known):
        raise ConfigInvalid(f"This has {', '.join(known)} and nothing else.", field=field)
    return given


def _one_of(config: Mapping[str, object], name: str, known: Sequence[str]) -> str:
    value = config.get(name, known[0])
    if value not in known:
        raise ConfigInvalid(f"This is one of {', '.join(known)}.", field=f"config.{name}")
    return cast(str, value)


def _chain(given: object) -> list[str]:
    if not isinstance(given, list | tuple) or not all(isinstance(key, str) for key in given):
        raise ConfigInvalid("A chain is a list of tie-breaks.", field="config.tie_break")
    try:
        return list(check_league_chain(given))
    except ConfigInvalid as refusal:
        raise ConfigInvalid(refusal.message, field="config.tie_break") from refusal


def _calendar(given: object) -> list[str]:
    if not isinstance(given, list | tuple) or not all(isinstance(day, str) for day in given):
        raise ConfigInvalid("A calendar is a list of dates.", field="config.calendar")
    for at, day in enumerate(given):
        if not _is_date(day):
            raise ConfigInvalid(
                f"{day} is no day. Write it as 2026-10-05.", field=f"config.calendar[{at}]"
            )
    if list(given) != sorted(set(given)):
        raise ConfigInvalid(
            "The dates of a calendar follow one another. Put them in order, each once.",
            field="config.calendar",
        )
    return list(given)


def _is_date(day: str) -> bool:
    if not DATE.fullmatch(day) or day[5:] in SHORT_MONTHS:
        return False
    year = int(day[:4])
    is_leap = year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
    return is_leap or day[5:] != "02-29"
