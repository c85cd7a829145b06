"""A match: games between two sides until it is decided.

==============  ===========================================================
word            meaning
==============  ===========================================================
``best_of``     the most games a match can have, or has
``counting``    how games decide: ``games``, ``units``, ``points_all``,
                ``game_points``
``slot``        a side of the match, 1 or 2
``tally``       what is counted, per slot: games, units or game points
``skunk``       class of the loser's score, given to both lines of the game
==============  ===========================================================

Rule: docs/rules.md#match
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple, get_args

from tournaments.errors import (
    ConfigInvalid,
    GameAfterDecision,
    MatchIncomplete,
    ResultImpossible,
    SpreadMismatch,
    UnknownSide,
)

Counting = Literal["games", "units", "points_all", "game_points"]
SkunkClass = Literal["none", "skunk", "double"]

COUNTINGS: tuple[Counting, ...] = get_args(Counting)
MOST_GAMES = 99


class Multipliers(NamedTuple):
    """Units of a win, by the skunk class of the game."""

    win: int = 1
    skunk: int = 1
    double: int = 1

    def of(self, skunk: SkunkClass) -> int:
        """Units of one win of this class."""
        return {"none": self.win, "skunk": self.skunk, "double": self.double}[skunk]


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


EVERY_WIN_ONE = Multipliers()
FEDERATION_POINTS = GamePoints()
PLAIN_FORFEIT = ForfeitWorth()


@dataclass(frozen=True, slots=True)
class MatchFormat:
    """How many games, and how they decide.

    Raises:
        ConfigInvalid: ``best_of`` outside 1 to 99, or even where the first to
            the majority wins; unknown ``counting``; multipliers that fall, or
            that the counting would not use.
    """

    best_of: int = 1
    counting: Counting = "games"
    multipliers: Multipliers = EVERY_WIN_ONE

    def __post_init__(self) -> None:
        if self.counting not in COUNTINGS:
            raise ConfigInvalid(f"A match counts one of {', '.join(COUNTINGS)}.", field="counting")
        _check_best_of(self.best_of, self.counting)
        if not 1 <= self.multipliers.win <= self.multipliers.skunk <= self.multipliers.double:
            raise ConfigInvalid(
                "A skunk is worth a win or more, a double skunk a skunk or more.",
                field="multipliers",
            )
        if self.counting != "units" and self.multipliers != EVERY_WIN_ONE:
            raise ConfigInvalid(
                "Only a match in units has multipliers. Leave them at 1, 1, 1.", field="multipliers"
            )

    @property
    def majority(self) -> int:
        """Games or units that win, where the first to the majority wins."""
        return self.best_of // 2 + 1

    @property
    def plays_all(self) -> bool:
        """Every game is played, whoever leads."""
        return self.counting in ("points_all", "game_points")


def _check_best_of(best_of: object, counting: Counting) -> None:
    if not isinstance(best_of, int) or isinstance(best_of, bool):
        raise ConfigInvalid("A match has a whole number of games.", field="best_of")
    if not 1 <= best_of <= MOST_GAMES:
        raise ConfigInvalid(f"A match has 1 to {MOST_GAMES} games.", field="best_of")
    if counting in ("games", "units") and best_of % 2 == 0:
        raise ConfigInvalid(
            "The number of games must be odd, so that there is a winner.", field="best_of"
        )


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

    ``loser_score`` or ``spread`` is enough; a forfeited game has neither.
    """

    winner: int
    loser_score: int | None = None
    spread: int | None = None
    forfeit: bool = False


class Line(NamedTuple):
    """One game as it counts for one side; ``spread`` and ``points`` signed."""

    slot: int
    number: int
    won: bool
    spread: int | None
    points: int
    skunk: SkunkClass
    forfeit: bool = False


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a list of games says about a match.

    ``winner`` is ``None`` while undecided, and for a draw. ``over_after`` is
    the number of the deciding game, ``refused_from`` that of the first game
    given after it. ``tally``, ``games_won`` and ``lines`` end with the
    deciding game; ``lines`` has two per game, slot 1 first.
    """

    decided: bool
    winner: int | None
    over_after: int | None
    tally: tuple[int, int]
    games_won: tuple[int, int]
    lines: tuple[Line, ...]
    refused_from: int | None = None


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
        ResultImpossible: no score given, one on a forfeit, or one outside
            0 to target - 1.
        SpreadMismatch: spread and loser's score do not make up the target.
    """
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


def judge_match(
    format_: MatchFormat,
    scoring: Scoring,
    games: Sequence[GameResult],
    *,
    knockout: bool = False,
) -> Verdict:
    """Judge the games of a match in order.

    Args:
        format_: how many games, and how they decide.
        scoring: what a game is worth.
        games: the whole match as it was said, first game first.
        knockout: somebody must go on, so a level match takes further games.

    Returns:
        The verdict; games after the decision are named by ``refused_from``
        and not counted.

    Raises:
        TournamentError: a game that cannot be, as ``check_game``.

    Rule: docs/rules.md#match
    """
    tally, won = [0, 0], [0, 0]
    lines: list[Line] = []
    for number, result in enumerate(games, start=1):
        pair = game_lines(scoring, number, result)
        lines += pair
        won[result.winner - 1] += 1
        for slot in (0, 1):
            tally[slot] += _counted(format_, pair[slot])
        if _is_decided(format_, tally, number, knockout=knockout):
            refused = number + 1 if len(games) > number else None
            return _verdict(tally, won, lines, over_after=number, refused_from=refused)
    return _verdict(tally, won, lines, over_after=None, refused_from=None)


def _counted(format_: MatchFormat, line: Line) -> int:
    if format_.counting == "game_points":
        return line.points
    if not line.won:
        return 0
    return format_.multipliers.of(line.skunk)


def _is_decided(format_: MatchFormat, tally: Sequence[int], number: int, *, knockout: bool) -> bool:
    if not format_.plays_all:
        return max(tally) >= format_.majority
    return number >= format_.best_of and not (knockout and tally[0] == tally[1])


def _verdict(
    tally: Sequence[int],
    won: Sequence[int],
    lines: Sequence[Line],
    *,
    over_after: int | None,
    refused_from: int | None,
) -> Verdict:
    winner = None
    if over_after is not None and tally[0] != tally[1]:
        winner = 1 if tally[0] > tally[1] else 2
    return Verdict(
        decided=over_after is not None,
        winner=winner,
        over_after=over_after,
        tally=(tally[0], tally[1]),
        games_won=(won[0], won[1]),
        lines=tuple(lines),
        refused_from=refused_from,
    )


def require_complete(verdict: Verdict) -> Verdict:
    """Insist on a whole match: decided, and not a game more.

    Args:
        verdict: as ``judge_match`` gave it.

    Returns:
        The same verdict.

    Raises:
        GameAfterDecision: a game was given after the deciding one.
        MatchIncomplete: the games do not decide the match.
    """
    if verdict.refused_from is not None:
        raise GameAfterDecision(
            f"The match was over after game {verdict.over_after}. Leave later games out.",
            field=f"games[{verdict.refused_from - 1}]",
        )
    if not verdict.decided:
        first, second = verdict.tally
        raise MatchIncomplete(
            f"{first} to {second} does not decide the match. Enter all games of it.", field="games"
        )
    return verdict
