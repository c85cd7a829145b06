"""Judging a match by what its stage says: best of so many, or a table with places."""

from collections.abc import Mapping, Sequence
from typing import Any

from tournaments.formats import KNOCKOUTS, TABLES
from tournaments.formats.league_settings import tie_rules
from tournaments.matches import GameResult, MatchFormat, Scoring, Verdict, judge_match
from tournaments.pod_results import judge_table, place_points
from tournaments.rulesets import match_format


def judge_games(
    kind: str,
    config: Mapping[str, Any],
    scoring: Scoring,
    games: Sequence[GameResult],
    *,
    best_of: int,
    sides: int,
    board: str = "",
) -> Verdict:
    """Judge the games of a match of a stage.

    Args:
        kind: key of the stage's format.
        config: settings of the stage.
        scoring: what a game of the event is worth.
        games: the whole match as it was said, first game first.
        best_of: games of this match.
        sides: its slots.
        board: number of the board in a tie; empty where the match is none.

    Returns:
        The verdict.

    Raises:
        TournamentError: a game that cannot be.

    Rule: docs/rules.md#match
    """
    if kind in TABLES:
        return judge_table(scoring, place_points(config["points"]), sides, games)
    given = tie_rules(config).boards[int(board) - 1].legs if board else match_format(config)
    format_ = MatchFormat(best_of, given.counting, given.multipliers)
    return judge_match(format_, scoring, games, knockout=kind in KNOCKOUTS)
