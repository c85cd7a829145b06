import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.factories import (
    SYSTEM,
    a_checked_in_night,
    a_drafted_night,
    a_night,
    a_published_night,
    play_off_stage,
    roster,
)
from tests.tournaments.play import (
    a_bracket,
    a_played_night,
    fresh,
    matches_of,
    play_bracket,
    report,
)
from tournaments.models import Match
from tournaments.selectors.night import night_line
from tournaments.services.draw import generate_rounds
from tournaments.services.finalise import finalise_event
from tournaments.services.lifecycle import cancel_event, open_check_in, open_event
from tournaments.services.play_offs import seed_play_off
from tournaments.services.rosters import undo_check_in

pytestmark = pytest.mark.django_db


def opened():
    return open_event(event_id=a_night(players=4).public_id, actor=SYSTEM)


def one_is_late(players=6):
    event = a_checked_in_night(players=players)
    undo_check_in(registration_id=roster(event)[0].public_id, actor=SYSTEM)
    return event


def check_in_opened():
    return open_check_in(event_id=a_night(players=8).public_id, actor=SYSTEM)


def stale():
    event = a_drafted_night(players=6)
    undo_check_in(registration_id=roster(event)[0].public_id, actor=SYSTEM)
    return event


def seeded():
    event = a_played_night(players=8, games=3)
    seed_play_off(stage_id=play_off_stage(event).public_id, actor=SYSTEM, rng_seed=1)
    return event


def bracket_drafted():
    event = seeded()
    generate_rounds(stage_id=play_off_stage(event).public_id, actor=SYSTEM, rng_seed=1)
    return event


def reviewed():
    event = a_bracket(players=8, games=3)
    play_bracket(event)
    return event


def final():
    event = reviewed()
    return finalise_event(event_id=event.public_id, actor=SYSTEM)


def cancelled():
    return cancel_event(event_id=a_night().public_id, actor=SYSTEM, reason="snow")


CASES = [
    pytest.param(a_night, "roster", "add_players", id="empty-draft"),
    pytest.param(lambda: a_night(players=3), "roster", "add_players", id="too-few"),
    pytest.param(lambda: a_night(players=4), "roster", "open_check_in", id="draft"),
    pytest.param(opened, "roster", "open_check_in", id="open"),
    pytest.param(check_in_opened, "check_in", "check_in", id="nobody-there"),
    pytest.param(one_is_late, "check_in", "generate", id="one-is-late"),
    pytest.param(lambda: a_checked_in_night(players=6), "seating", "generate", id="all-there"),
    pytest.param(lambda: a_drafted_night(players=6), "seating", "publish", id="drafted"),
    pytest.param(stale, "seating", "generate", id="stale"),
    pytest.param(lambda: a_published_night(players=6), "play", "enter_results", id="running"),
    pytest.param(
        lambda: a_played_night(players=8, games=3), "play_offs", "make_cut", id="games-played"
    ),
    pytest.param(seeded, "play_offs", "generate", id="seeded"),
    pytest.param(bracket_drafted, "play_offs", "publish", id="bracket-drafted"),
    pytest.param(
        lambda: a_bracket(players=8, games=3), "play_offs", "enter_results", id="play-offs"
    ),
    pytest.param(reviewed, "published", "finalise", id="review"),
    pytest.param(final, None, "open_page", id="final"),
    pytest.param(cancelled, "published", "copy_night", id="cancelled"),
]


@pytest.mark.parametrize(("make", "step", "action"), CASES)
def test_every_state_has_one_current_step_and_one_next_action(make, step, action):
    line = night_line(fresh(make()))

    current = [one.key for one in line.steps if one.state == "current"]
    assert (current, line.next_action) == ([step] if step else [], action)


def test_the_line_reads_as_the_night_goes():
    line = night_line(a_night())

    assert [one.name for one in line.steps] == [
        "Roster",
        "Check-in",
        "Seating",
        "Play",
        "Standings",
        "Play-offs",
        "Published",
    ]


def test_a_night_without_play_offs_has_no_such_step():
    names = [one.name for one in night_line(a_night(play_off=False)).steps]

    assert "Play-offs" not in names


def test_cards_are_a_step_where_cards_confirm():
    event = a_night()
    event.ruleset["confirmation"] = "dual_card"

    assert "Cards" in [one.name for one in night_line(event).steps]


def test_steps_before_the_current_one_are_done():
    states = [one.state for one in night_line(a_published_night(players=4)).steps]

    assert states == ["done", "done", "done", "current", "to_come", "to_come", "to_come"]


def test_what_is_open_is_counted():
    event = a_published_night(players=4)
    report(matches_of(event)[0])

    assert [(one.key, one.number) for one in night_line(event).open_items] == [
        ("results", 17),
        ("planned", 1),
    ]


def test_a_dispute_is_told_apart_from_a_missing_result():
    event = a_published_night(players=4)
    Match.objects.filter(pk=matches_of(event)[0].pk).update(status="disputed")

    sentences = [one.sentence for one in night_line(event).open_items][:2]
    assert sentences == ["Games: 1 result is in dispute.", "Games: 17 results are missing."]


def test_it_counts_who_is_there():
    event = one_is_late(players=5)

    line = night_line(event)

    assert (line.registered, line.checked_in) == (5, 4)


def test_a_line_takes_four_queries_whatever_the_size():
    counts = set()
    for players in (4, 12):
        event = a_published_night(players=players)
        with CaptureQueriesContext(connection) as queries:
            night_line(event)
        counts.add(len(queries))

    assert counts == {4}
