import json
from datetime import timedelta
from uuid import uuid4

import pytest

from clubs.models import ApiToken, Player
from clubs.services.tokens import create_token
from common import clock
from common.models import Audit
from tests.clubs import world

pytestmark = pytest.mark.django_db


@pytest.fixture
def players(club):
    return f"/api/v1/clubs/{club.public_id}/players"


@pytest.fixture
def director(dora, club):
    return world.token(dora, club, "direct")


@pytest.fixture
def member(alice, club):
    return world.token(alice, club, "report")


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


def test_me_tells_clubs_roles_and_the_token(api, dora, club, director):
    shown = api("get", "/api/v1/me", token=director).json()

    row = {"club": str(club.public_id), "name": club.name, "roles": ["director"], "player": None}
    assert shown["memberships"] == [row]
    assert shown["token"]["scopes"] == ["direct"]
    assert director not in json.dumps(shown)


def test_an_app_may_give_its_token_back(api, director):
    assert api("delete", "/api/v1/me/token", token=director).status_code == 204
    assert refused(api("get", "/api/v1/me", token=director)) == (401, "not_authenticated", None)


def test_an_expired_token_says_so(api, dora, club):
    soon = clock.now() + timedelta(minutes=1)
    secret = world.token(dora, club, "read", expires_at=soon)

    with clock.frozen(soon):
        assert refused(api("get", "/api/v1/me", token=secret)) == (401, "token_expired", None)


@pytest.mark.parametrize(
    "header", ["Bearer", "Bearer f2_0", "Token f2_0", "Basic YTpi", "Bearer \u00e9"]
)
def test_other_credentials_are_none(client, header):
    assert client.get("/api/v1/me", headers={"Authorization": header}).status_code == 401


def test_a_token_is_kept_as_a_digest(dora, club):
    secret = world.token(dora, club, "read")

    row = ApiToken.objects.get()
    assert secret not in json.dumps(list(ApiToken.objects.values()), default=str)
    assert row.prefix == secret[:9]
    assert secret not in json.dumps(list(Audit.objects.values()), default=str)


def test_use_of_a_token_is_noted(api, director):
    api("get", "/api/v1/me", token=director)

    assert ApiToken.objects.get().last_used_at is not None


def test_a_token_of_one_club_is_a_stranger_in_another(api, dora, club, other_club):
    world.grant(dora, other_club, "director")
    secret = world.token(dora, club, "direct")
    answer = api("get", f"/api/v1/clubs/{other_club.public_id}/players", token=secret)

    assert refused(answer) == (404, "not_found", None)


def test_a_token_falls_with_its_makers_role(api, players, director, dora):
    dora.club_roles.all().delete()
    answer = api("post", players, token=director, key="k", body={"display_name": "Ann Yew"})

    assert refused(answer) == (403, "permission_denied", None)


@pytest.mark.parametrize("scope", ["direct", "score", "admin"])
def test_nobody_makes_a_token_that_may_more_than_himself(alice, club, scope, api):
    with pytest.raises(Exception, match="needs the role"):
        create_token(club_id=club.public_id, name="x", scopes=[scope], actor=world.person(alice))


def test_a_session_reads_without_and_writes_with_the_form_token(client, players, dora):
    client.handler.enforce_csrf_checks = True
    client.force_login(dora)
    read = client.get(players)
    write = client.post(
        players,
        data={"display_name": "Ann Yew"},
        content_type="application/json",
        headers={"Idempotency-Key": "k"},
    )

    assert read.status_code == 200
    assert refused(write) == (403, "csrf_failed", None)


@pytest.mark.parametrize(
    "headers",
    [
        pytest.param({"Origin": "https://evil.example"}, id="origin"),
        pytest.param({"Sec-Fetch-Site": "cross-site"}, id="fetch-site"),
        pytest.param({"Sec-Fetch-Site": "same-site"}, id="sister-host"),
    ],
)
def test_a_session_counts_nothing_on_another_origin(client, players, dora, headers):
    client.force_login(dora)

    assert refused(client.get(players, headers=headers)) == (401, "not_authenticated", None)


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
