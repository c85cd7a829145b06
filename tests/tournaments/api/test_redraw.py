"""Late arrivals and leavers through the API: come, draft, look, publish or discard."""

import pytest

from tests.factories import a_published_night, entries_of, first_stage, rounds_of
from tests.tournaments.play import win_all_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def event(club):
    event = a_published_night(club, players=10)
    win_all_of(event, 1)
    return event


@pytest.fixture
def redraw(api, director, event):
    path = f"/stages/{first_stage(event).public_id}/redraw"

    def send(method="post", **options):
        return api(method, path, **{"token": director, **options})

    return send


def test_a_walk_in_of_a_running_night_is_drawn_in(api, redraw, token, event):
    walk_in = api(
        "post",
        f"/events/{event.public_id}/entries",
        token=token("score", role="scorer"),
        body={"name": "Robin Late"},
    )
    drafted = redraw()

    assert (walk_in.status_code, drafted.status_code) == (201, 201)
    assert [one["number"] for one in drafted.json()] == list(range(2, 10))
    assert {one["state"] for one in drafted.json()} == {"draft"}


def test_the_preview_says_what_the_drafts_change(api, redraw, director, event):
    leaver = entries_of(event)[2]
    api("post", f"/entries/{leaver.public_id}/withdraw", token=director)
    redraw()
    shown = redraw("get").json()

    assert (shown["first_round"], shown["last_round"], shown["is_stale"]) == (2, 9, False)
    assert (shown["kept"], shown["tables"]) == (32, 32)
    assert shown["unavoided"] == []
    assert [one["sit_outs"] for one in shown["short"]] == [1] * 8


def test_publishing_replaces_and_discarding_does_not(api, redraw, director, event):
    api("post", f"/entries/{entries_of(event)[2].public_id}/withdraw", token=director)
    draft = redraw().json()[0]
    discarded = api("post", f"/rounds/{draft['id']}/discard", token=director)
    draft = redraw().json()[0]
    published = api(
        "post",
        f"/rounds/{draft['id']}/publish",
        token=director,
        **{"If-Match": f'"{draft["version"]}"'},
    )

    assert (discarded.status_code, published.status_code) == (204, 200)
    assert [one.number for one in rounds_of(event)] == list(range(1, 10))


def test_nothing_drafted_is_not_found(redraw):
    assert redraw("get").status_code == 404


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        pytest.param({"after_round": 0}, 400, "validation_error", id="begun"),
        pytest.param({"after_round": 9}, 400, "validation_error", id="none-left"),
        pytest.param({"after_round": "2"}, 400, "validation_error", id="text"),
        pytest.param({"after": 2}, 400, "unknown_field", id="unknown"),
    ],
)
def test_a_redraw_that_cannot_be_is_refused(redraw, body, status, code):
    answer = redraw(body=body)

    assert (answer.status_code, answer.json()["code"]) == (status, code)


def test_a_scorer_does_not_redraw(redraw, token):
    answer = redraw(token=token("score", role="scorer"))

    assert answer.status_code == 403
