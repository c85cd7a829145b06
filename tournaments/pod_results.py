"""A game of three, each for itself: places, points and spreads.

==============  ===========================================================
word            meaning
==============  ===========================================================
``score``       holes of one side; ``None`` where it forfeited
``place``       1 for the winner; equal scores share a place
``points``      of the places: sides that share places share their points
``spread``      a loser's holes short of the target, negative; the winner
                gains what the others lose
==============  ===========================================================

Rule: docs/rules.md#pods
"""

from collections.abc import Sequence
from typing import NamedTuple

from tournaments.errors import ConfigInvalid, ResultImpossible
from tournaments.game_results import GameResult, Line, Scoring, SkunkClass, Worth, skunk_class
from tournaments.matches import Verdict

PlacePoints = tuple[int, int, int]

PLACE_POINTS: PlacePoints = (4, 2, 0)
"""A point for each place gained, doubled, so that two who share get whole points."""
SIDES = (2, 3)


class PodLine(NamedTuple):
    """One game as it counts for one side; ``spread`` is signed.

    A loser has the skunk class of the own score, the winner that of the nearest
    loser: a skunk is won only against everybody.
    """

    slot: int
    number: int
    place: int
    won: bool
    spread: int | None
    points: int
    skunk: SkunkClass
    forfeit: bool = False


def place_points(given: object, *, field: str = "points") -> PlacePoints:
    """Check the points of the places.

    Args:
        given: for first, second and third.
        field: name of the setting, put into refusals.

    Returns:
        The points.

    Raises:
        ConfigInvalid: not three whole numbers from 0 that fall, or the last
            two are not even together.
    """
    points = list(given) if isinstance(given, Sequence) and not isinstance(given, str) else []
    if len(points) != len(PLACE_POINTS) or not all(type(one) is int for one in points):
        raise ConfigInvalid("The places have three whole numbers of points.", field=field)
    first, second, third = points
    if not first > second >= third >= 0:
        raise ConfigInvalid(
            "A better place has more points, the last 0 or more. Enter them falling.", field=field
        )
    if (second + third) % 2:
        raise ConfigInvalid(
            "Second and third may have to share their points. Make them even together.",
            field=field,
        )
    return first, second, third


def table_result(scores: Sequence[int | None]) -> GameResult:
    """Say a game of a table by the scores alone.

    Args:
        scores: of each slot, ``None`` for who was not there.

    Returns:
        The game; its winner is who has most, 0 where nobody was there. Whether it
        can be is for ``judge_table`` to say.
    """
    stayed = [score for score in scores if score is not None]
    winner = scores.index(max(stayed)) + 1 if stayed else 0
    return GameResult(winner, forfeit=len(stayed) == 1, scores=tuple(scores))


def judge_table(
    scoring: Scoring, points: PlacePoints, sides: int, games: Sequence[GameResult]
) -> Verdict:
    """Judge the one game of a table, as ``judge_match`` judges those of a match.

    Args:
        scoring: target, skunk lines and the worth of a forfeit.
        points: for first, second and third.
        sides: how many have a place at the table.
        games: what was said: none yet, or the game.

    Returns:
        The verdict; its tally holds the points of the places.

    Raises:
        ResultImpossible: not a score for each side, or as ``pod_lines``.

    Rule: docs/rules.md#pods
    """
    if not games:
        nothing = (0,) * sides
        return Verdict(False, None, None, nothing, nothing, ())
    given = games[0].scores
    if len(given) != sides:
        raise ResultImpossible(
            f"{sides} sit at this table, each for itself. Enter {sides} scores, one for each.",
            field="games[0].scores",
        )
    lines = pod_lines(scoring, points, 1, given)
    return Verdict(
        decided=True,
        winner=next(line.slot for line in lines if line.won),
        over_after=1,
        tally=tuple(line.points for line in lines),
        games_won=tuple(int(line.won) for line in lines),
        lines=tuple(
            Line(one.slot, 1, one.won, one.spread, one.points, one.skunk, one.forfeit)
            for one in lines
        ),
        refused_from=2 if len(games) > 1 else None,
    )


def pod_lines(
    scoring: Scoring,
    points: PlacePoints,
    number: int,
    scores: Sequence[int | None],
) -> tuple[PodLine, ...]:
    """Derive what a game of two or three counts for each side.

    Args:
        scoring: target, skunk lines and the worth of a forfeit.
        points: for first, second and third; of two the loser is third.
        number: the game's number in the match, from 1.
        scores: of each slot; the winner's is the target, ``None`` forfeits. One
            side that is left alone wins by forfeit, whatever its score.

    Returns:
        One line per slot. Spreads add up to 0 unless somebody forfeited.

    Raises:
        ResultImpossible: neither two nor three sides; nobody or two at the
            target; a loser outside 0 to target - 1; nobody stayed.

    Rule: docs/rules.md#pods
    """
    field = f"games[{number - 1}].scores"
    if len(scores) not in SIDES:
        raise ResultImpossible("Two or three play at a table. Enter a score each.", field=field)
    _check(scoring, scores, field)
    return tuple(_line(scoring, points, number, slot, scores) for slot in range(1, len(scores) + 1))


def _check(scoring: Scoring, scores: Sequence[int | None], field: str) -> None:
    target = scoring.target
    stayed = [score for score in scores if score is not None]
    for at, score in enumerate(scores):
        if score is not None and not 0 <= score <= target:
            raise ResultImpossible(
                f"A score of a game to {target} is 0 to {target}, not {score}.",
                field=f"{field}[{at}]",
                value=score,
            )
    if not stayed:
        raise ResultImpossible("Nobody stayed, so the game has no result.", field=field)
    if stayed.count(target) != 1 and len(stayed) > 1:
        raise ResultImpossible(
            f"One side has {target}, the others fewer. Enter the winner's score as {target}.",
            field=field,
        )


def _line(
    scoring: Scoring,
    points: PlacePoints,
    number: int,
    slot: int,
    scores: Sequence[int | None],
) -> PodLine:
    score = scores[slot - 1]
    stayed = sorted((one for one in scores if one is not None), reverse=True)
    if score is None:
        worth = scoring.forfeit.loser
        return _forfeited(slot, number, len(stayed) + 1, False, worth)
    if len(stayed) == 1:
        return _forfeited(slot, number, 1, True, scoring.forfeit.winner)
    place, sharing = stayed.index(score) + 1, stayed.count(score)
    by_place = points if len(scores) == len(points) else (points[0], points[-1])
    shared = sum(by_place[place - 1 : place - 1 + sharing]) // sharing
    short = [scoring.target - one for one in stayed[1:]]
    won = place == 1
    spread = sum(short) if won else score - scoring.target
    skunk = skunk_class(scoring, stayed[1] if won else score)
    return PodLine(slot, number, place, won, spread, shared, skunk)


def _forfeited(slot: int, number: int, place: int, won: bool, worth: Worth) -> PodLine:
    return PodLine(slot, number, place, won, worth.spread, worth.game_points, "none", forfeit=True)
