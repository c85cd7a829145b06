"""What a corrected result does to the standings: they are computed again, nothing more."""

import pytest

from tests.tournaments.nights import nights, ranking_of
from tournaments.matches import GameResult, Scoring, game_lines

FEDERATION = Scoring(121, 91, None)


def settled(game):
    """A game of a script as a settled one; a void game has no lines."""
    if game.get("void"):
        return []
    lines = game_lines(FEDERATION, 1, GameResult(1, spread=game["spread"]))
    return [
        {
            "game": game["game"],
            "lines": [
                {
                    "entry": entry,
                    "won": line.won,
                    "spread": line.spread,
                    "points": line.points,
                    "skunk": line.skunk,
                }
                for entry, line in zip((game["winner"], game["loser"]), lines, strict=True)
            ],
        }
    ]


def with_games(night, script):
    """The night's games with the tables of a script replaced."""
    tables = {(game["game"], game["table"]) for game in script}
    others = [
        game for game in night["expected"]["games"] if (game["game"], game["table"]) not in tables
    ]
    return [*others, *(one for game in script for one in settled(game))]


def standings(night, script, upto):
    rows = ranking_of(night, with_games(night, script), upto).rows
    return sorted(
        [row.place, row.entry, row.game_points, row.games_won, row.net_spread, row.plus]
        for row in rows
    )


def moved(before, after):
    was = {row[1]: row[0] for row in before}
    return sorted([row[1], was[row[1]], row[0]] for row in after if was[row[1]] != row[0])


@pytest.mark.cases
@pytest.mark.parametrize("night", nights())
def test_corrected_standings_are_those_of_having_been_right_at_once(night):
    scripts = [each for each in night["corrections"] if "stage" not in each]
    for script in scripts:
        upto, expected = script["as_of_game"], script["expected"]
        before = standings(night, script["recorded"], upto)
        after = standings(night, script["corrected"], upto)

        assert before == sorted(expected["standings_before"])
        assert after == sorted(expected["standings_after"])
        assert moved(before, after) == sorted(expected["moved"])
