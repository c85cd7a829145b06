import json
from uuid import uuid4

import pytest

from clubs.models import Player
from tests.clubs import world

pytestmark = pytest.mark.django_db


def refused(answer):
    problem = answer.json()
    field = problem["errors"][0]["field"] if problem.get("errors") else None
    return answer.status_code, problem["code"], field


def test_a_director_adds_a_player(api, players, director):
    body = {"display_name": "  Zo\u0065\u0308  Fr\u00e4ser ", "member_no": "0042"}
    answer = api("post", players, token=director, key="k", body=body)

    shown = answer.json()
    assert (answer.status_code, answer["ETag"]) == (201, '"1"')
    assert (shown["display_name"], shown["sort_name"]) == (
        "Zo\u00eb Fr\u00e4ser",
        "Fr\u00e4ser, Zo\u00eb",
    )
    assert shown["member_no"] == "0042"
    assert "user" not in shown


@pytest.mark.parametrize(
    "name",
    [
        pytest.param('"A\\ud800"', id="surrogate"),
        pytest.param('"Ann\\u202eeciL"', id="right-to-left-override"),
        pytest.param('" \\u00a0\\u200b "', id="blanks"),
        pytest.param(json.dumps("a" * 10_000), id="10000-letters"),
        pytest.param(json.dumps("a" * 81), id="81-letters"),
        pytest.param('"a\\u0000b"', id="null-character"),
        pytest.param('"a\\nb"', id="two-lines"),
    ],
)
def test_a_name_that_is_no_name_is_refused(api, players, director, name):
    answer = api("post", players, token=director, key="k", raw=f'{{"display_name":{name}}}')

    assert refused(answer) == (400, "validation_error", "display_name")
    assert Player.objects.count() == 0


def test_markup_in_a_name_is_text(api, players, director):
    body = {"display_name": "<script>alert(1)</script>"}
    answer = api("post", players, token=director, key="k", body=body)

    assert answer.json()["display_name"] == "<script>alert(1)</script>"


def test_a_member_number_is_one_persons_with_its_zeros_or_without(api, players, director, club):
    world.player(club, member_no="0042")
    body = {"display_name": "Ben Moss", "member_no": "42"}
    answer = api("post", players, token=director, key="k", body=body)

    assert refused(answer) == (409, "member_no_taken", "member_no")


def test_a_list_goes_by_pages_in_its_order(api, players, director, club):
    for name in ("Ann Yew", "Bob Elm", "Cid Oak", "Dan Ash", "Eve Fir"):
        world.player(club, name)
    seen, path = [], f"{players}?limit=2"
    while path:
        page = api("get", path, token=director).json()
        seen += [row["sort_name"] for row in page["results"]]
        path = page["next"]

    assert seen == ["Ash, Dan", "Elm, Bob", "Fir, Eve", "Oak, Cid", "Yew, Ann"]


@pytest.mark.parametrize(
    ("query", "code", "field"),
    [
        ("limit=999999999999999999999", "validation_error", "limit"),
        ("limit=0", "validation_error", "limit"),
        ("limit=201", "validation_error", "limit"),
        ("limit=%D9%A3", "validation_error", "limit"),
        ("name=%00", "validation_error", "name"),
        ("ordering=user__password", "validation_error", "ordering"),
        ("user__email__startswith=a", "unknown_parameter", "user__email__startswith"),
        ("cursor=AAAA", "invalid_cursor", "cursor"),
        ("status=member&status=guest", "validation_error", "status"),
        ("is_active=1", "validation_error", "is_active"),
    ],
)
def test_doubtful_parameters_are_refused(api, players, member, query, code, field):
    assert refused(api("get", f"{players}?{query}", token=member)) == (400, code, field)


def test_a_cursor_of_another_list_is_refused(api, players, member, club):
    world.player(club, "Ann Yew")
    cursor = api("get", f"{players}?limit=1", token=member).json()["next"].split("cursor=")[1]
    answer = api("get", f"{players}?status=member&cursor={cursor}", token=member)

    assert refused(answer) == (400, "invalid_cursor", "cursor")


def test_filters_narrow_the_list(api, players, member, club):
    world.player(club, "Ann Yew", member_no="007", status="guest")
    answers = [
        api("get", f"{players}?{query}", token=member).json()["results"]
        for query in ("name=yew", "member_no=7", "status=guest", "is_active=false")
    ]

    assert [len(rows) for rows in answers] == [1, 1, 1, 0]


@pytest.mark.parametrize("size", [3, 30])
def test_a_page_costs_the_same_at_any_size(
    api, players, director, club, size, django_assert_max_num_queries
):
    for number in range(size):
        world.player(club, f"Player {number:03}")
    api("get", players, token=director)

    with django_assert_max_num_queries(4):
        api("get", players, token=director)


def test_an_edit_counts_the_version(api, director, club):
    player = world.player(club)
    path = f"/api/v1/players/{player.public_id}"
    first = api("patch", path, token=director, body={"member_no": "7"}, **{"If-Match": '"1"'})
    second = api("patch", path, token=director, body={"member_no": "8"}, **{"If-Match": '"1"'})

    assert (first.status_code, first["ETag"]) == (200, '"2"')
    assert (second.status_code, second.json()["version"]) == (412, 2)
    assert Player.objects.get().member_no == "7"


def test_a_player_writes_his_own_name(api, member):
    answer = api(
        "patch",
        "/api/v1/players/me",
        token=member,
        body={"display_name": "Alice Marsh"},
        **{"If-Match": '"1"'},
    )

    assert answer.json()["sort_name"] == "Marsh, Alice"


@pytest.mark.parametrize("field", ["rating", "is_staff", "member_no", "version", "user"])
def test_a_player_writes_nothing_else_of_himself(api, member, field):
    answer = api("patch", "/api/v1/players/me", token=member, body={field: 3000})

    assert refused(answer) == (400, "unknown_field", field)


def test_private_fields_cannot_be_asked_for(api, member, club):
    player = world.player(club, "Bob Elm")
    answer = api("get", f"/api/v1/players/{player.public_id}?fields=email,phone", token=member)

    assert refused(answer) == (400, "unknown_parameter", "fields")


def test_an_id_of_5000_digits_is_no_id(api, member):
    assert refused(api("get", f"/api/v1/players/{'9' * 5000}", token=member))[:2] == (
        404,
        "not_found",
    )


def test_what_is_hidden_reads_like_what_is_not_there(api, member, other_club):
    hidden = world.player(other_club, "Dave Holt")
    answers = [
        api("get", f"/api/v1/players/{player_id}", token=member).json()
        for player_id in (hidden.public_id, uuid4())
    ]

    assert {**answers[0], "request_id": ""} == {**answers[1], "request_id": ""}


def test_the_document_lists_every_refusal(client):
    document = client.get(
        "/api/v1/schema", headers={"Accept": "application/vnd.oai.openapi+json"}
    ).json()

    answers = document["paths"]["/api/v1/clubs/{club_id}/players"]["post"]["responses"]
    assert set(answers) >= {"201", "400", "401", "403", "404", "409", "413", "415", "422", "429"}
    assert "application/problem+json" in answers["409"]["content"]


def test_the_page_of_the_document_loads_nothing_inline(client):
    page = client.get("/api/v1/docs").content.decode()
    script = client.get("/api/v1/docs?script=")

    assert "<style" not in page
    assert page.count("<script src=") == page.count("<script") == 3
    assert "http" not in page.replace("http-equiv", "")
    assert script["Content-Type"].startswith("application/javascript")
