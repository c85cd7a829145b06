"""Every page of the console at every stage of a night: it opens, with one next action."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.factories import (
    SYSTEM,
    a_checked_in_night,
    a_drafted_night,
    a_night,
    a_published_night,
    play_off_stage,
)
from tests.tournaments.admin.desk import console, filled_buttons, match_page
from tests.tournaments.play import a_bracket, a_played_night, matches_of, play_bracket
from tournaments.admin.console.urls import PAGES
from tournaments.services.finalise import finalise_event

SLUGS = [page.slug for page in PAGES]


def a_finished_night(**values):
    event = a_bracket(**values)
    play_bracket(event)
    return event


def a_final_night(**values):
    event = a_finished_night(**values)
    finalise_event(event_id=event.public_id, actor=SYSTEM)
    return event


NIGHTS = {
    "empty": a_night,
    "roster": lambda **values: a_night(players=6, **values),
    "checked-in": a_checked_in_night,
    "drafted": a_drafted_night,
    "published": a_published_night,
    "played": a_played_night,
    "bracket": a_bracket,
    "finished": a_finished_night,
    "final": a_final_night,
}


@pytest.mark.parametrize("stage", NIGHTS)
def test_every_page_opens_with_one_filled_button(desk, club, stage):
    event = NIGHTS[stage](club=club)
    pages = {slug: desk.get(console(event, slug)) for slug in SLUGS}

    assert {slug: page.status_code for slug, page in pages.items()} == dict.fromkeys(SLUGS, 200)
    assert {slug: filled_buttons(page) for slug, page in pages.items()} == dict.fromkeys(SLUGS, 1)


def test_a_stranger_finds_no_page(stranger, club):
    event = a_night(club)
    looked = {stranger.get(console(event, slug)).status_code for slug in SLUGS}
    pressed = {stranger.press(console(event, slug), "add").status_code for slug in SLUGS}

    assert (looked, pressed) == ({404}, {404})


def test_somebody_without_a_login_is_sent_to_it(client, club):
    answer = client.get(console(a_night(club), "check-in"))

    assert answer.status_code == 302
    assert answer["Location"].startswith(reverse("admin:login"))


def test_a_stranger_finds_no_match(stranger, club):
    event = a_published_night(club)

    assert stranger.get(match_page(event, matches_of(event)[0])).status_code == 404


def test_a_match_of_another_night_is_not_shown_under_this_one(desk, club):
    event, other = a_night(club), a_published_night(club)

    assert desk.get(match_page(event, matches_of(other)[0])).status_code == 404


def test_a_page_that_is_none_is_not_found(desk, club):
    assert desk.get(console(a_night(club), "nonsense")).status_code == 404


def test_the_night_leads_to_where_it_stands(desk, club):
    event = a_checked_in_night(club)

    assert desk.get(console(event))["Location"] == console(event, "seating")


def test_a_button_that_is_none_is_refused_in_words(desk, club):
    page = desk.press(console(a_night(club), "roster"), "explode")

    assert "This page has no such button." in page.content.decode()


def cost(desk, event, slug):
    with CaptureQueriesContext(connection) as captured:
        desk.get(console(event, slug))
    return len(captured)


def test_a_page_costs_the_same_at_any_size(desk, club):
    small, large = (a_played_night(club=club, players=n, games=5) for n in (8, 20))
    desk.get(console(small, "roster"))

    for slug in SLUGS:
        assert cost(desk, small, slug) == cost(desk, large, slug), slug


def test_a_bracket_costs_the_same_at_any_size(desk, club):
    small, large = a_bracket(club=club, players=8), a_bracket(club=club, players=20)
    desk.get(console(small, "play-offs"))

    assert play_off_stage(large).rounds.count() > play_off_stage(small).rounds.count()
    assert cost(desk, small, "play-offs") == cost(desk, large, "play-offs")
