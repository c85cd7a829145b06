"""The chart by hand at the desk: how it is drawn, swaps, seats that stay, a file."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from tests.factories import (
    a_checked_in_night,
    a_published_night,
    entries_of,
    first_stage,
    rounds_of,
)
from tests.tournaments.admin.desk import console, text_of
from tests.tournaments.play import report
from tournaments.models import Match

ROWS = "round,table,a,b\n1,1,1,2\n1,2,3,4\n2,1,1,3\n2,2,2,4\n3,1,1,4\n3,2,2,3\n"


@pytest.fixture
def there(club):
    return a_checked_in_night(club, players=4, games=3)


def upload(text):
    return SimpleUploadedFile("chart.csv", text.encode(), content_type="text/csv")


def test_the_chart_is_chosen_before_it_is_drawn(desk, there):
    page = console(there, "seating")
    desk.press(page, "chart", chart="rows", sections="1", sit_out="extra_game")
    config = first_stage(there).config

    assert (config["chart"], config["sit_out"]) == ("rows", "extra_game")


def test_a_chart_from_a_file_is_looked_at_and_published(desk, there):
    page = console(there, "seating")
    drafted = desk.follow(page, "import_chart", file=upload(ROWS))
    desk.press(page, "publish", version=drafted.context["stage"].version)

    assert "Publish 3 rounds at 2 tables" in text_of(drafted)
    assert {one.state for one in rounds_of(there)} == {"published"}


def test_each_wrong_row_of_a_file_is_shown(desk, there):
    answer = desk.press(
        console(there, "seating"), "import_chart", file=upload(ROWS.replace("3,4", "3,9"))
    )

    assert "has number 9, and nobody who is there has it" in text_of(answer)
    assert "Nothing was taken over." in text_of(answer)
    assert rounds_of(there) == []


def test_somebody_keeps_the_seat_and_moves_again(desk, there):
    one, page = entries_of(there)[1], console(there, "seating")
    desk.press(page, "keep_seat", entry=one.public_id)
    kept = entries_of(there)[1].is_anchor
    desk.press(page, "move_seat", entry=one.public_id)

    assert (kept, entries_of(there)[1].is_anchor) == (True, False)


def sitting(event):
    first = Match.objects.get(stage=first_stage(event), round__number=1, table=1)
    return first, [one.entry for one in first.sides.order_by("slot").select_related("entry")]


def test_two_change_places_and_back(desk, club):
    event = a_published_night(club, players=8, games=3)
    _, before = sitting(event)
    second = Match.objects.get(stage=first_stage(event), round__number=1, table=2)
    values = {
        "round": rounds_of(event)[0].public_id,
        "one": before[0].public_id,
        "other": second.sides.get(slot=1).entry.public_id,
    }
    page = console(event, "seating")
    shown = desk.follow(page, "swap", **values)
    swapped = sitting(event)[1]
    desk.press(page, "swap_back", **values)

    assert "They changed places in Game 1." in text_of(shown)
    assert swapped != before
    assert sitting(event)[1] == before


def test_a_game_with_a_result_is_not_changed(desk, club):
    event = a_published_night(club, players=4, games=3)
    match, people = sitting(event)
    report(match)
    other = next(one for one in entries_of(event) if one not in people)
    answer = desk.press(
        console(event, "seating"),
        "swap",
        round=rounds_of(event)[0].public_id,
        one=people[0].public_id,
        other=other.public_id,
    )

    assert "Table 1 has its result. Take the result back first" in text_of(answer)
    assert sitting(event)[1] == people
