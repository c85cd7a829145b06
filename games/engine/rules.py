"""The rules of one game: a variant and options, frozen before the first cut.

=============  ==========================================================
option         meaning
=============  ==========================================================
target         holes to the end of the game
heels          when two for a jack as starter must be taken
heels_grace    seconds in which the lead waits for the dealer's claim
counting       who counts: the engine (auto) or the players (declared)
muggins        whether missed points may be claimed, and where
muggins_heels  whether heels that were not claimed are such points too
overclaim      the price of counting too much
declaration    whether a declared count may still be raised
go             who says go for a seat that cannot play
pre_deal_cut   whether the pack is offered to be cut before the deal
first_deal     who deals first, also in the next game of a match
skunk_below    a loser with fewer points is skunked; None: no such line
exact_finish   an act that would pass the target pegs nothing
allow_concede  whether a side may give up; never with three sides
claim_seconds  how long a declared count may be claimed on or raised
move_seconds   how long a seat may take to act; 0: no such clock
min_cut        cards that stay on each side of the cut for the starter
start_pegs     points each side starts with, a handicap
=============  ==========================================================

What each may be, and what goes together, is in ``options``. The clocks are run
by the service: the engine is told when their time has passed.
"""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from functools import lru_cache
from types import MappingProxyType
from typing import Any

from games.engine.errors import RulesInvalid
from games.engine.options import check, lines_of
from games.engine.variants import VARIANTS
from games.engine.variants.base import Variant

__all__ = ["PRESETS", "Rules", "Variant"]

SHAPE = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """A variant plus options; see the table at the top of the module.

    Make them with :meth:`of` or :meth:`from_plain`, which fill in what the
    variant and the target imply.

    Raises:
        RulesInvalid: an option is unknown or contradicts another one.

    Rule: docs/rules.md#options
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
    claim_seconds: int = 20
    move_seconds: int = 0
    numbers: Variant = field(init=False, repr=False, compare=False)
    """The numbers of the variant."""

    def __post_init__(self) -> None:
        numbers = _variant(self.variant)
        object.__setattr__(self, "numbers", numbers)
        check({name: getattr(self, name) for name in _OPTIONS}, numbers)

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
        unknown = sorted(options.keys() - set(_OPTIONS))
        if unknown:
            raise RulesInvalid(f"there is no option {unknown[0]}", option=unknown[0])
        target = options.pop("target", numbers.target)
        skunk, double = lines_of(numbers, target)
        options.setdefault("skunk_below", skunk)
        options.setdefault("double_below", double)
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
        values = {name: getattr(self, name) for name in _OPTIONS}
        return {"v": SHAPE, **values, "start_pegs": list(self.start_pegs)}

    @property
    def digest(self) -> str:
        """A seat accepts the rules by this: SHA-256 of their canonical JSON."""
        return _digest(self)

    @property
    def is_declared(self) -> bool:
        """Whether the players declare what their hands are worth."""
        return self.counting == "declared"

    @property
    def is_play_declared(self) -> bool:
        """Whether they declare what their cards peg, too."""
        return self.muggins == "show_and_play"

    @property
    def can_concede(self) -> bool:
        """Whether a side may give up: with three it would be unclear to whom."""
        return self.allow_concede and self.numbers.sides == 2

    def skunk_class(self, score: int) -> int:
        """Class a loser by the own score: 0 none, 1 skunk, 2 double skunk."""
        if self.double_below is not None and score < self.double_below:
            return 2
        return int(self.skunk_below is not None and score < self.skunk_below)


_OPTIONS = tuple(each.name for each in fields(Rules) if each.init)


@lru_cache(maxsize=256)
def _digest(rules: Rules) -> str:
    text = json.dumps(rules.to_plain(), sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def _variant(key: object) -> Variant:
    if not isinstance(key, str) or key not in VARIANTS:
        raise RulesInvalid(
            f"this version cannot play the variant {key!r}; it has {', '.join(VARIANTS)}",
            option="variant",
        )
    return VARIANTS[key]


def _sanctioned(**options: Any) -> Rules:
    return Rules.of(
        heels="before_dealer_card",
        counting="declared",
        go="said",
        pre_deal_cut="required",
        double_below=None,
        **options,
    )


PRESETS: Mapping[str, Rules] = MappingProxyType(
    {
        "casual": Rules.of(first_deal="alternate", allow_concede=True),
        "strict": Rules.of(
            heels="before_lead",
            counting="declared",
            declaration="until_next_stage",
            go="said",
            pre_deal_cut="offered",
            first_deal="alternate",
            allow_concede=True,
        ),
        "acc_grassroots": _sanctioned(first_deal="assigned"),
        "acc_main": _sanctioned(first_deal="assigned"),
        "acc_playoff": _sanctioned(first_deal="alternate", allow_concede=True),
        "english_five_card": Rules.of("five_card", pre_deal_cut="offered", allow_concede=True),
        "uk_pairs_league": Rules.of(
            "partnership", pre_deal_cut="required", skunk_below=None, double_below=None
        ),
    }
)
"""What an event starts from; docs/rules.md#presets has them as a table."""
