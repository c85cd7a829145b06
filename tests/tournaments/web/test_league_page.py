import re

import pytest

from tests.tournaments.leagues import a_league, boards, enter, league_format, ties_in

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures(league_format.__name__)]

ONE_BOARD = [{"members": 2}]


def page_of(client, stage, query=""):
    answer = client.get(f"/events/{stage.event.public_id}{query}")
    assert answer.status_code == 200
    return answer.content.decode()


def rows_of(page, section):
    """The text of the cells of every line in a part of the page."""
    part = re.search(rf'<section id="{section}".*?</section>', page, re.DOTALL)[0]
    lines = re.findall(r"<tr[^>]*>(.*?)</tr>", part, re.DOTALL)
    return [
        [re.sub(r"<[^>]+>", "", cell).strip() for cell in re.findall(r"<t[hd].*?</t[hd]>", line)]
        for line in lines
    ]


def names(tie):
    sides = tie.sides.select_related("entry").order_by("slot")
    return [side.entry.display for side in sides]


def test_fixtures_are_ties_with_legs_and_points(client):
    stage = a_league()
    first, second = ties_in(stage, 1)
    pairs, singles = boards(first)
    enter(pairs, 1, 1, 1, 1, 2)
    enter(singles, 2, 2)

    head, *lines = rows_of(page_of(client, stage), "pairings")

    assert head == ["Home", "Away", "Result", "Points"]
    assert lines == [
        [*names(first), "4–3 (4–1, 0–2)", "2–0"],
        [*names(second), "not yet", ""],
    ]


def test_a_league_that_counts_boards_writes_boards_first(client):
    stage = a_league(decided_by="boards", points={"win": 4, "draw": 2, "leg": 1, "scale": 2})
    first, _ = ties_in(stage, 1)
    pairs, singles = boards(first)
    enter(pairs, 1, 1, 1, 1, 2)
    enter(singles, 2, 2)

    line = rows_of(page_of(client, stage), "pairings")[1]

    assert line[2:] == ["1–1 (4–1, 0–2)", "3–2½"]


def test_the_table_has_points_ties_and_legs_of_every_team(client):
    stage = a_league(boards=ONE_BOARD)
    first, second = ties_in(stage, 1)
    enter(boards(first)[0], 1, 1, 1, 2, 2)
    enter(boards(second)[0], 1, 1, 1, 1, 2)
    page = page_of(client, stage)

    head, *lines = rows_of(page, "standings")

    assert head == ["Place", "Team", "Points", "Played", "Won", "Drawn", "Lost", "Legs", "Boards"]
    (best, loser), (other, last) = names(second), names(first)
    assert lines == [
        ["1", best, "2", "1", "1", "0", "0", "4–1", "1–0"],
        ["2", other, "2", "1", "1", "0", "0", "3–2", "1–0"],
        ["3", last, "0", "1", "0", "0", "1", "2–3", "0–1"],
        ["4", loser, "0", "1", "0", "0", "1", "1–4", "0–1"],
    ]
    assert f"{best} above {other} by legs won: 4 against 3." in page
    assert "A tie gives 2 points for a win and 1 point for a draw." in page


def test_a_team_is_found_with_its_ties_and_free_days(client):
    stage = a_league(teams=3, boards=ONE_BOARD)
    tie = ties_in(stage, 1)[0]
    team = names(tie)[0]

    page = page_of(client, stage, f"?name={team.replace(' ', '+')}")
    found = rows_of(page, "pairings")

    assert f"Ties of {team}" in page
    mine = [line for line in found if line and line[0].startswith("Matchday")]
    assert len(mine) == 3
    assert [line[1] for line in mine].count("free") == 1


def test_who_is_free_is_named_below_the_fixtures(client):
    stage = a_league(teams=3, boards=ONE_BOARD)
    playing = set(names(ties_in(stage, 1)[0]))
    free = {one.display for one in stage.event.entries.all()} - playing

    assert f"Free: {free.pop()}." in page_of(client, stage)
