"""Brackets at the desk: as the first stage, and two beside one another."""

import pytest

from tests.factories import SYSTEM, a_checked_in_night
from tests.tournaments.admin.desk import console, filled_buttons, text_of
from tests.tournaments.play import fresh, matches_of, report, win
from tournaments.models import Match, Stage
from tournaments.selectors.night import night_line
from tournaments.services.draw import generate_rounds, publish_rounds


def stage_of(event, number):
    return Stage.objects.get(event=event, number=number)


def draw(event, number=1):
    stage = stage_of(event, number)
    generate_rounds(stage_id=stage.public_id, actor=SYSTEM, rng_seed=3)
    publish_rounds(stage_id=stage.public_id, actor=SYSTEM)


def play(event, number=1, slot=1):
    """Enter every match of a stage as it becomes ready."""
    while match := Match.objects.filter(
        stage__event=event, stage__number=number, status="ready"
    ).first():
        report(match, slot)


def press_next(desk, event):
    """Press the one filled button of the line."""
    action = desk.get(console(event, "roster")).context["next_action"]
    values = {name: str(value) for name, value in action["fields"] if name not in ("do", "once")}
    return desk.follow(action["url"], action["fields"][0][1], **values)


def asked(event):
    line = night_line(fresh(event))
    return line.next_action, line.stage and line.stage.number


def test_a_bracket_is_the_first_stage_and_is_run_by_the_one_button(desk, club):
    event = a_checked_in_night(club, players=5, format="double_elim", best_of=1)

    drafted = press_next(desk, event)
    assert "This is a draft" in text_of(drafted)
    published = press_next(desk, event)
    assert "To be played" in text_of(published)
    assert filled_buttons(published) == 1

    play(event)
    assert fresh(event).state == "review"


def test_a_night_of_a_bracket_has_no_seating_on_its_line(desk, club):
    event = a_checked_in_night(club, players=5, format="single_elim")
    page = desk.get(console(event, "play-offs"))

    steps = [step["label"] for step in page.context["line"]]
    assert steps == ["Roster", "Check-in", "Bracket", "Standings", "Published"]
    assert "Generate the bracket when everybody is checked in" in text_of(page)


@pytest.mark.parametrize("slug", ["seating", "play", "standings"])
def test_pages_of_games_say_that_there_is_a_bracket_only(desk, club, slug):
    event = a_checked_in_night(club, players=5, format="single_elim")

    assert desk.get(console(event, slug)).status_code == 200


def test_the_places_of_a_bracket_stand_on_its_standings(desk, club):
    event = a_checked_in_night(club, players=4, format="single_elim", best_of=1)
    draw(event)
    play(event)

    assert "Places of the bracket" in text_of(desk.get(console(event, "standings")))


def test_a_consolation_begins_while_the_bracket_is_played(desk, club):
    event = a_checked_in_night(
        club, players=4, format="single_elim", best_of=1, consolation="first_match_losers"
    )
    draw(event)
    assert asked(event) == ("enter_results", 1)

    for match in matches_of(event)[:2]:
        report(match, 1)
    assert asked(event) == ("make_cut", 2)

    page = press_next(desk, event)
    assert [tab["here"] for tab in page.context["stage_tabs"]] == [False, True]
    assert asked(event) == ("generate", 2)
    press_next(desk, event)
    press_next(desk, event)
    assert asked(event) == ("enter_results", 1)


def test_games_are_followed_by_the_bracket_and_the_consolation(desk, club):
    event = a_checked_in_night(club, players=8, games=2, best_of=1, consolation="non_qualifiers")
    draw(event)
    for number, match in enumerate(matches_of(event)):
        report(match, win(1, 62 + 7 * number))
    seen = [asked(event)]
    for number in (2, 3):
        for _ in range(3):
            press_next(desk, event)
            seen.append(asked(event))
        assert stage_of(event, number).rounds.exists()

    assert seen == [
        ("make_cut", 2),
        ("generate", 2),
        ("publish", 2),
        ("make_cut", 3),
        ("generate", 3),
        ("publish", 3),
        ("enter_results", 2),
    ]
    play(event, 2)
    play(event, 3)
    assert fresh(event).state == "review"


def test_a_stage_is_chosen_by_its_tab(desk, club):
    event = a_checked_in_night(
        club, players=4, format="single_elim", best_of=1, consolation="first_match_losers"
    )
    draw(event)
    page = desk.get(console(event, "play-offs"), stage=2)

    assert "Consolation waits until nobody can lose a first match" in text_of(page)
    assert page.context["page_url"].endswith("?stage=2")


def test_a_consolation_that_nobody_wants_is_left_out(desk, club):
    event = a_checked_in_night(
        club, players=4, format="single_elim", best_of=1, consolation="first_match_losers"
    )
    draw(event)
    play(event)
    desk.press(f"{console(event, 'play-offs')}?stage=2", "leave_out")

    assert Stage.objects.filter(event=event).count() == 1
    assert fresh(event).state == "review"


def test_a_discarded_bracket_is_generated_anew(desk, club):
    event = a_checked_in_night(club, players=5, format="double_elim", best_of=1)
    press_next(desk, event)
    page = desk.follow(console(event, "play-offs"), "discard")

    assert page.context["next_action"]["label"] == "Generate the bracket"


def test_a_round_of_a_fed_round_robin_is_seeded_on_its_page(desk, club):
    event = a_checked_in_night(club, players=8, games=2, best_of=1)
    stage = stage_of(event, 2)
    Stage.objects.filter(pk=stage.pk).update(kind="round_robin", config={"meetings": 1})
    draw(event)
    for match in matches_of(event):
        report(match, 1)
    page = desk.get(console(event, "seating"), stage=2)

    assert page.context["phase"] in ("cut", "tied")
    assert page.context["next_action"]["url"].endswith("seating/?stage=2")


@pytest.mark.parametrize("players", [5, 17])
def test_the_page_of_a_bracket_costs_the_same_at_any_size(
    desk, club, players, django_assert_max_num_queries
):
    event = a_checked_in_night(club, players=players, format="double_elim", best_of=3)
    draw(event)

    with django_assert_max_num_queries(25):
        desk.get(console(event, "play-offs"))
