import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.clubs import world
from tests.factories import (
    a_checked_in_night,
    a_club,
    a_drafted_night,
    a_night,
    a_published_night,
    a_user,
    roster,
)
from tests.tournaments.play import a_bracket, a_played_night, play_bracket
from tournaments.models import PublicLevel

pytestmark = pytest.mark.django_db
PEOPLE = ["Ada Fennimore", "Finn O’Mara", "Céline Dupré", "Madonna", "<b>Bo Peg</b>"]


def page_of(event):
    return f"/events/{event.public_id}"


def text(client, path):
    answer = client.get(path)
    assert answer.status_code == 200
    return answer.content.decode()


def statements(client, path):
    client.get(path)
    with CaptureQueriesContext(connection) as queries:
        assert client.get(path).status_code == 200
    return len(queries)


def test_the_front_page_says_why_it_is_empty(client):
    page = text(client, "/")

    assert "No event is under way or open." in page
    assert "A club’s night appears here as soon as its director opens it." in page


def test_the_front_page_lists_what_strangers_may_see(client):
    shown = a_checked_in_night(name="Shown")
    a_night(name="Draft")
    a_checked_in_night(name="Hidden", public_level="hidden")
    a_checked_in_night(a_club(is_public=False), name="Private")
    page = text(client, "/")

    assert page_of(shown) in page
    assert not [name for name in ("Draft", "Hidden", "Private") if f">{name}<" in page]


def test_an_event_shows_pairings_standings_bracket_and_results(client):
    event = a_bracket(best_of=3)
    play_bracket(event)
    page = text(client, page_of(event))

    assert re.findall(r'<section id="([a-z]+)"', page) == [
        "pairings",
        "standings",
        "bracket",
        "results",
    ]
    assert "is the champion." in page
    assert "<svg" in page
    assert "by spread" in page


def test_an_event_before_its_seating_lists_who_is_entered(client):
    event = a_checked_in_night(players=PEOPLE)
    page = text(client, page_of(event))

    assert "Finn O’Mara" in page
    assert "Check-in is open." in page


def test_a_draft_is_not_shown_to_strangers(client):
    event = a_drafted_night(players=PEOPLE)

    assert 'id="pairings"' not in text(client, page_of(event))


def test_names_are_escaped(client):
    event = a_published_night(players=PEOPLE)
    page = text(client, page_of(event))

    assert "&lt;b&gt;Bo Peg&lt;/b&gt;" in page
    assert "<b>Bo" not in page


def test_initials_are_all_that_strangers_read(client):
    event = a_published_night(players=PEOPLE, public_level=PublicLevel.INITIALS)
    page = text(client, f"{page_of(event)}?name=dup")

    assert "C. D." in page
    assert not [name for name in ("Fennimore", "Mara", "Dupré", "Madonna") if name in page]


def test_the_clubs_own_people_read_names(client):
    event = a_published_night(players=PEOPLE, public_level=PublicLevel.INITIALS)
    login = a_user()
    world.player(event.tournament.club, "Own Player", user_id=login.pk)
    client.force_login(login)

    assert "Céline Dupré" in text(client, page_of(event))


@pytest.mark.parametrize(
    "make",
    [
        pytest.param(a_night, id="draft"),
        pytest.param(lambda: a_checked_in_night(public_level="hidden"), id="hidden"),
        pytest.param(lambda: a_checked_in_night(a_club(is_public=False)), id="private-club"),
    ],
)
def test_what_strangers_may_not_see_is_not_there(client, make):
    assert client.get(page_of(make())).status_code == 404


def test_one_finds_oneself_by_a_part_of_the_name(client):
    event = a_published_night(players=PEOPLE)
    page = text(client, f"{page_of(event)}?name=CÉL")

    assert page.count("Games of Céline Dupré") == 1
    assert "Games of Ada" not in page


def test_who_is_not_found_is_told(client):
    event = a_published_night(players=PEOPLE)

    assert "Nobody here is shown as “&lt;x”" in text(client, f"{page_of(event)}?name=%3Cx")


@pytest.mark.parametrize("number", ["0", "99", "x", "-1", "%D9%A3", "99999", ""])
def test_a_round_that_is_not_there_is_no_page(client, number):
    event = a_published_night(games=3)

    assert client.get(f"{page_of(event)}?round={number}").status_code == 404


def test_a_round_is_shown_by_its_number(client):
    event = a_published_night(games=3)

    assert 'href="?round=2#pairings" aria-current="true"' in text(
        client, f"{page_of(event)}?round=2"
    )


def test_an_unchanged_page_is_not_sent_again(client):
    event = a_played_night(players=8, games=3)
    tag = client.get(page_of(event))["ETag"]

    assert client.get(page_of(event), headers={"If-None-Match": tag}).status_code == 304


def test_a_page_holds_no_script_and_no_style_of_its_own(client):
    event = a_bracket()
    page = text(client, page_of(event))

    assert not re.search(r"<style|\sstyle=|\son[a-z]+=|<script(?![^>]*\ssrc=)", page)


@pytest.mark.parametrize("players", [16, 40])
def test_an_event_costs_the_same_at_any_size(client, players):
    event = a_bracket(players=players, games=3)

    assert statements(client, page_of(event)) <= 15


def test_a_club_shows_its_nights(client):
    event = a_checked_in_night(name="Tuesday night")
    page = text(client, f"/clubs/{event.tournament.club.slug}")

    assert page_of(event) in page


def test_a_private_club_is_not_there(client):
    assert client.get(f"/clubs/{a_club(is_public=False).slug}").status_code == 404


def test_a_player_is_shown_where_his_name_is(client):
    event = a_published_night(players=PEOPLE)
    player = roster(event)[0].player

    assert "Ada Fennimore" in text(client, f"/players/{player.public_id}")


@pytest.mark.parametrize("level", ["initials", "hidden"])
def test_a_player_is_not_shown_where_his_name_is_not(client, level):
    event = a_published_night(players=PEOPLE, public_level=level)
    player = roster(event)[0].player

    assert client.get(f"/players/{player.public_id}").status_code == 404
