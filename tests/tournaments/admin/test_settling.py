"""The block "Needs the director" on the console."""

import pytest

from tests.factories import a_published_night
from tests.tournaments.admin.desk import console, match_page, text_of
from tests.tournaments.play import matches_of
from tests.tournaments.services.test_director_tasks import abandoned
from tournaments.models import DirectorTask
from tournaments.services.director_tasks import on_game_abandoned

NEEDS = "Needs the director"


@pytest.fixture
def task(club):
    match = matches_of(a_published_night(club))[0]
    on_game_abandoned(game_id=abandoned(match).public_id)
    return DirectorTask.objects.get()


def test_a_director_is_told_on_every_page_with_the_way_to_the_match(desk, task):
    names = [side.entry.display for side in task.match.sides.order_by("slot")]
    for slug in ("play", "roster", "history"):
        page = desk.get(console(task.event, slug))
        said = text_of(page)
        assert NEEDS in said
        assert f"Table {task.match.table}: {names[0]} and {names[1]} stopped playing here" in said
        assert match_page(task.event, task.match) in page.content.decode()


def test_done_closes_the_task_with_what_was_decided(desk, task):
    page = desk.follow(
        console(task.event, "play"), "settle", task=task.public_id, note="Played on Thursday."
    )

    assert "Settled." in text_of(page)
    assert NEEDS not in text_of(page)
    assert DirectorTask.objects.get().note == "Played on Thursday."
    assert "Played on Thursday." in text_of(desk.get(console(task.event, "history")))


def test_without_a_note_the_form_says_so_and_the_task_stays(desk, task):
    page = desk.press(console(task.event, "play"), "settle", task=task.public_id, note="")

    assert (page.status_code, NEEDS in text_of(page)) == (200, True)
    assert DirectorTask.objects.get().state == "open"


def test_a_scorer_is_not_troubled_and_closes_nothing(scorer, task):
    page = scorer.get(console(task.event, "play"))
    assert NEEDS not in text_of(page)

    scorer.press(console(task.event, "play"), "settle", task=task.public_id, note="x")
    assert DirectorTask.objects.get().state == "open"
