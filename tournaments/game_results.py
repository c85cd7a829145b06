"""One game of a match: what can be said of it, and what it is worth.

==============  ===========================================================
word            meaning
==============  ===========================================================
``slot``        a side of the match, 1 or 2
``skunk``       class of the loser's score, given to both lines of the game
``spread``      holes won by; negative on the loser's line
``points``      of the standings, derived and never typed
==============  ===========================================================

Rule: docs/rules.md#game-points
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

from tournaments.errors import ResultImpossible, SpreadMismatch, UnknownSide

SkunkClass = Literal["none", "skunk", "double"]


class GamePoints(NamedTuple):
    """Points of the standings for one game."""

    win: int = 2
    skunk: int = 3
    double: int = 3
    loss: int = 0

    def of(self, skunk: SkunkClass) -> int:
        """Points of one win of this class."""
        return {"none": self.win, "skunk": self.skunk, "double": self.double}[skunk]


class Worth(NamedTuple):
    """What something that was not played is worth on a card.

    ``spread`` is signed; ``None`` leaves both columns empty.
    """

    game_points: int = 0
    games_won: int = 0
    spread: int | None = None


class ForfeitWorth(NamedTuple):
    """What a forfeited game is worth to either side."""

    winner: Worth = Worth(2, 1)
    loser: Worth = Worth(0, 0)


FEDERATION_POINTS = GamePoints()
PLAIN_FORFEIT = ForfeitWorth()


@dataclass(frozen=True, slots=True)
class Scoring:
    """What one game can end like, and what it is worth.

    Args:
        target: holes to win.
        skunk_below: a loser's score below this is a skunk; ``None`` for none.
        double_below: below this a double skunk; ``None`` for none.
        game_points: points of the standings.
        forfeit: what a forfeited game is worth.
    """

    target: int = 121
    skunk_below: int | None = 91
    double_below: int | None = 61
    game_points: GamePoints = FEDERATION_POINTS
    forfeit: ForfeitWorth = PLAIN_FORFEIT


@dataclass(frozen=True, slots=True)
class GameResult:
    """One game as it was said: who won, and how far the loser came.

    ``loser_score`` or ``spread`` is enough; a forfeited game has neither. At a table
    where each plays for itself there are ``scores`` instead, of every slot, ``None``
    for who was not there: see ``tournaments.pod_results``.
    """

    winner: int
    loser_score: int | None = None
    spread: int | None = None
    forfeit: bool = False
    scores: tuple[int | None, ...] = ()

    @property
    def names_absent(self) -> bool:
        """Whether it says of somebody that he was not there."""
        return self.forfeit or None in self.scores

    @classmethod
    def said(cls, plain: Mapping[str, Any]) -> "GameResult":
        """Read a game as a claim keeps it."""
        return cls(**{**plain, "scores": tuple(plain.get("scores", ()))})


class Line(NamedTuple):
    """One game as it counts for one side; ``spread`` and ``points`` signed."""

    slot: int
    number: int
    won: bool
    spread: int | None
    points: int
    skunk: SkunkClass
    forfeit: bool = False


def skunk_class(scoring: Scoring, loser_score: int) -> SkunkClass:
    """Class a loser's score.

    Args:
        scoring: the lines of the event.
        loser_score: holes of the loser.

    Returns:
        ``double`` below the double line, else ``skunk`` below the skunk line,
        else ``none``.

    Rule: docs/rules.md#skunk
    """
    if scoring.double_below is not None and loser_score < scoring.double_below:
        return "double"
    if scoring.skunk_below is not None and loser_score < scoring.skunk_below:
        return "skunk"
    return "none"


def check_game(scoring: Scoring, result: GameResult, *, field: str = "game") -> int | None:
    """Check that a game can end like this.

    Args:
        scoring: target of the event.
        result: the game as it was said.
        field: name of the game in the request, put into refusals.

    Returns:
        The loser's score; ``None`` for a forfeited game.

    Raises:
        UnknownSide: the winner is neither slot 1 nor 2.
        ResultImpossible: no score given, one on a forfeit, one outside
            0 to target - 1, or a score of each side.
        SpreadMismatch: spread and loser's score do not make up the target.
    """
    if result.scores:
        raise ResultImpossible(
            "Two sides meet in this match. Name the winner and the loser's score.",
            field=f"{field}.scores",
        )
    if result.winner not in (1, 2):
        raise UnknownSide(
            "The winner is none of the two sides of this match. Name side 1 or side 2.",
            field=f"{field}.winner",
        )
    if result.forfeit:
        _check_forfeit(result, field)
        return None
    score, spread, target = result.loser_score, result.spread, scoring.target
    name = "loser_score" if score is not None else "spread"
    if score is None:
        if spread is None:
            raise ResultImpossible(
                "The loser's score is missing. Enter it, or mark a forfeit.",
                field=f"{field}.loser_score",
            )
        score = target - spread
    if not 0 <= score < target:
        raise ResultImpossible(
            f"The loser of a game to {target} has 0 to {target - 1}, not {score}.",
            field=f"{field}.{name}",
            value=score,
        )
    if spread is not None and spread != target - score:
        raise SpreadMismatch(
            f"{target} to {score} is a spread of {target - score}, not {spread}.",
            field=f"{field}.spread",
        )
    return score


def _check_forfeit(result: GameResult, field: str) -> None:
    if result.loser_score is not None or result.spread is not None:
        raise ResultImpossible(
            "A forfeited game has no score. Leave it out, or enter the game as played.",
            field=f"{field}.loser_score",
        )


def game_lines(scoring: Scoring, number: int, result: GameResult) -> tuple[Line, Line]:
    """Derive what a game counts for either side.

    Args:
        scoring: lines, points and the worth of a forfeit.
        number: the game's number in the match, from 1.
        result: the game as it was said.

    Returns:
        The line of slot 1, then that of slot 2.

    Raises:
        TournamentError: as ``check_game``.

    Rule: docs/rules.md#game-points
    """
    score = check_game(scoring, result, field=f"games[{number - 1}]")
    winner, loser = result.winner, 3 - result.winner
    if score is None:
        worth = scoring.forfeit
        lines = (
            Line(winner, number, True, worth.winner.spread, worth.winner.game_points, "none", True),
            Line(loser, number, False, worth.loser.spread, worth.loser.game_points, "none", True),
        )
    else:
        skunk, spread = skunk_class(scoring, score), scoring.target - score
        lines = (
            Line(winner, number, True, spread, scoring.game_points.of(skunk), skunk),
            Line(loser, number, False, -spread, scoring.game_points.loss, skunk),
        )
    return lines if winner == 1 else (lines[1], lines[0])
