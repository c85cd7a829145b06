"""Formats through the API: choose one, publish although somebody is due elsewhere."""

import pytest

from tests.factories import a_drafted_night, rounds_of
from tournaments.models import Stage

pytestmark = pytest.mark.django_db
NIGHT = {"name": "Tuesday", "starts_at": "2026-10-06T18:00:00Z"}


def test_a_night_is_made_in_a_format_with_what_follows_it(api, club, director):
    body = {
        **NIGHT,
        "club": str(club.public_id),
        "format": "groups",
        "config": {"groups": 2},
        "play_off_format": "double_elim",
        "play_off_config": {"reset": "simple"},
        "consolation": "non_qualifiers",
    }
    answer = api("post", "/events", body=body, token=director)

    assert answer.status_code == 201
    kinds = Stage.objects.order_by("number").values_list("kind", flat=True)
    assert list(kinds) == ["groups", "double_elim", "single_elim"]


def test_a_format_does_not_go_with_a_copy(api, director, club):
    event = a_drafted_night(club, players=4)
    body = {**NIGHT, "from_event": str(event.public_id), "format": "groups"}
    answer = api("post", "/events", body=body, token=director)

    assert answer.status_code == 400
    assert answer.json()["errors"][0]["field"] == "format"


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (None, 200),
        ({"although_due_elsewhere": True}, 200),
        ({"although_due_elsewhere": "yes"}, 400),
        ({"although": True}, 400),
    ],
)
def test_a_publication_takes_what_the_director_knows(api, club, director, body, status):
    round_ = rounds_of(a_drafted_night(club, players=4, games=1))[0]
    sent = {} if body is None else {"body": body}
    answer = api(
        "post",
        f"/rounds/{round_.public_id}/publish",
        token=director,
        **{"If-Match": f'"{round_.version}"'},
        **sent,
    )

    assert answer.status_code == status
