"""Who reaches what: every route against every kind of person, own club and other."""

import pytest

from clubs.access import can_see_club, require, role_of, roles_of, scoped, staffed
from clubs.models import Player
from common.errors import NotFound, PermissionDenied
from tests.clubs import world

pytestmark = pytest.mark.django_db

ROLES = ("owner", "director", "scorer", "checker", "judge", "treasurer", "viewer")
# route, then what each gets: stranger, signed in, player, viewer, scorer, director, owner
MATRIX = {
    ("get", "clubs"): (200, 200, 200, 200, 200, 200, 200),
    ("get", "club"): (200, 200, 200, 200, 200, 200, 200),
    ("get", "players"): (401, 403, 200, 200, 200, 200, 200),
    ("post", "players"): (401, 403, 403, 403, 201, 201, 201),
    ("get", "player"): (401, 404, 200, 200, 200, 200, 200),
    ("patch", "player"): (401, 404, 403, 403, 200, 200, 200),
    ("get", "me"): (401, 200, 200, 200, 200, 200, 200),
    ("get", "players/me"): (401, 404, 200, 404, 404, 404, 404),
    ("delete", "me/token"): (401, 404, 404, 404, 404, 404, 404),
}
HIDDEN = {
    ("get", "club"): (404,) * 4,
    ("get", "players"): (401, 404, 404, 404),
    ("post", "players"): (401, 404, 404, 404),
    ("get", "player"): (401, 404, 404, 404),
    ("patch", "player"): (401, 404, 404, 404),
}
WHO = ("stranger", "signed in", "player", "viewer", "scorer", "director", "owner")


def login_as(who, where):
    if who == "stranger":
        return None
    login = world.user(who.replace(" ", "-"))
    if who == "player":
        world.player(where, "Her Self", user_id=login.pk)
    elif who in ROLES:
        world.grant(login, where, who)
    return login


def answer_to(client, login, method, route, where):
    """Send a lawful request of a route for a club's objects."""
    target = world.player(where, "Bob Elm")
    path = {
        "club": f"clubs/{where.public_id}",
        "players": f"clubs/{where.public_id}/players",
        "player": f"players/{target.public_id}",
    }.get(route, route)
    if login is not None:
        client.force_login(login)
    body = {"display_name": "Ann Yew"} if method in ("post", "patch") else None
    headers = {"Idempotency-Key": "k", "If-Match": '"1"'}
    options = {"data": body, "content_type": "application/json"} if body else {}
    return getattr(client, method)(f"/api/v1/{path}", headers=headers, **options).status_code


@pytest.mark.parametrize("row", MATRIX, ids=" ".join)
@pytest.mark.parametrize("who", WHO)
def test_each_gets_his_own_answer_in_his_own_club(client, club, row, who):
    expected = MATRIX[row][WHO.index(who)]

    assert answer_to(client, login_as(who, club), *row, club) == expected


@pytest.mark.parametrize("row", HIDDEN, ids=" ".join)
@pytest.mark.parametrize(
    ("place", "who"), list(enumerate(("stranger", "signed in", "director", "owner")))
)
def test_another_clubs_objects_are_not_there(client, club, other_club, row, place, who):
    login = login_as(who, club)

    assert answer_to(client, login, *row, other_club) == HIDDEN[row][place]


@pytest.mark.parametrize("role", ROLES)
def test_an_owner_may_all_and_the_others_what_is_named(club, role):
    login = world.user("somebody")
    world.grant(login, club, role)
    if role in ("owner", "scorer"):
        require(login, club, "scorer")
    else:
        with pytest.raises(PermissionDenied):
            require(login, club, "scorer")


def test_a_hidden_club_is_not_there(spec, other_club):
    with pytest.raises(NotFound):
        require(spec, other_club, "scorer")


def test_the_most_trusted_role_is_the_role(club, dora):
    world.grant(dora, club, "viewer")

    assert role_of(dora, club) == "director"
    assert roles_of(dora, club) == {"director", "viewer"}
    assert role_of(None, club) is None


def test_rows_are_of_ones_own_clubs(club, other_club, dora, alice):
    world.player(other_club, "Dave Holt")

    seen = [scoped(who, Player.objects.all()).count() for who in (dora, alice, None)]
    assert seen == [1, 1, 0]
    assert staffed(alice, Player.objects.all()).count() == 0


def test_superusers_and_the_system_see_all(club, other_club):
    root = world.user("root", is_superuser=True)

    assert role_of(root, other_club) == role_of(world.SYSTEM, other_club) == "owner"


def test_a_user_who_was_shut_out_sees_nothing(other_club, evan):
    evan.is_active = False
    evan.save(update_fields=["is_active"])

    assert not can_see_club(evan, other_club)
    assert role_of(evan, other_club) is None
