"""The two documents of an event's rules, written and read in one place.

``rules`` is the engine's: the variant, the target, the skunk lines, how it is played.
``ruleset`` is the tournament's: what a game is worth, ties, sit-outs, who confirms.
Target and skunk lines stand in ``rules`` only; :class:`Ruleset` brings both together.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast, get_args

from games.engine.rules import PRESETS
from games.engine.variants import VARIANTS
from tournaments.errors import ConfigInvalid
from tournaments.matches import (
    ForfeitWorth,
    GamePoints,
    MatchFormat,
    Multipliers,
    Scoring,
    Worth,
)
from tournaments.presets import Confirmation, CutRule, TournamentPreset

SHAPE = 1
Document = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Ruleset:
    """What the tournament side of an event goes by.

    Args:
        scoring: what one game can be and is worth.
        tie_break: chain of the standings, keys in order.
        sit_out: what a sit-out is worth.
        confirmation: who makes a result count.
        first_deal: ``chart`` when the chart names the first dealer, else ``cut``.
        points_schedule: key of the season's schedule; None for no points.
        cut: who goes on to the play-off.
    """

    scoring: Scoring
    tie_break: tuple[str, ...]
    sit_out: Worth
    confirmation: Confirmation
    first_deal: str
    points_schedule: str | None
    cut: CutRule

    @classmethod
    def read(cls, rules: Document, ruleset: Document) -> "Ruleset":
        """Read an event's two documents.

        Args:
            rules: as in ``Event.rules``.
            ruleset: as in ``Event.ruleset``.

        Returns:
            The ruleset, checked.

        Raises:
            ConfigInvalid: something is missing or cannot be; ``field`` names it.
        """
        try:
            return _read(rules, ruleset)
        except (KeyError, TypeError, ValueError) as error:
            raise ConfigInvalid(
                f"The rules of this event cannot be read: {error}", field="ruleset"
            ) from error


def side_size(rules: Document) -> int:
    """Return how many people play as one side.

    Args:
        rules: the engine's document; where it names no variant, one person.
    """
    variant = VARIANTS.get(str(rules.get("variant", "six_card")))
    return variant.seats // variant.sides if variant else 1


def rules_document(preset: TournamentPreset) -> dict[str, Any]:
    """Write the engine's part of a preset.

    Args:
        preset: what an event starts from.

    Returns:
        The plain rules; for a preset that the engine cannot play yet only the
        preset's key, the target and the skunk lines.
    """
    if preset.rules in PRESETS:
        return PRESETS[preset.rules].to_plain()
    scoring = preset.scoring
    return {
        "v": SHAPE,
        "preset": preset.rules,
        "target": scoring.target,
        "skunk_below": scoring.skunk_below,
        "double_below": scoring.double_below,
    }


def ruleset_document(preset: TournamentPreset) -> dict[str, Any]:
    """Write the tournament's part of a preset.

    Args:
        preset: what an event starts from.

    Returns:
        The plain ruleset, every value included.
    """
    forfeit = preset.scoring.forfeit
    return {
        "v": SHAPE,
        "game_points": preset.scoring.game_points._asdict(),
        "forfeit": {"winner": forfeit.winner._asdict(), "loser": forfeit.loser._asdict()},
        "sit_out": preset.sit_out._asdict(),
        "tie_break": list(preset.tie_break),
        "confirmation": preset.confirmation,
        "first_deal": preset.first_deal,
        "points_schedule": preset.points_schedule,
        "cut": preset.cut._asdict(),
        "muggins": preset.muggins,
        "heels": preset.heels,
    }


def match_document(format_: MatchFormat) -> dict[str, Any]:
    """Write a match format as a stage's settings hold it.

    Args:
        format_: how many games, and how they decide.
    """
    return {
        "best_of": format_.best_of,
        "counting": format_.counting,
        "multipliers": list(format_.multipliers),
    }


def match_format(config: Document) -> MatchFormat:
    """Read the match format of a stage's settings; what is left out is one game.

    Args:
        config: of a stage.

    Returns:
        The format.

    Raises:
        ConfigInvalid: a value cannot be.
    """
    multipliers = config.get("multipliers", [1, 1, 1])
    if (
        not isinstance(multipliers, Sequence)
        or len(multipliers) != len(Multipliers._fields)
        or not all(type(units) is int for units in multipliers)
    ):
        raise ConfigInvalid(
            "multipliers are three numbers: a win, a skunk, a double skunk",
            field="config.multipliers",
        )
    return MatchFormat(
        best_of=config.get("best_of", 1),
        counting=config.get("counting", "games"),
        multipliers=Multipliers(*multipliers),
    )


def _read(rules: Document, ruleset: Document) -> Ruleset:
    forfeit = ruleset["forfeit"]
    if ruleset["confirmation"] not in get_args(Confirmation):
        raise ValueError("confirmation is none of the known ways")
    return Ruleset(
        scoring=Scoring(
            target=rules["target"],
            skunk_below=rules["skunk_below"],
            double_below=rules["double_below"],
            game_points=GamePoints(**ruleset["game_points"]),
            forfeit=ForfeitWorth(Worth(**forfeit["winner"]), Worth(**forfeit["loser"])),
        ),
        tie_break=tuple(ruleset["tie_break"]),
        sit_out=Worth(**ruleset["sit_out"]),
        confirmation=cast(Confirmation, ruleset["confirmation"]),
        first_deal=ruleset["first_deal"],
        points_schedule=ruleset["points_schedule"],
        cut=CutRule(**ruleset["cut"]),
    )
