"""A time without a sign of life: noticed once, given back once, before anything ends."""

from datetime import UTC, datetime

import pytest

from common import clock
from games.engine.rulings import ClockExtended
from games.models import GameEvent, Outage
from games.services import outages
from games.services.timeouts import meet_deadline, meet_deadlines
from games.tasks import heartbeat_task
from tests.games import world
from tests.games.timed import SECOND, UNTIMED, a_game, ended_by, send_at, sign_at, waiting_for


@pytest.fixture
def instant(db):
    """The site gives a sign of life now."""
    now = clock.now()
    with clock.frozen(now):
        heartbeat_task()
        yield now


def extensions(game):
    rows = GameEvent.objects.filter(game=game, type="clock_extended")
    return [row.public["seconds"] for row in rows]


def test_the_first_sign_and_a_short_gap_are_no_outage(people, instant):
    game = waiting_for(people, 1)
    sign_at(instant + 30 * SECOND)

    assert (Outage.objects.count(), extensions(game)) == (0, [])


def test_running_clocks_get_the_gap_and_twenty_seconds_once(people, instant):
    timed, untimed = waiting_for(people, 1), a_game(people, UNTIMED)
    for seconds in (600, 601, 610):
        sign_at(instant + seconds * SECOND)

    assert (extensions(timed), extensions(untimed)) == ([620], [])
    assert world.reread(timed).due_at == instant + (60 + 620) * SECOND
    event = GameEvent.objects.get(game=timed, type="clock_extended")
    assert event.public["cause"] == str(Outage.objects.get().public_id)


@pytest.mark.parametrize("look", ["read", "sweep", "command"])
def test_whoever_comes_first_gives_the_time_before_he_ends_anything(people, instant, look):
    game, at = waiting_for(people, 1), instant + 600 * SECOND
    with clock.frozen(at):
        if look == "read":
            meet_deadline(game_id=game.public_id)
        elif look == "sweep":
            meet_deadlines()
        else:
            send_at(game, 1, at)
    sign_at(at + 2 * SECOND)

    assert (ended_by(game), extensions(game)) == ("", [620])
    assert Outage.objects.count() == 1


def test_after_its_extension_a_game_is_lost_on_time_as_ever(people, instant):
    game = waiting_for(people, 1)
    for seconds in (600, 610, 620, 630, 640, 650, 660, 670, 680):
        sign_at(instant + seconds * SECOND)
    with clock.frozen(instant + 685 * SECOND):
        meet_deadlines()
    assert ended_by(game) == ""
    with clock.frozen(instant + 686 * SECOND):
        meet_deadlines()

    assert (ended_by(game), extensions(game)) == ("time", [620])


def test_a_dead_worker_gives_time_once_and_stops_no_clock(people, instant):
    game = waiting_for(people, 1)
    for seconds in (66, 160, 230):
        with clock.frozen(instant + seconds * SECOND):
            meet_deadline(game_id=game.public_id)

    assert (ended_by(game), extensions(game)) == ("time", [86])


def test_what_was_played_meanwhile_counts_as_a_sign(people, instant):
    with clock.frozen(instant + 400 * SECOND):
        game = waiting_for(people, 1)
    sign_at(instant + 420 * SECOND)

    assert extensions(game) == [40]


def test_a_game_begun_after_an_outage_gets_nothing(people, instant):
    sign_at(instant + 600 * SECOND)
    with clock.frozen(instant + 601 * SECOND):
        game = waiting_for(people, 1)
    with clock.frozen(instant + 668 * SECOND):
        outages.leave_sign()

    assert extensions(game) == [87]  # of the second gap alone


def test_a_grant_that_was_broken_off_is_finished_by_the_next_sign(people, instant, monkeypatch):
    games = [waiting_for(people, 1) for _ in range(2)]
    with monkeypatch.context() as broken:
        broken.delattr(outages, "each")
        with pytest.raises(NameError):
            sign_at(instant + 600 * SECOND)
    sign_at(instant + 610 * SECOND)

    assert [extensions(game) for game in games] == [[620], [620]]


def test_a_command_after_an_outage_follows_its_extension_in_the_log(people, instant):
    game = waiting_for(people, 1)

    events = send_at(game, 1, instant + 600 * SECOND)

    assert isinstance(events[0], ClockExtended)
    assert world.reread(game).version == game.version + len(events)


def test_the_night_the_clocks_change_is_as_long_as_any(people):
    before = datetime(2026, 10, 25, 0, 59, 30, tzinfo=UTC)  # an hour comes twice in London
    with clock.frozen(before):
        game = waiting_for(people, 1)

    assert world.reread(game).due_at == datetime(2026, 10, 25, 1, 0, 30, tzinfo=UTC)
