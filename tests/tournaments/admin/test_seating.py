from tests.factories import (
    SYSTEM,
    a_checked_in_night,
    a_drafted_night,
    a_published_night,
    rounds_of,
)
from tests.factories import roster as roster_of
from tests.tournaments.admin.desk import console, match_page, text_of
from tests.tournaments.play import fresh, matches_of
from tournaments.models import Match
from tournaments.services.rosters import undo_check_in


def test_a_chart_takes_two_clicks(desk, club):
    event = a_checked_in_night(club, players=9, games=5)
    page = console(event, "seating")
    drafted = desk.follow(page, "generate")
    desk.press(page, "publish", version=drafted.context["stage"].version)

    assert {one.state for one in rounds_of(event)} == {"published"}
    assert "Publish 5 rounds at 4 tables" in text_of(drafted)


def test_the_checks_are_said_in_words(desk, club):
    event = a_drafted_night(club, players=9, games=8)
    page = text_of(desk.get(console(event, "seating")))

    assert "9 players, 7–8 games each." in page
    assert "0 repeats" in page
    assert "Sit-outs: 0–1 each." in page
    assert "First deals: 3–4 each." in page


def test_drawing_again_gives_another_draft(desk, club):
    event = a_drafted_night(club, players=12)

    def pairs():
        keys = Match.objects.filter(stage__event=event, stage__number=1).order_by("round", "number")
        return list(keys.values_list("pair_key", flat=True))

    before = pairs()
    desk.press(console(event, "seating"), "draw_again")

    assert len(pairs()) == len(before)
    assert pairs() != before


def test_a_draft_is_discarded(desk, club):
    event = a_drafted_night(club)
    desk.press(console(event, "seating"), "discard")

    assert rounds_of(event) == []


def test_a_draft_that_no_longer_fits_is_not_published(desk, club):
    event = a_drafted_night(club)
    undo_check_in(registration_id=roster_of(event)[0].public_id, actor=SYSTEM)
    shown = desk.get(console(event, "seating"))
    answer = desk.press(console(event, "seating"), "publish")

    assert "Somebody came or left after this was drafted." in text_of(shown)
    assert "Generate it again, then publish." in text_of(answer)
    assert {one.state for one in rounds_of(event)} == {"draft"}


def test_a_stage_that_has_moved_on_is_not_published_unseen(desk, club):
    event = a_drafted_night(club)
    answer = desk.press(console(event, "seating"), "publish", version=1)

    assert "changed by someone else" in text_of(answer)
    assert {one.state for one in rounds_of(event)} == {"draft"}


def test_too_few_are_told_what_to_do(desk, club):
    event = a_checked_in_night(club, players=3)
    answer = desk.press(console(event, "seating"), "generate")

    assert rounds_of(event) == []
    assert "ft-notice-error" in answer.content.decode()


def test_a_scorer_is_told_that_a_director_does_it(scorer, club):
    event = a_checked_in_night(club, players=8)
    page = text_of(scorer.get(console(event, "seating")))
    answer = scorer.press(console(event, "seating"), "generate")

    assert "A director of the club does this." in page
    assert "This needs the role" in text_of(answer)
    assert rounds_of(event) == []


def test_tables_are_changed(desk, club):
    event = a_published_night(club)
    first, second = matches_of(event)[:2]
    desk.press(match_page(event, first), "table", table=second.table, version=first.version)

    assert (fresh(first).table, fresh(second).table) == (second.table, first.table)


def test_the_drawing_of_a_large_field_is_left_to_a_worker(desk, club, settings):
    settings.PAIRING_INLINE_UP_TO = 0
    event = a_checked_in_night(club)
    told = desk.follow(console(event, "seating"), "generate")

    assert "The draw waits for a worker." in text_of(told)
