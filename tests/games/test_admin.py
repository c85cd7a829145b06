"""Games at the desk: read, never written, as a spectator."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from games.models import GameEvent
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


def page_of(game):
    return reverse("admin:games_game_correct", args=[game.public_id])


def ruled(desk, game, do, once="a-form", **values):
    sent = {"do": do, "once": once, "reason": "A card was seen.", **values}
    return desk.post(page_of(game), {"expected_version": world.reread(game).version, **sent})


def test_a_game_leads_to_its_corrections(director, game):
    page = director.get(f"/admin/games/game/{game.pk}/change/").content.decode()

    assert page_of(game) in page
    assert director.get(page_of(game)).status_code == 200


def test_a_director_voids_adjusts_and_abandons_at_the_desk(director, game, people):
    judge = clubs.user("jane")
    clubs.grant(judge, people.club, "judge")
    judges = [f"user:{judge.pk}"]
    for do, values in (
        ("void", {"judges": judges}),
        ("adjust", {"side": 1, "back": 3, "front": 9}),
        ("abandon", {}),
    ):
        assert ruled(director, game, do, once=do, **values).status_code == 302

    told = GameEvent.objects.filter(game=game, type__in=["deal_voided", "adjusted", "abandoned"])
    assert [event.type for event in told.order_by("seq")] == [
        "deal_voided",
        "adjusted",
        "abandoned",
    ]
    assert told.get(type="deal_voided").public["judges"][1:] == judges
    page = director.get(page_of(game)).content.decode()
    assert page.count("A card was seen.") == 3
    assert page.count("<form class") == 1  # an abandoned game goes on, nothing else


def test_a_double_click_rules_once(director, game):
    version = game.version
    for _ in range(2):
        assert ruled(director, game, "void", expected_version=version).status_code == 302

    assert GameEvent.objects.filter(game=game, type="deal_voided").count() == 1


def test_a_refusal_stands_at_its_field_and_keeps_what_was_typed(director, game):
    page = ruled(director, game, "adjust", side=1, back=30, front=20).content.decode()

    assert "The back peg stands behind the front one." in page
    assert 'value="30"' in page
    assert world.reread(game).version == game.version


def test_a_page_that_is_older_than_the_game_is_shown_anew(director, game):
    page = ruled(director, game, "void", expected_version=1).content.decode()

    assert "The game has moved on while you had this page open." in page
    assert len(re.findall(f'name="expected_version" value="{game.version}"', page)) == 3
    assert world.reread(game).version == game.version


@pytest.mark.parametrize("role", ["scorer", "judge", "checker"])
def test_other_officials_read_the_corrections_only(game, people, role):
    login = clubs.user("olga")
    clubs.grant(login, people.club, role)
    desk = desk_of(login)

    assert "A director of the club corrects a game." in desk.get(page_of(game)).content.decode()
    assert "This needs the role director." in ruled(desk, game, "void").content.decode()
    assert world.reread(game).version == game.version


def test_a_director_who_plays_is_offered_no_form(game, people):
    clubs.grant(people.alice.login, people.club, "director")
    desk = desk_of(people.alice.login)

    assert "another director corrects it" in desk.get(page_of(game)).content.decode()
    ruled(desk, game, "void")
    assert world.reread(game).version == game.version


def test_the_page_of_another_clubs_game_is_not_there(game):
    hilltop = world.people("hilltop", ("dave",))
    clubs.grant(hilltop.dave.login, hilltop.club, "director")
    desk = desk_of(hilltop.dave.login)

    assert desk.get(page_of(game)).status_code == 404
    assert ruled(desk, game, "void").status_code == 404


def test_the_page_of_corrections_shows_no_card(director, game):
    held = {card.text for hand in world.state(game).dealing.held for card in hand}
    words = set(re.findall(r"\b[A2-9TJQK][CDHS]\b", director.get(page_of(game)).content.decode()))

    assert not held & words
