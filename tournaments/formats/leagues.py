"""Settings of leagues that state their rules, as plain data.

Each is the ``config`` of a league as its published rules have it; what they leave
open is left to the defaults. An event copies it, a change here changes no event.

===============  ============================================================
key              open in its source, and what is taken
===============  ============================================================
ledbury          a withdrawn team: as others, by half-season
waterside        how many of five tables are singles: two, because six players
                 are enough and singles are given up first
border           what wins a match, legs or tables: legs
grease_gobbler   a withdrawn team, ties in the table: the defaults
shgddcl          who sits together: pairs, six players at three tables
===============  ============================================================

Rule: docs/rules.md#league
"""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType


@dataclass(frozen=True, slots=True)
class League:
    """A league that exists: its name, where its rules stand, its settings."""

    key: str
    label: str
    source: str
    config: Mapping[str, object]


PAIRS = {"members": 2, "variant": "partnership"}
SINGLES = {"members": 1, "variant": "six_card"}

_ALL = (
    League(
        key="ledbury",
        label="Ledbury: three pairs, five legs, two points a win",
        source="Ledbury cribbage league, rules of October 2016, 1.2",
        config={
            "boards": [PAIRS] * 3,
            "points": {"win": 2, "draw": 1},
            "tie_break": ["points", "legs_won", "head_to_head", "play_off_game"],
        },
    ),
    League(
        key="waterside",
        label="Waterside: five tables, singles and pairs, two points a win",
        source="Waterside crib league, rules of 2024/25, 4 to 12",
        config={
            "boards": [PAIRS, PAIRS, PAIRS, SINGLES, SINGLES],
            "decided_by": "boards",
            "points": {"win": 2, "draw": 1},
            "walkover": {"boards": [3, 2], "legs": [15, 10]},
            "tie_break": ["points", "legs_won", "boards_won", "head_to_head", "play_off_game"],
        },
    ),
    League(
        key="border",
        label="Border: three pairs, a point a table and two for the match",
        source="Border invitation cribbage league (Glemsford), rules 5 to 7",
        config={
            "boards": [PAIRS] * 3,
            "points": {"win": 2, "draw": 1, "board": 1},
            "walkover": {"boards": [3, 0], "legs": [9, 0]},
            "leaving": "half_season",
        },
    ),
    League(
        key="grease_gobbler",
        label="Grease Gobbler: three pairs, two points and a half for each leg",
        source="Grease Gobbler village invitation cribbage league 2012/13, rules 3 to 5",
        config={
            "boards": [PAIRS] * 3,
            "points": {"win": 4, "draw": 2, "leg": 1, "scale": 2},
        },
    ),
    League(
        key="shgddcl",
        label="SHGDDCL: two, two and three legs, a point a leg",
        source="SHGDDCL, rules 58 to 63",
        config={
            "boards": [{**PAIRS, "best_of": legs} for legs in (2, 2, 3)],
            "points": {"win": 0, "draw": 0, "leg": 1},
        },
    ),
)

LEAGUES: Mapping[str, League] = MappingProxyType({league.key: league for league in _ALL})
