"""Director's tasks through the API: for directors, and nobody else."""

import pytest

from tests.factories import a_published_night
from tests.tournaments.play import matches_of
from tests.tournaments.services.test_director_tasks import abandoned
from tournaments.models import DirectorTask
from tournaments.services.director_tasks import on_game_abandoned


@pytest.fixture
def task(club):
    match = matches_of(a_published_night(club))[0]
    on_game_abandoned(game_id=abandoned(match).public_id)
    return DirectorTask.objects.get()


def path_of(task):
    return f"/events/{task.event.public_id}/director-tasks"


def test_a_director_lists_what_waits_and_closes_it(api, task, director):
    found = api("get", path_of(task), token=director).json()["results"]
    assert [(one["id"], one["kind"], one["match"], one["game"]) for one in found] == [
        (str(task.public_id), "abandoned_game", str(task.match.public_id), str(task.game))
    ]

    body = {"note": "Played again on Thursday."}
    closed = api("post", f"/director-tasks/{task.public_id}/close", body=body, token=director)
    assert (closed.status_code, closed.json()["state"]) == (200, "done")
    assert closed.json()["note"] == body["note"]
    assert api("get", f"{path_of(task)}?state=open", token=director).json()["results"] == []


def test_closing_twice_is_refused(api, task, director):
    path = f"/director-tasks/{task.public_id}/close"
    answers = [api("post", path, body={"note": "Adjourned."}, token=director) for _ in range(2)]

    assert [one.status_code for one in answers] == [200, 409]
    assert answers[1].json()["code"] == "wrong_state"


@pytest.mark.parametrize(
    ("scopes", "role", "status"),
    [
        pytest.param(("read", "score"), "scorer", 403, id="scorer"),
        pytest.param(("read", "score"), "director", 403, id="without-the-scope"),
    ],
)
def test_others_neither_read_nor_close(api, task, token, scopes, role, status):
    secret = token(*scopes, role=role)
    body = {"note": "x"}
    read = api("get", path_of(task), token=secret)
    closed = api("post", f"/director-tasks/{task.public_id}/close", body=body, token=secret)

    assert (read.status_code, closed.status_code) == (status, status)
    task.refresh_from_db()
    assert task.state == "open"


def test_nobody_reads_them_without_credentials(api, task):
    assert api("get", path_of(task)).status_code == 401


def test_another_club_has_no_such_task(api, task, token, django_user_model):
    from_elsewhere = token(
        "direct", where=matches_of(a_published_night())[0].stage.event.tournament.club
    )
    path = f"/director-tasks/{task.public_id}/close"

    assert api("post", path, body={"note": "x"}, token=from_elsewhere).status_code == 404


def test_the_list_costs_the_same_at_any_size(
    api, club, director, task, django_assert_max_num_queries
):
    for match in matches_of(task.event)[1:3]:
        on_game_abandoned(game_id=abandoned(match).public_id)
    with django_assert_max_num_queries(5):
        found = api("get", path_of(task), token=director).json()["results"]

    assert len(found) == 3
