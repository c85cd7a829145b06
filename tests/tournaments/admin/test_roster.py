import io

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from openpyxl import Workbook

from clubs.models import Player
from tests.factories import a_night, a_player, a_published_night, roster
from tests.tournaments.admin.desk import console, text_of, undo_url
from tournaments.models import Registration

CSV = "name;member no;guest\nAda Elm;0042;\nJónas Hólm;7;\nPlato;;yes\n"


@pytest.fixture
def event(club):
    return a_night(club)


@pytest.fixture
def page(event):
    return console(event, "roster")


def look(desk, page, data, name="roster.csv", order="YMD"):
    file = SimpleUploadedFile(name, data if isinstance(data, bytes) else data.encode())
    return desk.client.post(page, {"do": "look", "date_order": order, "file": file})


def take_over(desk, page, shown, lines=None, **values):
    context = shown.context
    ticked = [row["line"] for row in context["rows"] if row["kind"] not in ("error", "doubtful")]
    return desk.press(
        page,
        "import",
        packed=context["packed"],
        file_name=context["file_name"],
        date_order=context["order"],
        digest=context["preview"].digest,
        line=ticked if lines is None else lines,
        **values,
    )


def names(event):
    return [one.player.display_name for one in roster(event)]


def test_a_file_is_looked_at_before_anything_is_changed(desk, event, page):
    shown = look(desk, page, CSV)

    assert [row["what"] for row in shown.context["rows"]] == ["new to the club"] * 3
    assert "Nothing is changed yet." in text_of(shown)
    assert (Player.objects.count(), roster(event)) == (0, [])


def test_a_file_is_taken_over(desk, event, page):
    take_over(desk, page, look(desk, page, CSV))

    assert names(event) == ["Ada Elm", "Jónas Hólm", "Plato"]
    assert Player.objects.get(display_name="Ada Elm").member_no == "0042"


def test_the_same_file_again_changes_nothing(desk, event, page):
    take_over(desk, page, look(desk, page, CSV))
    shown = look(desk, page, CSV)
    told = desk.get(take_over(desk, page, shown, [2, 3])["Location"])

    assert "Nothing was taken over: the roster stays as it was. 1 line left out." in text_of(told)

    assert {row["what"] for row in shown.context["rows"]} == {"already on this roster"}
    assert len(names(event)) == 3


def test_a_workbook_is_read_as_well(desk, event, page):
    book, data = Workbook(), io.BytesIO()
    book.active.append(["Name", "Member No"])
    book.active.append(["Ada Elm", "0042"])
    book.save(data)
    take_over(desk, page, look(desk, page, data.getvalue(), "roster.xlsx"))

    assert names(event) == ["Ada Elm"]


def test_a_line_that_is_wrong_is_left_out_with_its_reason(desk, event, page):
    shown = look(desk, page, "name,valid until\nAda Elm,2027-01-31\nBo Moss,someday\n")
    wrong = shown.context["rows"][-1]
    take_over(desk, page, shown)

    assert (wrong["line"], wrong["kind"]) == (3, "error")
    assert names(event) == ["Ada Elm"]


def test_lines_that_are_unticked_are_left_out(desk, event, page):
    take_over(desk, page, look(desk, page, CSV), lines=[2])

    assert names(event) == ["Ada Elm"]


def test_dates_are_read_in_the_order_that_is_chosen(desk, page):
    file = "name,valid until\nAda Elm,05/04/2027\n"

    assert look(desk, page, file).context["rows"][0]["kind"] == "error"
    assert look(desk, page, file, order="DMY").context["rows"][0]["kind"] == "new player"


def test_a_roster_that_has_changed_is_looked_at_again(desk, club, event, page):
    shown = look(desk, page, CSV)
    a_player(club, "Ada Elm", member_no="0042")
    answer = take_over(desk, page, shown)

    assert "has changed since you looked" in text_of(answer)
    assert names(event) == []


def test_a_number_in_doubt_waits_for_a_person(desk, club, event, page):
    a_player(club, "Ada Elm", member_no="42")
    shown = look(desk, page, CSV)
    take_over(desk, page, shown, same=[2])

    assert shown.context["rows"][0]["kind"] == "doubtful"
    assert Player.objects.filter(display_name="Ada Elm").count() == 1
    assert len(names(event)) == 3


def test_what_is_no_table_is_refused_in_words(desk, page):
    answer = look(desk, page, b"\x89PNG\r\n\x1a\n" + bytes(40))

    assert answer.status_code == 200
    assert "ft-notice-error" in answer.content.decode()


def test_a_packed_file_that_was_meddled_with_is_refused(desk, event, page):
    answer = desk.press(page, "import", packed="AAAA", file_name="x", digest="x", line=[1])

    assert "lost on the way" in text_of(answer)


def test_a_known_player_is_put_on_the_roster_by_name(desk, club, event, page):
    player = a_player(club, "Ada Elm", member_no="0042")
    desk.press(page, "add", name="ada elm")

    assert [one.player for one in roster(event)] == [player]


def test_the_list_of_the_browser_names_who_is_not_here_yet(desk, club, page):
    a_player(club, "Ada Elm", member_no="0042")

    assert '<option value="Ada Elm (0042)">' in desk.get(page).content.decode()


def test_of_two_players_of_one_name_one_is_chosen(desk, club, event, page):
    first = a_player(club, "Ada Elm", member_no="1")
    a_player(club, "Ada Elm", member_no="2")
    answer = desk.press(page, "add", name="Ada Elm")
    desk.press(page, "add_known", player=first.public_id)

    assert "Several players are called so." in text_of(answer)
    assert [one.player for one in roster(event)] == [first]


def test_a_new_player_is_made(desk, event, page):
    desk.press(page, "add", name="Zoe Elm", member_no="77", guest="on")

    (one,) = roster(event)
    assert (one.player.display_name, one.player.member_no, one.is_guest) == ("Zoe Elm", "77", True)


def test_who_is_on_the_roster_is_not_put_on_it_twice(desk, event, page):
    desk.press(page, "add", name="Zoe Elm")
    answer = desk.press(page, "add", name="Zoe Elm")

    assert "on the roster already, as number 1" in text_of(answer)
    assert len(roster(event)) == 1


def test_who_is_taken_off_comes_back_by_undo(desk, event, page):
    desk.press(page, "add", name="Zoe Elm")
    (one,) = roster(event)
    told = desk.follow(page, "withdraw", registration=one.public_id)
    off = Registration.objects.get().status
    desk.client.post(undo_url(told))

    assert (off, Registration.objects.get().status) == ("withdrawn", "registered")


def test_nobody_new_after_the_seating_is_published(desk, club):
    event = a_published_night(club, players=4, games=3)
    answer = desk.press(console(event, "roster"), "add", name="Zoe Elm")

    assert "The seating is published" in text_of(answer)
    assert len(roster(event)) == 4


def test_somebody_of_another_night_is_not_taken_off_here(desk, club, page):
    other = a_night(club, players=["Ada Elm"])
    answer = desk.press(page, "withdraw", registration=roster(other)[0].public_id)

    assert "not here any more" in text_of(answer)
    assert roster(other)[0].status == "registered"
