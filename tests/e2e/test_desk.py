"""A small night through the desk, in a browser, from a roster file to the published end."""

import re

import pytest
from django.contrib.auth import get_user_model

from clubs.services.clubs import create_club, grant_role
from common.actor import Actor
from tournaments.models import Event, Match, Registration

pytestmark = [pytest.mark.e2e, pytest.mark.django_db(transaction=True)]

SYSTEM = Actor.system(agent="cli")
PASSWORD = "a made-up pass phrase"
ROSTER = """Name;Member no
Ada Elm;0042
Bert Moss;7
Cléo Ash;
Dan O’Holt;
Plato;
Eve Fern;
Fay Ivy;
"""


@pytest.fixture
def organiser():
    club = create_club(actor=SYSTEM, name="Pegtown", slug="pegtown", timezone="Europe/Dublin")
    user = get_user_model().objects.create_user("dora", password=PASSWORD, is_staff=True)
    grant_role(club_id=club.public_id, user_id=user.pk, role="director", actor=SYSTEM)
    return user


def sign_in(page, address):
    page.goto(f"{address}/admin/")
    page.get_by_label("Username").fill("dora")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Log in").click()


def press(page, name):
    page.get_by_role("button", name=name).first.click()


def says(page, text):
    page.get_by_text(text).first.wait_for(timeout=10_000)


def set_up(page):
    page.get_by_role("link", name="New night").click()
    page.get_by_label("Name", exact=True).fill("Tuesday night")
    page.get_by_label("Games each").fill("3")
    press(page, "Set up the night")
    says(page, "Tuesday night is set up.")


def fill_the_roster(page):
    file = {"name": "roster.csv", "mimeType": "text/csv", "buffer": ROSTER.encode()}
    page.get_by_label("Roster file").set_input_files(file)
    press(page, "Look at the file")
    says(page, "Nothing is changed yet.")
    press(page, "Take over the ticked lines")
    says(page, "7 names are new on the roster")


def check_everybody_in(page):
    press(page, "Open check-in")
    for typed in ("ada", "moss", "cléo", "4"):
        page.get_by_label("Number or name").fill(typed)
        page.keyboard.press("Enter")
        says(page, "is checked in as number")
    for name in ("Plato", "Eve Fern", "Fay Ivy"):
        row = page.get_by_role("row").filter(has_text=name)
        row.get_by_role("button", name="Check in").click()
        says(page, f"{name} is checked in")
    section = page.locator("section").filter(has_text="Walk-in")
    section.get_by_label("Name").fill("Gus Walker")
    press(page, "Add and check in")
    says(page, "Gus Walker is checked in as number 8.")


def draw(page):
    press(page, "Generate the seating")
    says(page, "0 repeats")
    press(page, "Publish 3 rounds at 4 tables")
    says(page, "Results can be entered.")


def enter_by_keyboard(page, table, score):
    """Type as the slip says it: the focus is on the table already."""
    assert page.evaluate("document.activeElement.name") == "table"
    page.keyboard.type(str(table))
    for text in ("A", str(score)):
        page.keyboard.press("Tab")
        page.keyboard.type(text)
    page.keyboard.press("Enter")
    says(page, re.compile(rf"Table {table}: .* beats "))


def enter_the_games(page):
    for number in range(12):
        enter_by_keyboard(page, number % 4 + 1, 119 - 3 * number - number // 4)


def undo_and_enter_again(page):
    enter_by_keyboard(page, 1, 60)
    press(page, "Undo")
    says(page, "Table 1 is open again.")


def type_in_a_hurry(page):
    """What is refused is overwritten by typing; half a slip outlives a reload."""
    page.get_by_label("Table", exact=True).fill("99")
    page.get_by_label("Winner, A or B").fill("a")
    page.get_by_label("Loser’s score").fill("121")
    page.keyboard.press("Enter")
    says(page, "has no table 99")
    page.keyboard.type("1")
    page.keyboard.press("Enter")
    says(page, "not 121")
    page.keyboard.type("60")
    page.goto(page.url)
    assert page.get_by_label("Loser’s score").input_value() == "60"
    assert page.get_by_label("Table", exact=True).input_value() == "1"
    for label in ("Loser’s score", "Winner, A or B", "Table"):
        page.get_by_label(label, exact=True).fill("")


def play_the_bracket(page):
    press(page, "Make the cut")
    press(page, "Generate the bracket")
    press(page, "Publish the bracket")
    says(page, "The bracket is published.")
    while page.get_by_role("button", name=re.compile("Save game")).count():
        page.get_by_role("radio").first.check()
        page.get_by_label("Loser’s score").first.fill("100")
        press(page, re.compile("Save game"))
    says(page, "wins the play-offs.")


def publish(page):
    page.get_by_role("link", name="Look it over and publish").click()
    press(page, "Publish the results")
    says(page, "The results are published as final")


def every_step_opens(page):
    for name in ("Roster", "Check-in", "Seating", "Play", "Standings", "Play-offs", "Published"):
        page.get_by_label("Where the night stands").get_by_role("link", name=name).first.click()
        assert page.locator(".ft-night-line").count() == 1
    for name in ("Details of the night", "History and corrections"):
        page.get_by_role("link", name=name).click()
        assert page.locator("h1").count() == 1


def test_a_night_runs_on_the_desk(page, live_server, organiser):
    sign_in(page, live_server.url)
    set_up(page)
    fill_the_roster(page)
    check_everybody_in(page)
    draw(page)
    type_in_a_hurry(page)
    undo_and_enter_again(page)
    enter_the_games(page)
    page.get_by_label("Where the night stands").get_by_role("link", name="Standings").click()
    says(page, "go on to the play-offs.")
    play_the_bracket(page)
    publish(page)
    every_step_opens(page)

    assert Event.objects.get().state == Event.State.FINAL
    assert Registration.objects.filter(status="checked_in").count() == 8
    assert Match.objects.filter(kind="pairing").exclude(status="locked").count() == 0
