"""Nights of three-hand games in tests: tables of three and of two, each for itself."""

from tests.factories import SYSTEM, a_published_night
from tests.tournaments.play import matches_of
from tournaments.chance import mixed
from tournaments.pod_results import table_result
from tournaments.services.results import report_result

THREE_HAND = {"rules": {"variant": "three_hand"}}


def a_pod_night(club=None, *, players=8, games=2, **values):
    """Make a published night of tables of three; 8 players have one table of two."""
    return a_published_night(
        club, players=players, format="pods", games=games, options=THREE_HAND, **values
    )


def table_of(event, sides):
    """The first match with so many sides."""
    return next(match for match in matches_of(event) if match.sides.count() == sides)


def say(match, *scores, actor=SYSTEM, **values):
    """Enter the scores of a table."""
    games = [table_result(scores)]
    return report_result(match_id=match.public_id, actor=actor, games=games, **values)


def scores_of(match, seed=0):
    """Scores of a table that depend on who sits there only; nobody ties."""
    drawn = [
        40 + 11 * slot + mixed(seed, match.pk, slot) % 11 for slot in range(match.sides.count())
    ]
    drawn[mixed(seed, "winner", match.pk) % len(drawn)] = 121
    return drawn
