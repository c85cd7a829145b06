"""A tie: two teams meet on several boards, and what that is worth to either.

==============  ===========================================================
word            meaning
==============  ===========================================================
``home``        the team of slot 1; ``away`` that of slot 2
``board``       one match of the tie, between so many members of each team
``leg``         one game of a board
``points``      of the league's table, in parts: ``scale`` parts are a point,
                so that half a point a leg is a whole number
==============  ===========================================================

Rule: docs/rules.md#league
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple, get_args

from tournaments.errors import ConfigInvalid, ResultImpossible
from tournaments.matches import MatchFormat

Decider = Literal["legs", "boards"]
Outcome = Literal["won", "drawn", "lost"]

DECIDERS: tuple[Decider, ...] = get_args(Decider)
MOST_MEMBERS = 3


class Two(NamedTuple):
    """A number for either team."""

    home: int
    away: int

    @property
    def swapped(self) -> "Two":
        """The same, as the away team sees it."""
        return Two(self.away, self.home)


@dataclass(frozen=True, slots=True)
class Board:
    """How one board is played.

    Args:
        members: who plays for each team: 1 singles, 2 pairs, 3 triples.
        legs: how many games, and whether all are played.
        variant: key of the engine's variant; ``None`` for the event's own.

    Raises:
        ConfigInvalid: not 1 to 3 members, or legs that count neither ``games``
            nor ``points_all``.
    """

    members: int
    legs: MatchFormat
    variant: str | None = None

    def __post_init__(self) -> None:
        if type(self.members) is not int or not 1 <= self.members <= MOST_MEMBERS:
            raise ConfigInvalid(
                f"A board has 1 to {MOST_MEMBERS} of each team.", field="boards.members"
            )
        if self.legs.counting not in ("games", "points_all"):
            raise ConfigInvalid(
                "The legs of a board count games or points_all.", field="boards.counting"
            )


class TiePoints(NamedTuple):
    """What a tie is worth: for winning it, for each board and each leg won.

    All are parts of a point, ``scale`` to the point.
    """

    win: int = 2
    draw: int = 1
    loss: int = 0
    board: int = 0
    leg: int = 0
    scale: int = 1


class Walkover(NamedTuple):
    """What a tie that one team did not come to counts: boards and legs, winner first."""

    boards: tuple[int, int]
    legs: tuple[int, int]


TWO_FOR_A_WIN = TiePoints()


@dataclass(frozen=True, slots=True)
class TieRules:
    """What a league plays, and what for.

    Args:
        boards: of every tie, in the order of play.
        points: of the table.
        decided_by: what wins a tie, the more legs or the more boards.
        walkover: ``None`` gives the winner every board and every leg of it
            that wins it, or all where all are played.
    """

    boards: tuple[Board, ...]
    points: TiePoints = TWO_FOR_A_WIN
    decided_by: Decider = "legs"
    walkover: Walkover | None = None


class BoardScore(NamedTuple):
    """Legs won on one board; a forfeited one names the slot that came."""

    home: int = 0
    away: int = 0
    forfeited_to: int | None = None


@dataclass(frozen=True, slots=True)
class TieVerdict:
    """What a tie counts; ``winner`` is a slot, ``None`` for a draw or nobody.

    ``is_played`` is False for a walkover.
    """

    winner: int | None
    outcomes: tuple[Outcome, Outcome]
    boards: Two
    legs: Two
    points: Two
    is_played: bool = True


def judge_tie(rules: TieRules, scores: Sequence[BoardScore | None]) -> TieVerdict | None:
    """Judge a tie by its boards.

    Args:
        rules: of the league.
        scores: one per board, in order; ``None`` where a board is still open.

    Returns:
        The verdict; ``None`` while a board is open: such a tie is postponed or
        being played, and neither won nor lost.

    Raises:
        ResultImpossible: not one score per board, or a score that the legs of
            its board do not end with; ``field`` names it.

    Rule: docs/rules.md#league
    """
    if len(scores) != len(rules.boards):
        raise ResultImpossible(
            f"A tie of this league has {len(rules.boards)} boards, not {len(scores)}.",
            field="boards",
        )
    legs = [
        _legs(board, score, f"boards[{at}]")
        for at, (board, score) in enumerate(zip(rules.boards, scores, strict=True))
        if score is not None
    ]
    if len(legs) < len(scores):
        return None
    won = Two(sum(one.home > one.away for one in legs), sum(one.home < one.away for one in legs))
    all_legs = Two(sum(one.home for one in legs), sum(one.away for one in legs))
    return _verdict(rules, won, all_legs)


def walkover(rules: TieRules, winner: int | None) -> TieVerdict:
    """Judge a tie that a team did not come to.

    Args:
        rules: of the league.
        winner: the slot of the team that came; ``None`` when neither did.

    Returns:
        The verdict: points as for a tie that ends with the walkover's score;
        when neither came both have lost it and nothing counts.

    Raises:
        ConfigInvalid: the walkover's score does not win the tie.
    """
    if winner is None:
        nothing = Two(0, 0)
        return TieVerdict(None, ("lost", "lost"), nothing, nothing, nothing, is_played=False)
    score = rules.walkover or _full(rules)
    boards, legs = Two(*score.boards), Two(*score.legs)
    if winner == 2:
        boards, legs = boards.swapped, legs.swapped
    verdict = _verdict(rules, boards, legs, is_played=False)
    if verdict.winner != winner:
        raise ConfigInvalid("A walkover's score wins the tie.", field="walkover")
    return verdict


def points_text(parts: int, scale: int) -> str:
    """Write points of a league as people do.

    Args:
        parts: of a point, as a verdict has them.
        scale: parts to a point, 1 or 2.

    Returns:
        Whole and half points: ``6``, ``3½``, ``-½``.

    Raises:
        ConfigInvalid: another scale.
    """
    if scale not in (1, 2):
        raise ConfigInvalid("Points of a league are whole or halves.", field="points.scale")
    whole, half = divmod(abs(parts), scale)
    text = f"{whole or ('' if half else 0)}{'½' if half else ''}"
    return f"-{text}" if parts < 0 else text


def _legs(board: Board, score: BoardScore, field: str) -> Two:
    legs = board.legs
    most = legs.best_of if legs.plays_all else legs.majority
    if score.forfeited_to is not None:
        if score.forfeited_to not in (1, 2) or (score.home, score.away) != (0, 0):
            raise ResultImpossible(
                "A forfeited board names side 1 or side 2 and has no legs.", field=field
            )
        return Two(most, 0) if score.forfeited_to == 1 else Two(0, most)
    low, high = sorted((score.home, score.away))
    is_whole = low + high == legs.best_of if legs.plays_all else high == most and low < most
    if low < 0 or not is_whole:
        raise ResultImpossible(
            f"{score.home} to {score.away} is no end of {legs.best_of} legs.", field=field
        )
    return Two(score.home, score.away)


def _full(rules: TieRules) -> Walkover:
    legs = sum(_legs(board, BoardScore(forfeited_to=1), "").home for board in rules.boards)
    return Walkover((len(rules.boards), 0), (legs, 0))


def _verdict(rules: TieRules, boards: Two, legs: Two, *, is_played: bool = True) -> TieVerdict:
    decisive = legs if rules.decided_by == "legs" else boards
    outcomes: tuple[Outcome, Outcome] = ("drawn", "drawn")
    winner = None
    if decisive.home != decisive.away:
        winner = 1 if decisive.home > decisive.away else 2
        outcomes = ("won", "lost") if winner == 1 else ("lost", "won")
    points = Two(
        *(
            _worth(rules.points, outcome, won, legs_won)
            for outcome, won, legs_won in zip(outcomes, boards, legs, strict=True)
        )
    )
    return TieVerdict(winner, outcomes, boards, legs, points, is_played)


def _worth(points: TiePoints, outcome: Outcome, boards: int, legs: int) -> int:
    of_the_tie = {"won": points.win, "drawn": points.draw, "lost": points.loss}[outcome]
    return of_the_tie + boards * points.board + legs * points.leg
