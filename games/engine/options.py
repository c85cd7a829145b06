"""The options of a game's rules: what each may be, and what goes together.

An option that cannot be played, or that contradicts another one, is refused
here with the reason, and never ignored in play.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from games.engine.errors import RulesInvalid
from games.engine.variants.base import Variant

CHOICES: Mapping[str, tuple[object, ...]] = MappingProxyType(
    {
        "heels": ("auto", "before_lead", "before_dealer_card"),
        "counting": ("auto", "declared"),
        "muggins": ("none", "show", "show_and_play"),
        "muggins_heels": (False, True),
        "overclaim": ("award", "correct", "refuse"),
        "declaration": ("final", "until_next_stage"),
        "go": ("auto", "said"),
        "pre_deal_cut": ("off", "offered", "required"),
        "first_deal": ("cut", "alternate", "loser", "winner", "assigned"),
        "exact_finish": (False, True),
        "allow_concede": (False, True),
    }
)

LIMITS: Mapping[str, tuple[int, int]] = MappingProxyType(
    {
        "target": (1, 1000),
        "heels_grace": (0, 60),
        "claim_seconds": (1, 3600),
        "move_seconds": (0, 30 * 86400),
        "min_cut": (1, 16),
    }
)

LINES_BY_TARGET: Mapping[int, tuple[int | None, int | None]] = MappingProxyType(
    {121: (91, 61), 61: (31, None)}
)


def lines_of(numbers: Variant, target: object) -> tuple[int | None, int | None]:
    """Find the skunk lines of a target: the variant's own, or the usual ones.

    Args:
        numbers: the variant.
        target: as somebody wrote it; it is checked elsewhere.

    Returns:
        The line of the skunk and of the double skunk, None for no such line.

    Rule: docs/rules.md#skunk
    """
    if target == numbers.target:
        return numbers.skunk_below, numbers.double_below
    return LINES_BY_TARGET.get(target, (None, None)) if type(target) is int else (None, None)


def check(options: Mapping[str, Any], numbers: Variant) -> None:
    """Refuse options that cannot be played.

    Args:
        options: every option by name.
        numbers: the variant.

    Raises:
        RulesInvalid: an option is unknown or contradicts another one;
            ``context["option"]`` names it.

    Rule: docs/rules.md#options
    """
    _check_choices(options)
    _check_numbers(options)
    _check_lines(options)
    _check_counting(options)
    _check_starts(options, numbers)


def _check_choices(options: Mapping[str, Any]) -> None:
    for option, choices in CHOICES.items():
        value = options[option]
        if not any(value == choice and type(value) is type(choice) for choice in choices):
            words = ", ".join(str(choice) for choice in choices)
            raise RulesInvalid(f"{option} is one of {words}", option=option)


def _check_numbers(options: Mapping[str, Any]) -> None:
    for option, (low, high) in LIMITS.items():
        value = options[option]
        if type(value) is not int or not low <= value <= high:
            raise RulesInvalid(f"{option} is a number from {low} to {high}", option=option)


def _check_lines(options: Mapping[str, Any]) -> None:
    skunk, double = options["skunk_below"], options["double_below"]
    for option, line in (("skunk_below", skunk), ("double_below", double)):
        if line is not None and (type(line) is not int or not 1 <= line <= options["target"]):
            raise RulesInvalid(f"{option} lies between 1 and the target", option=option)
    if double is not None and (skunk is None or double >= skunk):
        raise RulesInvalid("a double skunk lies below the skunk", option="double_below")


def _check_counting(options: Mapping[str, Any]) -> None:
    has_muggins = options["muggins"] != "none"
    if has_muggins and options["overclaim"] == "refuse":
        raise RulesInvalid(
            "refusing over-claims would beat muggins: one could always say 29", option="overclaim"
        )
    if has_muggins and options["counting"] != "declared":
        raise RulesInvalid(
            "nothing is missed where the engine counts: muggins needs counting=declared",
            option="muggins",
        )
    if options["declaration"] != "final" and options["counting"] != "declared":
        raise RulesInvalid(
            "only a declared count can be raised: this needs counting=declared",
            option="declaration",
        )
    if options["muggins_heels"] and (not has_muggins or options["heels"] == "auto"):
        raise RulesInvalid(
            "heels are missed only where they must be claimed and muggins is played",
            option="muggins_heels",
        )


def _check_starts(options: Mapping[str, Any], numbers: Variant) -> None:
    pegs = options["start_pegs"]
    if pegs and len(pegs) != numbers.sides:
        raise RulesInvalid("start_pegs has one number for each side", option="start_pegs")
    if any(type(peg) is not int or not 0 <= peg < options["target"] for peg in pegs):
        raise RulesInvalid("a start lies between 0 and the target", option="start_pegs")
