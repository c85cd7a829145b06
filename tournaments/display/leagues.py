"""The table of a league and the results of its ties, as pages write them."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from tournaments.formats import LEAGUE
from tournaments.formats.league_settings import tie_rules
from tournaments.models import Stage
from tournaments.selectors.standings import StandingRow
from tournaments.ties import TiePoints, TieVerdict, Two, points_text


class TeamLine(NamedTuple):
    """A team's line of the table; ``points`` have ``deducted`` taken off already."""

    place: int
    shared: bool
    name: str
    played: int
    won: int
    drawn: int
    lost: int
    boards: str
    legs: str
    points: str
    deducted: str
    cut: bool


def team_lines(
    rows: Sequence[StandingRow], names: Mapping[int, str], *, scale: int
) -> tuple[TeamLine, ...]:
    """Write the table of a league down.

    Args:
        rows: of its standings.
        names: of the teams by number.
        scale: parts to a point.
    """
    inside = [row for row in rows if row.qualified]
    last = inside[-1].entry.number if inside else None
    return tuple(_team_lines(rows, names, last, scale))


def tie_words(verdict: TieVerdict, boards: Sequence[Two], *, by_boards: bool) -> str:
    """Say how a tie ended, the home team first.

    Args:
        verdict: of the tie.
        boards: legs of each board; empty for a walkover.
        by_boards: whether the boards decide, and not the legs.

    Returns:
        What decides, then in brackets the legs of each board.
    """
    decisive = verdict.boards if by_boards else verdict.legs
    result = _against(decisive)
    if not verdict.is_played:
        return f"{result} walkover" if verdict.winner else "neither team came"
    return f"{result} ({', '.join(_against(board) for board in boards)})"


def tie_points(verdict: TieVerdict, *, scale: int) -> str:
    """Say how many points of the table a tie gave either team, halves as fractions.

    Args:
        verdict: of the tie.
        scale: parts to a point.
    """
    return "–".join(points_text(parts, scale) for parts in verdict.points)


def scale_of(stage: Stage) -> int | None:
    """Return how many parts make a point of a league; None for any other stage.

    Args:
        stage: any.
    """
    return tie_rules(stage.config).points.scale if stage.kind == LEAGUE else None


def worth_sentence(points: TiePoints) -> str:
    """Say what a tie is worth.

    Args:
        points: of a league.

    Returns:
        A sentence such as "A tie gives 2 points for a win and 1 point for a draw."
    """
    worth = (
        (points.win, "for a win"),
        (points.draw, "for a draw"),
        (points.loss, "for a defeat"),
        (points.board, "for each board won"),
        (points.leg, "for each leg won"),
    )
    given = [f"{_points(parts, points.scale)} {words}" for parts, words in worth if parts]
    *others, last = given or ["no points"]
    return f"A tie gives {', '.join(others)}{' and ' if others else ''}{last}."


def _points(parts: int, scale: int) -> str:
    return f"{points_text(parts, scale)} point{'' if parts <= scale else 's'}"


def _team_lines(
    rows: Sequence[StandingRow], names: Mapping[int, str], last: int | None, scale: int
) -> Iterator[TeamLine]:
    for row in rows:
        team = row.team
        if team is None:
            continue
        yield TeamLine(
            place=row.place,
            shared=row.is_shared,
            name=names[row.entry.number],
            played=team.played,
            won=team.won,
            drawn=team.drawn,
            lost=team.lost,
            boards=f"{team.boards_for}–{team.boards_against}",
            legs=f"{team.legs_for}–{team.legs_against}",
            points=points_text(team.points, scale).replace("-", "−"),
            deducted=points_text(team.deducted, scale) if team.deducted else "",
            cut=row.entry.number == last,
        )


def _against(two: Two) -> str:
    return f"{two.home}–{two.away}"
