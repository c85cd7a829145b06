"""What the clock ends: at once for who is late himself, six seconds later for others."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from common import clock
from games.engine import commands as cmd
from games.engine.rules import Rules
from games.errors import TooLate
from games.models import Game
from games.services import timeouts
from games.services.timeouts import is_due, meet_deadline, meet_deadlines
from games.tasks import meet_deadlines_task
from tests.games import world
from tests.games.timed import SECOND, a_game, ended_by, send_at, waiting_for


def sweep_at(at):
    with clock.frozen(at):
        meet_deadlines_task()


def test_a_command_received_in_time_counts_however_late_it_is_judged(people, instant):
    game = waiting_for(people, 1)

    send_at(game, 1, instant + 63 * SECOND, received_at=instant + 59 * SECOND)

    assert (world.state(game).phase, ended_by(game)) == ("starter", "")


def test_who_moves_too_late_has_lost_and_is_told_so(people, instant):
    game = waiting_for(people, 1)

    with pytest.raises(TooLate) as refused:
        send_at(game, 1, instant + 60 * SECOND)

    assert (ended_by(game), world.state(game).winner) == ("time", 0)
    assert refused.value.context["version"] == world.reread(game).version


def test_another_seat_cannot_end_the_game_while_a_move_may_be_on_its_way(people, instant):
    game = waiting_for(people, 1)
    for seconds in (60, 65):
        with pytest.raises(TooLate), clock.frozen(instant + seconds * SECOND):
            world.send(game, cmd.Concede(0))
    assert (ended_by(game), world.reread(game).version) == ("", game.version)

    with pytest.raises(TooLate), clock.frozen(instant + 66 * SECOND):
        world.send(game, cmd.Concede(0))
    assert (ended_by(game), world.state(game).winner) == ("time", 0)


def test_of_two_silent_sides_the_late_one_takes_nothing_from_the_other(people, instant):
    game = a_game(people)

    with pytest.raises(TooLate):
        send_at(game, 0, instant + 61 * SECOND)
    send_at(game, 1, instant + 62 * SECOND, received_at=instant + 59 * SECOND)

    assert world.state(game).dealing.discards[1] is not None


def test_a_read_ends_a_claim_at_once_and_a_move_six_seconds_later(people, instant):
    cut = Rules.of(first_deal="assigned", pre_deal_cut="required", claim_seconds=60)
    games = waiting_for(people, 1), a_game(people, cut)
    for seconds, due in ((59, [False, False]), (60, [False, True]), (66, [True, True])):
        with clock.frozen(instant + seconds * SECOND):
            assert [is_due(game) for game in games] == due


def test_without_any_beat_reads_end_a_game(people, instant):
    game = waiting_for(people, 1)
    with clock.frozen(instant + 600 * SECOND):
        meet_deadline(game_id=game.public_id)

    assert ended_by(game) == "time"


def test_the_sweep_ends_what_has_been_over_for_six_seconds(people, instant):
    game = waiting_for(people, 1)
    sweep_at(instant + 65 * SECOND)
    assert ended_by(game) == ""

    sweep_at(instant + 66 * SECOND)
    sweep_at(instant + 66 * SECOND)
    assert (ended_by(game), world.state(game).winner) == ("time", 0)


def test_an_idle_game_costs_the_sweep_nothing(people, instant):
    def statements():
        with CaptureQueriesContext(connection) as queries:
            meet_deadlines()
        return len(queries)

    a_game(people)
    before = statements()
    for _ in range(5):
        a_game(people)

    assert (before, statements()) == (1, 1)


def test_the_sweep_reads_the_index_of_deadlines(people, instant):
    a_game(people)
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL enable_seqscan = off")
        rows = Game.objects.filter(is_over=False, due_at__lte=instant).order_by("-due_at")
        assert "game_due" in rows[:500].explain()


def test_a_game_that_fails_keeps_no_other_from_its_end(people, instant, monkeypatch):
    games = [waiting_for(people, 1) for _ in range(3)]
    ending, broken = timeouts.ending, world.state(games[1]).deal

    def fail_on_one(state):
        if state.deal == broken:
            raise LookupError("broken")
        return ending(state)

    monkeypatch.setattr(timeouts, "ending", fail_on_one)
    with pytest.raises(LookupError):
        sweep_at(instant + 70 * SECOND)

    assert [ended_by(game) for game in games] == ["time", "", "time"]
