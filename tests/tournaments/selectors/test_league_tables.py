import pytest

from tests.tournaments.leagues import a_league, boards, enter, league_format, ties_in
from tests.tournaments.play import fresh
from tournaments.models import Entry
from tournaments.selectors.standings import standings_of
from tournaments.services.publishing import snapshot_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures(league_format.__name__)]

HOME_WINS, AWAY_WINS = (1, 1, 1, 2, 2), (1, 2, 2, 2, 2)
ONE_BOARD = [{"members": 2}]


def lines(stage):
    """Place, number, played, won, drawn, lost, legs and points of every team."""
    return [
        (
            row.place,
            row.entry.number,
            (row.team.played, row.team.won, row.team.drawn, row.team.lost),
            (row.team.legs_for, row.team.legs_against),
            row.team.points,
        )
        for row in standings_of(stage).rows
    ]


def teams(tie):
    return [side.entry.number for side in tie.sides.select_related("entry").order_by("slot")]


def test_the_table_gives_two_points_for_a_win_and_then_counts_legs():
    stage = a_league(boards=ONE_BOARD)
    first, second = ties_in(stage, 1)
    enter(boards(first)[0], *HOME_WINS)
    enter(boards(second)[0], *AWAY_WINS)

    home, away = teams(first)
    other_home, other_away = teams(second)
    assert lines(stage) == [
        (1, other_away, (1, 1, 0, 0), (4, 1), 2),
        (2, home, (1, 1, 0, 0), (3, 2), 2),
        (3, away, (1, 0, 0, 1), (2, 3), 0),
        (4, other_home, (1, 0, 0, 1), (1, 4), 0),
    ]


def test_a_tie_with_an_open_board_counts_for_nobody():
    stage = a_league(boards=ONE_BOARD * 2)
    enter(boards(ties_in(stage, 1)[0])[0], *HOME_WINS)

    assert {line[2:] for line in lines(stage)} == {((0, 0, 0, 0), (0, 0), 0)}
    assert {line[0] for line in lines(stage)} == {1}


def test_who_left_in_the_first_half_takes_its_ties_along():
    stage = a_league(boards=ONE_BOARD)
    (first, _) = ties_in(stage, 1)
    enter(boards(first)[0], *HOME_WINS)
    home, away = teams(first)
    assert {line[1]: line[4] for line in lines(stage)}[home] == 2

    leaver = Entry.objects.filter(event=stage.event, number=away)
    leaver.update(status=Entry.Status.WITHDRAWN, left_round=1)

    assert {line[4] for line in lines(stage)} == {0}


def test_who_left_in_the_second_half_leaves_the_first_half_as_it_is():
    stage = a_league(boards=ONE_BOARD)
    (first, _) = ties_in(stage, 1)
    enter(boards(first)[0], *HOME_WINS)
    home, away = teams(first)

    leaver = Entry.objects.filter(event=stage.event, number=away)
    leaver.update(status=Entry.Status.WITHDRAWN, left_round=2)

    assert {line[1]: line[4] for line in lines(stage)}[home] == 2


def test_a_snapshot_keeps_the_line_of_the_team():
    stage = a_league(boards=ONE_BOARD)
    enter(boards(ties_in(stage, 1)[0])[0], *HOME_WINS)

    rows, _ = snapshot_of(fresh(stage))

    assert rows[0]["team"] == {
        "played": 1,
        "won": 1,
        "drawn": 0,
        "lost": 0,
        "boards_for": 1,
        "boards_against": 0,
        "legs_for": 3,
        "legs_against": 2,
        "deducted": 0,
        "points": 2,
    }
