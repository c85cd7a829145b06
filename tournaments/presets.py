"""The tournament part of the presets, as plain data.

An event copies its preset into its ``ruleset`` and is frozen with it; a change
here never changes an event that exists.

==========================  ==========================================
value                       from
==========================  ==========================================
match, skunk lines, points  coverage of the rule documents, presets
tie-break chain, cut        federation rules; skunks before spread never
sit-out, forfeit            a value of the event, 0 where set so
confirmation                every preset can be finished by one person
==========================  ==========================================
"""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal, NamedTuple

from tournaments.matches import GamePoints, MatchFormat, Multipliers, Scoring, Worth
from tournaments.standings.tiebreaks import FEDERATION_CHAIN

Confirmation = Literal[
    "single", "second_person", "dual_card", "sides_agree", "sides_agree_or_timer"
]


class CutRule(NamedTuple):
    """The fraction that goes on to the play-off, rounded up."""

    numerator: int = 1
    denominator: int = 4


TOP_QUARTER = CutRule()
AS_A_WIN = Worth(2, 1)
NO_WORTH = Worth()


@dataclass(frozen=True, slots=True)
class TournamentPreset:
    """What an event starts from.

    Args:
        key: name of the preset.
        label: for people.
        rules: key of the engine's preset.
        scoring: what one game can be and is worth.
        qualifying: a match of the first stage.
        play_off: a match of the bracket.
        first_deal: ``chart`` when the chart names the first dealer, else the cut.
        tie_break: chain of the standings.
        sit_out: what a sit-out is worth.
        confirmation: who makes a result count.
        cut: who goes on.
        points_schedule: key of the season's schedule; ``None`` for no points.
        games: rounds of the first stage.
        planned_minutes: minutes a game.
        boards_needed, muggins: what the flyer and the papers say.
        heels: the option of the rules, for the same papers.
    """

    key: str
    label: str
    rules: str
    scoring: Scoring
    qualifying: MatchFormat
    play_off: MatchFormat
    first_deal: Literal["chart", "cut"] = "chart"
    tie_break: tuple[str, ...] = FEDERATION_CHAIN
    sit_out: Worth = AS_A_WIN
    confirmation: Confirmation = "single"
    cut: CutRule = TOP_QUARTER
    points_schedule: str | None = None
    games: int = 9
    planned_minutes: int = 15
    boards_needed: bool = False
    muggins: str = "none"
    heels: str = "auto"


SINGLE_GAME = MatchFormat()
CLUB_SCORING = Scoring(target=121, skunk_below=91, double_below=61)
FEDERATION_SCORING = Scoring(target=121, skunk_below=91, double_below=None)
FIVE_CARD_SCORING = Scoring(target=61, skunk_below=31, double_below=None)
LEAGUE_SCORING = Scoring(
    target=121, skunk_below=None, double_below=None, game_points=GamePoints(1, 1, 1, 0)
)
UNITS_1_2_4 = MatchFormat(3, "units", Multipliers(1, 2, 4))

_ALL = (
    TournamentPreset(
        key="casual",
        label="Club night",
        rules="casual",
        scoring=CLUB_SCORING,
        qualifying=SINGLE_GAME,
        play_off=UNITS_1_2_4,
        points_schedule="grass_roots",
    ),
    TournamentPreset(
        key="strict",
        label="Strict play",
        rules="strict",
        scoring=CLUB_SCORING,
        qualifying=SINGLE_GAME,
        play_off=UNITS_1_2_4,
        points_schedule="grass_roots",
        boards_needed=True,
        heels="before_lead",
    ),
    TournamentPreset(
        key="acc_grassroots",
        label="Grass-roots night",
        rules="acc_grassroots",
        scoring=FEDERATION_SCORING,
        qualifying=SINGLE_GAME,
        play_off=MatchFormat(3),
        sit_out=NO_WORTH,
        points_schedule="grass_roots",
        boards_needed=True,
        heels="before_dealer_card",
    ),
    TournamentPreset(
        key="acc_main",
        label="Sanctioned main event",
        rules="acc_main",
        scoring=FEDERATION_SCORING,
        qualifying=SINGLE_GAME,
        play_off=MatchFormat(5),
        sit_out=NO_WORTH,
        games=22,
        boards_needed=True,
        heels="before_dealer_card",
    ),
    TournamentPreset(
        key="acc_playoff",
        label="Sanctioned play-off",
        rules="acc_playoff",
        scoring=FEDERATION_SCORING,
        qualifying=MatchFormat(5),
        play_off=MatchFormat(5),
        first_deal="cut",
        sit_out=NO_WORTH,
        boards_needed=True,
        heels="before_dealer_card",
    ),
    TournamentPreset(
        key="english_five_card",
        label="English five-card",
        rules="english_five_card",
        scoring=FIVE_CARD_SCORING,
        qualifying=SINGLE_GAME,
        play_off=MatchFormat(3, "units", Multipliers(1, 2, 2)),
        first_deal="cut",
    ),
    TournamentPreset(
        key="uk_pairs_league",
        label="Pairs league",
        rules="uk_pairs_league",
        scoring=LEAGUE_SCORING,
        qualifying=MatchFormat(5, "points_all"),
        play_off=MatchFormat(5),
        first_deal="cut",
        tie_break=("game_points", "games_won", "head_to_head", "play_off_game"),
        sit_out=NO_WORTH,
        games=14,
    ),
)

TOURNAMENT_PRESETS: Mapping[str, TournamentPreset] = MappingProxyType(
    {preset.key: preset for preset in _ALL}
)
