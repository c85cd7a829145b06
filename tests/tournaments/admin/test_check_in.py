import pytest

from tests.factories import SYSTEM, a_night, a_player, a_published_night, roster
from tests.tournaments.admin.desk import console, text_of, undo_url
from tournaments.models import Event, Registration
from tournaments.services.rosters import register_player

NAMES = ["Ada Elm", "Adam Moss", "Effie O’Rowan", "Plato"]


@pytest.fixture
def page(desk, club):
    event = a_night(club, players=NAMES, fee="5 euro")
    desk.press(console(event, "check-in"), "open_check_in")
    return console(event, "check-in")


def person(name):
    return Registration.objects.select_related("player").get(player__display_name=name)


def state(name):
    return person(name).status


def test_check_in_is_opened(page):
    assert Event.objects.get().state == "checkin"


def test_one_tap_checks_in(desk, page):
    told = desk.follow(page, "check_in", registration=person("Plato").public_id)

    assert state("Plato") == "checked_in"
    assert "Plato is checked in as number 4." in text_of(told)
    assert "1 of 4 checked in" in text_of(told)


def test_undo_stands_beside_what_was_done(desk, page):
    told = desk.follow(page, "check_in", registration=person("Plato").public_id)
    desk.client.post(undo_url(told))

    assert state("Plato") == "registered"


def test_an_undo_pressed_twice_is_done_once(desk, page):
    told = desk.follow(page, "check_in", registration=person("Plato").public_id)
    answers = [desk.client.post(undo_url(told)) for _ in range(2)]

    assert [answer.status_code for answer in answers] == [302, 302]
    assert person("Plato").version == 3


@pytest.mark.parametrize("typed", ["plato", "4", "PLA", "rowan", "o’r", "ó'r", "ÉFFIE"])
def test_enter_checks_in_who_is_meant(desk, page, typed):
    desk.press(page, "find", q=typed)

    assert Registration.objects.filter(status="checked_in").count() == 1


def test_a_name_goes_before_a_part_of_another(desk, page):
    desk.press(page, "find", q="ada elm")

    assert state("Ada Elm") == "checked_in"


def test_several_who_fit_are_shown_and_nobody_is_checked_in(desk, page):
    answer = desk.press(page, "find", q="ada")

    assert "2 players fit. Tap the right one." in text_of(answer)
    assert "Plato" not in text_of(answer)
    assert Registration.objects.filter(status="checked_in").count() == 0


def test_a_number_that_is_also_a_member_number_is_not_guessed(desk, page, club):
    register_player(
        tournament_id=Event.objects.get().tournament.public_id,
        actor=SYSTEM,
        player_id=a_player(club, "Zoe Elm", member_no="4").public_id,
    )
    answer = desk.press(page, "find", q="4")

    assert "2 players fit." in text_of(answer)
    assert Registration.objects.filter(status="checked_in").count() == 0


def test_who_is_not_on_the_roster_becomes_a_walk_in(desk, page):
    answer = desk.press(page, "find", q="Zoe Elm")
    desk.press(page, "walk_in", name="Zoe Elm", member_no="")

    assert "Nobody on the roster is called or numbered Zoe Elm" in text_of(answer)
    assert 'value="Zoe Elm"' in answer.content.decode()
    assert (state("Zoe Elm"), person("Zoe Elm").is_walk_in) == ("checked_in", True)


def test_a_walk_in_called_like_somebody_here_is_taken_on_and_said_so(desk, page):
    told = desk.follow(page, "walk_in", name="plato", member_no="")

    assert Registration.objects.count() == 5
    assert "plato is on the roster as number 4 too" in text_of(told)


def test_a_walk_in_without_a_name_is_refused_at_the_field(desk, page):
    answer = desk.press(page, "walk_in", name="", member_no="")

    assert "name" in answer.context["walk_in_form"].errors
    assert Registration.objects.count() == 4


def test_a_double_click_on_a_walk_in_adds_one(desk, page):
    for _ in range(2):
        desk.press(page, "walk_in", once="same", name="Zoe Elm", member_no="")

    assert Registration.objects.filter(player__display_name="Zoe Elm").count() == 1


def test_the_fee_is_ticked_and_unticked(desk, page):
    plato = person("Plato").public_id
    desk.press(page, "check_in", registration=plato, paid="yes")
    paid = person("Plato").fee_paid
    desk.press(page, "fee", registration=plato, paid="no")

    assert (paid, person("Plato").fee_paid) == (True, False)


def test_check_in_that_is_not_open_is_refused_in_words(desk, club):
    event = a_night(club, players=4)
    one = roster(event)[0]
    answer = desk.press(console(event, "check-in"), "check_in", registration=one.public_id)

    assert "Check-in is not open yet." in text_of(answer)


def test_nobody_is_checked_out_of_a_published_seating(desk, club):
    event = a_published_night(club, players=4, games=3)
    one = roster(event)[0]
    answer = desk.press(console(event, "check-in"), "undo", registration=one.public_id)

    assert "is on the published seating" in text_of(answer)


def test_a_person_of_another_club_is_not_checked_in_here(desk, page):
    other = a_night(players=["Zoe Elm"])
    desk.press(page, "check_in", registration=roster(other)[0].public_id)

    assert state("Zoe Elm") == "registered"
