"""Tables of three at the desk and on the public page."""

import pytest
from django.urls import reverse

from tests.tournaments.admin.desk import console, match_page, text_of
from tests.tournaments.admin.test_setup import NEW, night_form
from tests.tournaments.play import fresh, lines_of, matches_of
from tests.tournaments.pods import a_pod_night, say, table_of
from tournaments.models import Event, Stage


@pytest.fixture
def event(club):
    return a_pod_night(club, players=8, games=2)


@pytest.fixture
def page(event):
    return console(event, "play")


def slip(match, *scores):
    typed = {f"score_{slot}": score for slot, score in enumerate(scores, start=1)}
    return {"round": match.round.number, "table": match.table, "score_3": "", **typed}


def test_a_night_of_tables_of_three_is_set_up_with_its_variant(desk, club):
    form = night_form(club, format="pods", games="4", three_hand="three_hand_six_five")
    desk.press(NEW, "create", **form)

    assert Event.objects.get().rules["variant"] == "three_hand_six_five"
    assert list(Stage.objects.values_list("kind", "config__games")) == [("pods", 4)]


def test_a_table_and_three_scores_are_all_that_is_typed(desk, event, page):
    table = table_of(event, 3)
    told = desk.follow(page, "enter", **slip(table, 88, 121, 100))
    names = [side.entry.display for side in table.sides.order_by("slot")]

    assert [line[2] for line in lines_of(table)] == [False, True, False]
    assert f"{names[1]} wins with 121; {names[2]} 100, {names[0]} 88 S." in text_of(told)
    assert "88 S – 121 – 100" in text_of(told)


def test_a_table_of_two_has_two_scores(desk, event, page):
    table = table_of(event, 2)
    desk.press(page, "enter", **slip(table, 121, 90))

    assert fresh(table).winner == 1


@pytest.mark.parametrize(
    ("sides", "scores", "field", "says"),
    [
        pytest.param(3, (121, 90), "score_3", "Three sit at this table", id="a-gap"),
        pytest.param(2, (121, 90, 80), "score_1", "Enter 2 scores", id="one-too-many"),
        pytest.param(3, (121, 121, 80), "score_1", "Enter the winner", id="two-winners"),
        pytest.param(3, (121, 90, 122), "score_3", "0 to 121", id="past-the-target"),
        pytest.param(3, ("x", 90, 122), "score_1", "whole number", id="no-number"),
    ],
)
def test_what_no_table_ends_with_is_refused_at_its_field(
    desk, event, page, sides, scores, field, says
):
    table = table_of(event, sides)
    answer = desk.press(page, "enter", **slip(table, *scores))

    assert says in " ".join(answer.context["form"].errors[field])
    assert fresh(table).winner is None


def test_the_match_page_says_who_was_missing_and_corrects(desk, event):
    table = table_of(event, 3)
    url = match_page(event, table)
    scores = {"score_1": "", "score_2": "121", "score_3": "100"}
    told = desk.follow(url, "result", **scores, version=table.version)
    now = desk.get(url)
    corrected = desk.follow(
        url,
        "correct",
        **{**scores, "score_1": "60"},
        reason="He was there",
        version=fresh(table).version,
    )

    assert "away" in text_of(told)
    assert now.context["result_form"]["score_2"].value() == 121
    assert "away – 121 – 100 became 60 D – 121 – 100" in text_of(corrected)


def test_a_table_of_three_has_no_forfeit_and_one_of_two_has(desk, event):
    three, two = (text_of(desk.get(match_page(event, table_of(event, n)))) for n in (3, 2))

    assert "Enter the forfeit" not in three
    assert "Enter the forfeit" in two


def test_the_chart_names_three_a_table(desk, event):
    rows = desk.get(console(event, "seating")).context["rounds"][0]["rows"]
    names = {side["name"] for row in rows for side in row["sides"]} - {""}

    assert [len(row["sides"]) for row in rows] == [3, 3, 3]
    assert len(names) == 8


def test_strangers_read_all_three_names_and_scores(client, event):
    table = table_of(event, 3)
    say(table, 88, 121, 100)
    text = text_of(client.get(reverse("public:event", args=[event.public_id])))

    assert "Third seat" in text
    assert all(side.entry.display in text for side in table.sides.all())
    assert "88 S – 121 – 100" in text
    assert "get 4, 2 and 0 points" in text


def test_who_leaves_a_table_of_three_leaves_it_to_the_others(desk, event):
    side = table_of(event, 3).sides.get(slot=2)
    one = side.entry.members.get().registration.public_id
    told = desk.follow(console(event, "check-in"), "leave", registration=one)

    assert "Two who are left at a table of three play on." in text_of(told)


def test_a_leaver_and_a_latecomer_are_drawn_again(desk, club):
    event = a_pod_night(club, players=9, games=4)
    for match in matches_of(event)[:3]:
        say(match, 121, 100, 90)
    checks = console(event, "check-in")
    desk.follow(checks, "walk_in", name="Robin Late", member_no="")
    desk.follow(console(event, "seating"), "redraw")
    told = desk.follow(console(event, "seating"), "publish")

    assert "published" in text_of(told)
    assert sorted(
        match.sides.count() for match in matches_of(event)[3:] if match.status == "ready"
    )[:2] == [2, 2]
