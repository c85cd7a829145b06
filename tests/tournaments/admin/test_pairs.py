"""Pairs at the desk: made, drawn, parted, walked in."""

import pytest
from django.urls import reverse

from tests.factories import a_night, roster
from tests.tournaments.admin.desk import console, text_of, undo_url
from tests.tournaments.admin.test_setup import NEW, night_form
from tests.tournaments.pairs import PAIRS, a_night_for_pairs, a_pairs_night
from tournaments.models import Entry, Event


@pytest.fixture
def event(club):
    return a_night_for_pairs(club, players=5)


@pytest.fixture
def page(event):
    return console(event, "roster")


def pairs():
    return list(Entry.objects.order_by("number").values_list("display", flat=True))


def test_a_night_of_pairs_is_set_up(desk, club):
    desk.press(NEW, "create", **night_form(club, pairs="on"))

    assert Event.objects.get().rules["variant"] == "partnership"


def test_two_are_made_partners_and_that_is_undone(desk, event, page):
    one, other, *_ = roster(event)
    told = desk.follow(page, "pair", one=one.public_id, other=other.public_id)

    assert "Player 01 and Player 02 are pair number 1." in text_of(told)
    assert pairs() == ["Player 01 and Player 02"]
    desk.client.post(
        undo_url(told), {"do": "part", "once": "k", "entry": Entry.objects.get().public_id}
    )
    assert pairs() == []


def test_nobody_is_made_his_own_partner(desk, event, page):
    one = roster(event)[0]
    answer = desk.press(page, "pair", one=one.public_id, other=one.public_id)

    assert "his own partner" in text_of(answer)
    assert pairs() == []


def test_partners_are_drawn_by_lot_and_who_is_left_is_named(desk, event, page):
    told = text_of(desk.follow(page, "draw_partners"))

    assert len(pairs()) == 2
    assert "2 pairs are drawn by lot." in told
    assert "has no partner yet." in told
    assert "No partner yet: Player 0" in told


def test_a_pair_walks_in_and_so_does_one_alone(desk, event):
    page = console(event, "check-in")
    both = {"name": "Ann", "member_no": "", "partner_name": "Bo", "partner_no": ""}
    told = desk.follow(page, "walk_in", **both)
    desk.follow(page, "walk_in", **{**both, "name": "Cy", "partner_name": ""})

    assert "Ann and Bo are checked in" in text_of(told)
    assert pairs() == ["Ann and Bo"]
    assert len(roster(event)) == 8


def test_a_night_where_everybody_plays_alone_asks_for_no_partner(desk, club):
    event = a_night(club, players=4)
    text = text_of(desk.get(console(event, "roster")))

    assert "partner" not in text.lower()


def test_before_the_draw_every_page_names_who_has_no_partner(desk, club):
    event = a_night(club, players=["Ann", "Bo"], options=PAIRS)

    assert "No partner yet: Ann, Bo." in text_of(desk.get(console(event, "details")))


def test_strangers_read_both_names(client, club):
    event = a_pairs_night(club, players=8)
    text = text_of(client.get(reverse("public:event", args=[event.public_id])))

    assert all(name in text for name in pairs())


def test_the_roster_names_who_of_a_pair_is_missing(desk, club):
    event = a_night(club, players=["Ann", "Bo"], options=PAIRS)
    one, other = roster(event)
    told = desk.follow(console(event, "roster"), "pair", one=one.public_id, other=other.public_id)

    assert "not here: Ann and Bo" in text_of(told)


def test_the_chart_says_that_partners_sit_opposite(desk, club):
    text = text_of(desk.get(console(a_pairs_night(club), "seating")))

    assert "Partners sit opposite each other." in text
