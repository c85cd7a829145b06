"""A match: games between two sides until it is decided.

==============  ===========================================================
word            meaning
==============  ===========================================================
``best_of``     the most games a match can have, or has
``counting``    how games decide: ``games``, ``units``, ``points_all``,
                ``game_points``
``tally``       what is counted, per slot: games, units or game points
==============  ===========================================================

Rule: docs/rules.md#match
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple, get_args

from tournaments.errors import ConfigInvalid, GameAfterDecision, MatchIncomplete
from tournaments.game_results import (
    ForfeitWorth,
    GamePoints,
    GameResult,
    Line,
    Scoring,
    SkunkClass,
    Worth,
    check_game,
    game_lines,
    skunk_class,
)

__all__ = [
    "COUNTINGS",
    "MOST_GAMES",
    "Counting",
    "ForfeitWorth",
    "GamePoints",
    "GameResult",
    "Line",
    "MatchFormat",
    "Multipliers",
    "Scoring",
    "SkunkClass",
    "Verdict",
    "Worth",
    "check_game",
    "game_lines",
    "judge_match",
    "require_complete",
    "skunk_class",
]

Counting = Literal["games", "units", "points_all", "game_points"]

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


EVERY_WIN_ONE = Multipliers()


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
class Verdict:
    """What a list of games says about a match.

    ``winner`` is ``None`` while undecided, and for a draw. ``over_after`` is
    the number of the deciding game, ``refused_from`` that of the first game
    given after it. ``tally``, ``games_won`` and ``lines`` end with the
    deciding game; ``lines`` has one per slot and game, slot 1 first.
    """

    decided: bool
    winner: int | None
    over_after: int | None
    tally: tuple[int, ...]
    games_won: tuple[int, ...]
    lines: tuple[Line, ...]
    refused_from: int | None = None


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
        tally = " to ".join(map(str, verdict.tally))
        raise MatchIncomplete(
            f"{tally} does not decide the match. Enter all games of it.", field="games"
        )
    return verdict
