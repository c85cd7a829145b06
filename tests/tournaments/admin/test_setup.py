from datetime import UTC, date, datetime

import pytest
from django.urls import reverse

from common import clock
from tests.factories import SYSTEM, a_club, a_night, roster
from tests.tournaments.admin.desk import console, text_of
from tournaments.formats import FORMATS
from tournaments.models import Event, Stage
from tournaments.services.seasons import create_season

NEW = reverse("admin:tournaments_event_add")
INDEX = reverse("admin:index")


def night_form(club, **values):
    return {
        "club": club.public_id,
        "name": "Tuesday",
        "held_on": "2026-07-07",
        "held_at": "19:00",
        "place": "The Old Ferry",
        "preset": "casual",
        "games": "",
        "best_of": "",
        "play_off": "on",
        "public_level": "full",
        **values,
    }


def copy_page(event):
    return reverse("admin:tournaments_event_copy", args=[event.public_id])


def test_a_night_is_set_up_in_the_clubs_own_time(desk, club):
    answer = desk.press(NEW, "create", **night_form(club))
    event = Event.objects.select_related("tournament").get()

    assert answer["Location"] == console(event, "roster")
    assert event.tournament.starts_at == datetime(2026, 7, 7, 18, tzinfo=UTC)
    assert list(Stage.objects.order_by("number").values_list("kind", "config__games")) == [
        ("rotation", 9),
        ("single_elim", None),
    ]


def test_a_night_may_end_without_play_offs(desk, club):
    form = night_form(club, games="5")
    del form["play_off"]
    desk.press(NEW, "create", **form)

    assert Stage.objects.get().config["games"] == 5


def test_what_cannot_be_is_said_at_its_field_and_nothing_typed_is_lost(desk, club):
    page = desk.press(NEW, "create", **night_form(club, held_at="late", place="The Ferry"))

    assert "held_at" in page.context["form"].errors
    assert 'value="The Ferry"' in page.content.decode()
    assert Event.objects.count() == 0


def test_a_refusal_of_the_service_is_shown(desk, club):
    page = desk.press(NEW, "create", **night_form(club, best_of="4"))

    assert "must be odd" in str(page.context["form"].errors["best_of"])
    assert page.content.decode().count("autofocus") == 1
    assert page.context["form"].fields["best_of"].widget.attrs["autofocus"]
    assert Event.objects.count() == 0


@pytest.mark.parametrize(("day", "chosen"), [("2026-07-07", True), ("2027-01-01", False)])
def test_a_new_night_counts_for_the_season_that_runs(desk, club, day, chosen):
    season = create_season(
        club_id=club.public_id,
        actor=SYSTEM,
        name="2026",
        starts_on=date(2026, 1, 1),
        ends_on=date(2026, 12, 31),
        schedule="grass_roots",
    )
    with clock.frozen(datetime.fromisoformat(f"{day}T18:00:00+00:00")):
        body = desk.get(NEW).content.decode()

    assert (f'<option value="{season.public_id}" selected>' in body) is chosen


def test_a_double_click_makes_one_night(desk, club):
    answers = [desk.press(NEW, "create", once="same", **night_form(club)) for _ in range(2)]

    assert Event.objects.count() == 1
    assert {answer["Location"] for answer in answers} == {console(Event.objects.get(), "roster")}


def test_a_key_used_for_something_else_is_refused_in_words(desk, club):
    desk.press(NEW, "create", once="same", **night_form(club))
    page = desk.press(NEW, "create", once="same", **night_form(club, name="Wednesday"))

    assert "sent before with other values" in text_of(page)
    assert Event.objects.count() == 1


def test_a_form_without_a_key_does_nothing(desk, club):
    page = desk.client.post(NEW, {"do": "create", **night_form(club)})

    assert "without its key" in text_of(page)
    assert Event.objects.count() == 0


def test_a_night_of_another_club_is_refused(desk):
    page = desk.press(NEW, "create", **night_form(a_club()))

    assert "club" in page.context["form"].errors


def test_the_rules_are_said_in_words(desk):
    page = text_of(desk.get(NEW))

    assert "9 games to 121, a skunk below 91, a double below 61, no muggins" in page


def test_tonight_comes_from_last_week_in_two_clicks(desk, club):
    old = a_night(club, players=["Ann Elm", "Bo Moss"], place="The Old Ferry")
    start = desk.get(INDEX).content.decode()
    form = desk.get(copy_page(old)).context["form"].initial
    desk.press(copy_page(old), "copy", **form)
    event = Event.objects.latest("pk")

    assert copy_page(old) in start
    assert [one.player.display_name for one in roster(event)] == ["Ann Elm", "Bo Moss"]
    assert event.tournament.place == "The Old Ferry"
    assert event.tournament.starts_at.weekday() == old.tournament.starts_at.weekday()


def test_a_stranger_copies_nothing(stranger, club):
    assert stranger.get(copy_page(a_night(club))).status_code == 404


def test_a_scorer_sees_the_nights_and_sets_none_up(scorer, club):
    event = a_night(club)
    page = scorer.get(INDEX).content.decode()

    assert console(event) in page
    assert NEW not in page.split("All lists")[0]
    assert scorer.get(NEW).status_code == 200
    assert "direct no club" in text_of(scorer.get(NEW))


def test_the_start_page_lists_nights_of_own_clubs_only(stranger, club):
    event = a_night(club, name="Hidden from others")

    assert event.name not in text_of(stranger.get(INDEX))


@pytest.mark.parametrize("many", [1, 12])
def test_the_start_page_costs_the_same_at_any_size(desk, club, many, django_assert_max_num_queries):
    for _ in range(many):
        a_night(club, players=2)

    with django_assert_max_num_queries(12):
        desk.get(INDEX)


def test_every_format_is_named_with_what_it_does(desk):
    page = text_of(desk.get(NEW))

    assert all(f"{one.label} {one.about}" in page for one in FORMATS.values())


def test_only_what_goes_with_a_format_is_asked(desk):
    robin = desk.get(NEW, format="round_robin").context["form"].fields
    double = desk.get(NEW, format="double_elim").context["form"].fields
    tables = desk.get(NEW, format="pods").context["form"].fields

    assert {"meetings", "play_off", "third_place"} <= robin.keys()
    assert "games" not in robin
    assert "reset" in double
    assert not {"play_off", "third_place", "meetings"} & double.keys()
    assert {"games", "three_hand"} <= tables.keys()
    assert not {"play_off", "consolation", "best_of", "pairs"} & tables.keys()


def test_a_double_elimination_is_set_up_with_a_consolation(desk, club):
    form = night_form(
        club, format="double_elim", reset="simple", best_of="5", consolation="first_match_losers"
    )
    desk.press(NEW, "create", **form)
    bracket, consolation = Stage.objects.order_by("number")

    assert (bracket.kind, bracket.config["reset"], bracket.config["best_of"]) == (
        "double_elim",
        "simple",
        5,
    )
    assert consolation.feeds.get().source == bracket


def test_a_round_robin_is_set_up_with_a_match_for_the_third_place(desk, club):
    form = night_form(club, format="round_robin", meetings="2", third_place="on")
    desk.press(NEW, "create", **form)
    games, bracket = Stage.objects.order_by("number")

    assert (games.kind, games.config["meetings"]) == ("round_robin", 2)
    assert (bracket.kind, bracket.config["third_place"]) == ("single_elim", True)


@pytest.mark.parametrize(
    ("field", "values"),
    [
        ("consolation", {"consolation": "non_qualifiers", "play_off": ""}),
        ("third_place", {"play_off_format": "double_elim", "third_place": "on"}),
        ("groups", {"format": "groups", "groups": "65"}),
    ],
)
def test_what_does_not_go_together_is_said_at_its_field(desk, club, field, values):
    form = {**night_form(club), **values}
    if not form["play_off"]:
        del form["play_off"]
    page = desk.press(NEW, "create", **{"spread": "snake", "meetings": "1", **form})

    assert list(page.context["form"].errors) == [field]
    assert Event.objects.count() == 0
