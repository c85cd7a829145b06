"""A late player and a leaver at the desk: three clicks each, and a look in between."""

import pytest

from tests.factories import a_published_night, entries_of, first_stage, roster, rounds_of
from tests.tournaments.admin.desk import console, filled_buttons, text_of
from tests.tournaments.play import win_all_of
from tournaments.models import Match
from tournaments.selectors.events import checks_of
from tournaments.selectors.redraws import presence_of


@pytest.fixture
def night(club):
    event = a_published_night(club, players=10)
    win_all_of(event, 1)
    return event


def test_a_late_player_takes_three_clicks(desk, night):
    welcomed = desk.follow(console(night, "check-in"), "walk_in", name="Robin Late", member_no="")
    drafted = desk.follow(console(night, "seating"), "redraw")
    desk.press(console(night, "seating"), "publish", version=drafted.context["stage"].version)

    assert "Redraw rounds 2–9" in text_of(welcomed)
    assert "1 came since the seating was published." in text_of(welcomed)
    assert "Publish 8 rounds at 5 tables" in text_of(drafted)
    assert entries_of(night)[-1].status == "active"
    assert checks_of(first_stage(night)).repeats == 0


def test_a_leaver_takes_three_clicks(desk, night):
    one = roster(night)[3]
    left = desk.follow(console(night, "check-in"), "leave", registration=one.public_id)
    drafted = desk.follow(console(night, "seating"), "redraw")
    desk.press(console(night, "seating"), "publish", version=drafted.context["stage"].version)

    assert "Player 04 left." in text_of(left)
    assert (filled_buttons(left), filled_buttons(drafted)) == (1, 1)
    assert entries_of(night)[3].status == "withdrawn"
    assert not presence_of(first_stage(night)).differs


def test_the_preview_says_what_stands_and_who_is_short(desk, night):
    desk.press(console(night, "check-in"), "leave", registration=roster(night)[3].public_id)
    page = text_of(desk.follow(console(night, "seating"), "redraw"))

    assert "32 of 32 tables stand as they are printed, 0 are new." in page
    assert "0 new repeats" in page
    assert "0 second sit-outs." in page
    assert "8 sit out and play 8 games: Player 0" in page


def test_whoever_left_comes_back_with_one_click(desk, night):
    one = roster(night)[3]
    desk.press(console(night, "check-in"), "leave", registration=one.public_id)
    desk.press(console(night, "check-in"), "come_back", registration=one.public_id)

    assert entries_of(night)[3].status == "active"
    assert not presence_of(first_stage(night)).differs


def test_a_discarded_redraw_leaves_the_chart_and_the_next_step(desk, night):
    before = set(Match.objects.values_list("pk", "status"))
    desk.press(console(night, "check-in"), "leave", registration=roster(night)[3].public_id)
    desk.press(console(night, "seating"), "redraw")
    page = desk.follow(console(night, "seating"), "discard")

    assert set(Match.objects.values_list("pk", "status")) == before
    assert "Redraw rounds 2–9" in text_of(page)


def test_a_redraw_that_went_stale_is_offered_again(desk, night):
    desk.press(console(night, "check-in"), "walk_in", name="Robin Late", member_no="")
    desk.press(console(night, "seating"), "redraw")
    page = desk.follow(console(night, "check-in"), "walk_in", name="Kim Later", member_no="")

    assert "Redraw rounds 2–9" in text_of(page)


def test_a_night_on_paper_chooses_the_round(desk, night):
    desk.press(console(night, "check-in"), "leave", registration=roster(night)[3].public_id)
    desk.press(console(night, "seating"), "redraw_from", first="5", sit_out="scored")

    drafts = [one.number for one in rounds_of(night) if one.state == "draft"]
    assert drafts == [5, 6, 7, 8, 9]


def test_a_round_that_has_begun_is_no_choice(desk, night):
    page = desk.press(console(night, "seating"), "redraw_from", first="1", sit_out="scored")

    assert page.status_code == 200
    assert page.context["redraw_form"].errors["first"]


def test_what_was_drawn_anew_is_not_shown_on_the_chart(desk, night):
    desk.press(console(night, "check-in"), "leave", registration=roster(night)[3].public_id)
    desk.press(console(night, "seating"), "redraw")
    desk.press(console(night, "seating"), "publish")
    pages = [text_of(desk.get(console(night, slug))) for slug in ("seating", "play")]

    assert all("void" not in page and "None" not in page for page in pages)
