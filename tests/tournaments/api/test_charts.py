"""Charts by hand through the API: swaps, a chart from a file, a seat that stays."""

import pytest

from tests.factories import (
    a_checked_in_night,
    a_published_night,
    entries_of,
    first_stage,
    rounds_of,
)
from tournaments.models import Match

pytestmark = pytest.mark.django_db
ROWS = "round,table,a,b\n1,1,1,2\n1,2,3,4\n"


@pytest.fixture
def event(club):
    return a_published_night(club, players=8, games=3)


def body_of(event, *, other_round=1, same=False):
    rows = Match.objects.filter(stage=first_stage(event))
    one = rows.get(round__number=1, table=1)
    other = rows.get(round__number=other_round, table=2)
    a, b = one.sides.get(slot=1).entry, other.sides.get(slot=1).entry
    return {
        "a": {"match": str(one.public_id), "side": 1, "entry": str(b.public_id)},
        "b": {"match": str(other.public_id), "side": 1, "entry": str((b if same else a).public_id)},
    }


def swap(api, token, event, body, version=None):
    round_ = rounds_of(event)[0]
    tag = {"If-Match": f'"{version or round_.version}"'}
    return api("post", f"/rounds/{round_.public_id}/swap", token=token, body=body, **tag)


def test_a_swap_answers_with_both_matches(api, director, event):
    answer = swap(api, director, event, body_of(event))

    assert answer.status_code == 200
    assert [one["table"] for one in answer.json()["matches"]] == [1, 2]
    assert answer.json()["round"]["version"] == 3


@pytest.mark.parametrize(
    ("change", "version", "status", "code"),
    [
        pytest.param({"same": True}, None, 422, "entry_paired_twice", id="twice"),
        pytest.param({"other_round": 2}, None, 422, "swap_across_rounds", id="across-rounds"),
        pytest.param({}, 1, 412, "precondition_failed", id="stale"),
    ],
)
def test_a_swap_that_cannot_be_is_refused(api, director, event, change, version, status, code):
    answer = swap(api, director, event, body_of(event, **change), version)

    assert (answer.status_code, answer.json()["code"]) == (status, code)


def test_a_scorer_does_not_swap(api, token, event):
    answer = swap(api, token("score", role="scorer"), event, body_of(event))

    assert answer.status_code == 403


def test_a_chart_is_taken_over(api, director, club):
    there = a_checked_in_night(club, players=4, games=1)
    path = f"/stages/{first_stage(there).public_id}/chart"
    answer = api("post", path, token=director, body={"csv": ROWS})

    assert (answer.status_code, len(answer.json())) == (201, 1)
    assert [one.algorithm for one in rounds_of(there)] == ["import"]


def test_every_wrong_row_of_a_chart_is_named(api, director, club):
    there = a_checked_in_night(club, players=4, games=1)
    path = f"/stages/{first_stage(there).public_id}/chart"
    answer = api("post", path, token=director, body={"csv": ROWS.replace("3,4", "3,9")})

    assert (answer.status_code, answer.json()["code"]) == (422, "import_rows_invalid")
    assert answer.json()["rows"][0]["line"] == 3


def test_an_entry_keeps_its_seat(api, token, club):
    there = a_checked_in_night(club, players=4, games=1)
    path = f"/entries/{entries_of(there)[0].public_id}/keep-seat"
    answer = api("post", path, token=token("score", role="scorer"), body={"keeps_seat": True})

    assert (answer.status_code, answer.json()["is_anchor"]) == (200, True)
