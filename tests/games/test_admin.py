"""Games at the desk: read, never written, as a spectator."""

import pytest
from django.test import Client

from tests.clubs import world as clubs
from tests.games import world


def desk_of(login):
    login.is_staff = True
    login.save(update_fields=["is_staff"])
    client = Client()
    client.force_login(login)
    return client


@pytest.fixture
def director(people):
    login = clubs.user("dora")
    clubs.grant(login, people.club, "director")
    return desk_of(login)


def test_a_director_looks_at_the_clubs_games(director, game):
    page = director.get(f"/admin/games/game/{game.pk}/change/").content.decode()

    assert "0–0" in page
    assert str(game.public_id) in director.get("/admin/games/game/").content.decode()


@pytest.mark.parametrize("hidden", ["snapshot", "pack", "salt"])
def test_what_a_game_hides_is_no_field(director, game, hidden):
    page = director.get(f"/admin/games/game/{game.pk}/change/").content.decode()

    assert f"field-{hidden}" not in page


def test_nobody_writes_a_game(game, people):
    root = desk_of(clubs.user("root", is_superuser=True))

    assert root.get("/admin/games/game/add/").status_code == 403
    assert root.post(f"/admin/games/game/{game.pk}/change/", {"phase": "over"}).status_code == 403
    assert root.post(f"/admin/games/game/{game.pk}/delete/", {"post": "yes"}).status_code == 403
    assert world.reread(game).version == game.version


def test_another_clubs_director_sees_none(game):
    hilltop = world.people("hilltop", ("dave",))
    clubs.grant(hilltop.dave.login, hilltop.club, "director")
    desk = desk_of(hilltop.dave.login)

    assert str(game.public_id) not in desk.get("/admin/games/game/").content.decode()
    assert desk.get(f"/admin/games/game/{game.pk}/change/").status_code == 302


def test_secrets_have_no_page(game):
    root = desk_of(clubs.user("root", is_superuser=True))

    for model in ("gamesecret", "gameevent", "gameseat"):
        assert root.get(f"/admin/games/{model}/").status_code == 404
