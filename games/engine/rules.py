"""The rules of one game: a variant and options, frozen before the first cut.

=============  ==========================================================
option         meaning
=============  ==========================================================
target         holes to the end of the game
heels          when two for a jack as starter must be taken
heels_grace    seconds in which the lead waits for the dealer's claim
counting       who counts: the engine (auto) or the players (declared)
muggins        whether missed points may be claimed, and where
overclaim      the price of counting too much
declaration    whether a declared count may still be raised
go             who says go for a seat that cannot play
pre_deal_cut   whether the pack is offered to be cut before the deal
first_deal     who deals first, also in the next game of a match
skunk_below    a loser with fewer points is skunked; None: no such line
exact_finish   an act that would pass the target pegs nothing
min_cut        cards that stay on each side of the cut for the starter
start_pegs     points each side starts with, a handicap
=============  ==========================================================

An option that this version cannot play is refused here, with the reason, and
never ignored in play.
"""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from types import MappingProxyType
from typing import Any

from games.engine.errors import RulesInvalid
from games.engine.variants import VARIANTS
from games.engine.variants.base import Variant

__all__ = ["PRESETS", "Rules", "Variant"]

SHAPE = 1

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

NOT_PLAYED_YET: Mapping[str, tuple[object, ...]] = MappingProxyType(
    {
        "heels": ("before_dealer_card",),
        "counting": ("declared",),
        "muggins": ("show", "show_and_play"),
        "muggins_heels": (True,),
        "pre_deal_cut": ("offered",),
        "exact_finish": (True,),
        "allow_concede": (True,),
    }
)

LINES_BY_TARGET: Mapping[int, tuple[int | None, int | None]] = MappingProxyType(
    {121: (91, 61), 61: (31, None)}
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """A variant plus options; see the table at the top of the module.

    Make them with :meth:`of` or :meth:`from_plain`, which fill in what the
    variant and the target imply.

    Raises:
        RulesInvalid: an option is unknown, contradicts another one, or
            cannot be played by this version.

    Rule: docs/rules.md#end
    """

    variant: str
    target: int
    skunk_below: int | None
    double_below: int | None
    heels: str = "auto"
    heels_grace: int = 5
    counting: str = "auto"
    muggins: str = "none"
    muggins_heels: bool = False
    overclaim: str = "award"
    declaration: str = "final"
    go: str = "auto"
    pre_deal_cut: str = "off"
    first_deal: str = "cut"
    exact_finish: bool = False
    allow_concede: bool = False
    min_cut: int = 4
    start_pegs: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        _check_choices(self)
        _check_numbers(self)
        _check_together(self)

    @classmethod
    def of(cls, variant: str = "six_card", /, **options: Any) -> "Rules":
        """Make rules from a variant's key and the options that differ.

        Args:
            variant: a key of ``VARIANTS``.
            options: fields of ``Rules``; the target defaults to the
                variant's, skunk lines to those of the target.

        Returns:
            The checked rules.

        Raises:
            RulesInvalid: as the class says.
        """
        # Options may be somebody's document, so no name of theirs may meet ours.
        variant = options.pop("variant", variant)
        numbers = _variant(variant)
        unknown = sorted(set(options) - {field.name for field in fields(cls)})
        if unknown:
            raise RulesInvalid(f"there is no option {unknown[0]}", option=unknown[0])
        target = options.pop("target", numbers.target)
        lines = LINES_BY_TARGET.get(target, (None, None)) if type(target) is int else (None, None)
        if target == numbers.target:
            lines = (numbers.skunk_below, numbers.double_below)
        options.setdefault("skunk_below", lines[0])
        options.setdefault("double_below", lines[1])
        return cls(variant=variant, target=target, **options)

    @classmethod
    def from_plain(cls, plain: Mapping[str, Any]) -> "Rules":
        """Read rules from what ``to_plain`` wrote, or from a partial document.

        Args:
            plain: option names and JSON values; ``v`` is the shape's number.

        Returns:
            The checked rules; options left out take their defaults.

        Raises:
            RulesInvalid: as the class says, or the shape is a later one.
        """
        options = dict(plain)
        if options.pop("v", SHAPE) != SHAPE:
            raise RulesInvalid("these rules were written by a later version")
        pegs = options.get("start_pegs", ())
        if not isinstance(pegs, (list, tuple)):
            raise RulesInvalid("start_pegs is a list of numbers", option="start_pegs")
        options["start_pegs"] = tuple(pegs)
        return cls.of(**options)

    def to_plain(self) -> dict[str, Any]:
        """Write the rules as a plain dict for JSON, every option included."""
        return {"v": SHAPE, **asdict(self), "start_pegs": list(self.start_pegs)}

    @property
    def numbers(self) -> Variant:
        """The numbers of the variant."""
        return VARIANTS[self.variant]

    @property
    def digest(self) -> str:
        """A seat accepts the rules by this: SHA-256 of their canonical JSON."""
        text = json.dumps(self.to_plain(), sort_keys=True, separators=(",", ":"))
        return hashlib.sha256(text.encode()).hexdigest()

    def skunk_class(self, score: int) -> int:
        """Class a loser by the own score: 0 none, 1 skunk, 2 double skunk."""
        if self.double_below is not None and score < self.double_below:
            return 2
        return int(self.skunk_below is not None and score < self.skunk_below)


def _variant(key: object) -> Variant:
    if not isinstance(key, str) or key not in VARIANTS:
        raise RulesInvalid(
            f"this version cannot play the variant {key!r}; it has {', '.join(VARIANTS)}",
            option="variant",
        )
    return VARIANTS[key]


def _check_choices(rules: Rules) -> None:
    for option, choices in CHOICES.items():
        value = getattr(rules, option)
        if not any(value == choice and type(value) is type(choice) for choice in choices):
            words = ", ".join(str(choice) for choice in choices)
            raise RulesInvalid(f"{option} is one of {words}", option=option)
        if value in NOT_PLAYED_YET.get(option, ()):
            raise RulesInvalid(f"this version cannot play {option}={value}", option=option)


def _check_numbers(rules: Rules) -> None:
    limits = {"target": (1, 1000), "heels_grace": (0, 60), "min_cut": (1, 16)}
    for option, (low, high) in limits.items():
        value = getattr(rules, option)
        if type(value) is not int or not low <= value <= high:
            raise RulesInvalid(f"{option} is a number from {low} to {high}", option=option)
    for option in ("skunk_below", "double_below"):
        line = getattr(rules, option)
        if line is not None and (type(line) is not int or not 1 <= line <= rules.target):
            raise RulesInvalid(f"{option} lies between 1 and the target", option=option)


def _check_together(rules: Rules) -> None:
    if rules.double_below is not None and (
        rules.skunk_below is None or rules.double_below >= rules.skunk_below
    ):
        raise RulesInvalid("a double skunk lies below the skunk", option="double_below")
    if rules.muggins != "none" and rules.overclaim == "refuse":
        raise RulesInvalid(
            "refusing over-claims would beat muggins: one could always say 29", option="overclaim"
        )
    pegs = rules.start_pegs
    if pegs and len(pegs) != _variant(rules.variant).sides:
        raise RulesInvalid("start_pegs has one number for each side", option="start_pegs")
    if any(type(peg) is not int or not 0 <= peg < rules.target for peg in pegs):
        raise RulesInvalid("a start lies between 0 and the target", option="start_pegs")


PRESETS: Mapping[str, Rules] = MappingProxyType(
    {
        "casual": Rules.of(first_deal="alternate"),
        "strict": Rules.of(heels="before_lead", go="said", first_deal="alternate"),
        "acc_grassroots": Rules.of(go="said", first_deal="assigned", double_below=None),
        "acc_main": Rules.of(go="said", first_deal="assigned", double_below=None),
        "acc_playoff": Rules.of(go="said", first_deal="alternate", double_below=None),
    }
)
