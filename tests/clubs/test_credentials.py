"""Who asks: tokens of apps and sessions of people."""

import json
from datetime import timedelta

import pytest

from clubs.models import ApiToken
from clubs.services.tokens import create_token, revoke_token
from common import clock
from common.actor import Actor
from common.errors import PermissionDenied
from common.models import Audit
from tests.clubs import world
from tests.clubs.test_api import refused

pytestmark = pytest.mark.django_db


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
def test_nobody_makes_a_token_that_may_more_than_himself(alice, club, scope):
    with pytest.raises(PermissionDenied):
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


def test_a_stranger_makes_no_token_for_a_public_club(spec, club):
    with pytest.raises(PermissionDenied):
        create_token(club_id=club.public_id, name="x", scopes=["read"], actor=world.person(spec))


def test_a_token_makes_no_token(club, dora):
    app = Actor(kind="token", agent="api", label="app", user_id=dora.pk, club_id=club.pk)

    with pytest.raises(PermissionDenied):
        create_token(club_id=club.public_id, name="x", scopes=["read"], actor=app)


def test_a_token_is_revoked_by_its_maker_or_an_owner_only(dora, club, alice):
    world.token(dora, club, "read")
    row = ApiToken.objects.get()

    with pytest.raises(PermissionDenied):
        revoke_token(token_id=row.public_id, actor=world.person(alice))
    revoke_token(token_id=row.public_id, actor=world.person(dora))
    row.refresh_from_db()
    assert row.revoked_at is not None
