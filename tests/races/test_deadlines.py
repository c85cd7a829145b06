"""Time runs out while a move is on its way: the move that came in time counts.

A control takes the six seconds away and must see the game lost.
"""

import threading
from datetime import timedelta
from itertools import count

import pytest
from django.db import connection, transaction

from common import clock
from games.engine.errors import GameOver
from games.models import Game, GameEvent
from games.services.locks import lock_game
from games.services.timeouts import GRACE, is_due, meet_deadline, meet_deadlines
from tests.games import world
from tests.games.timed import SECOND, ended_by, send_at, sign_at, waiting_for

pytestmark = [pytest.mark.race, pytest.mark.django_db(transaction=True)]
_clubs = count(1)


@pytest.fixture
def game():
    """A game that waits for one discard until its ``due_at``."""
    return waiting_for(world.people(f"late{next(_clubs)}", ("alice", "bob")), 1)


def begun(work):
    """Run a work in a thread; return the thread and where its result will be."""
    found = []

    def run():
        try:
            found.append(work())
        except GameOver as refusal:
            found.append(refusal)
        finally:
            connection.close()

    thread = threading.Thread(target=run)
    thread.start()
    return thread, found


def wait_for_locks(number):
    """Wait until so many connections wait for a lock."""
    for _ in range(500):
        with connection.cursor() as cursor:
            # Inside a transaction the first look would be repeated for ever.
            cursor.execute("SELECT pg_stat_clear_snapshot()")
            cursor.execute(
                "SELECT count(*) FROM pg_stat_activity"
                " WHERE wait_event_type = 'Lock' AND datname = current_database()"
            )
            if cursor.fetchone()[0] >= number:
                return
        threading.Event().wait(0.01)
    raise AssertionError("nobody waits")


def look(game, grace):
    """Read as the API does, a second after the deadline."""
    with clock.frozen(game.due_at + SECOND):
        if is_due(world.reread(game), grace=grace):
            meet_deadline(game_id=game.public_id, grace=grace)
            return "ended"
    return "left"


def move_while_somebody_looks(game, readers, grace=GRACE):
    """Hold the game; a reader comes, then a move sent before the deadline; let go."""
    with transaction.atomic():
        lock_game(game.public_id)
        reader, seen = begun(lambda: look(game, grace))
        if readers:
            wait_for_locks(1)
        else:
            reader.join()
        moved, done = begun(lambda: send_at(game, 1, game.due_at - SECOND))
        wait_for_locks(1 + readers)
    reader.join()
    moved.join()
    return seen[0], done[0]


def test_a_move_received_in_time_wins_against_a_read_after_the_deadline(game):
    seen, done = move_while_somebody_looks(game, readers=0)

    assert (seen, ended_by(game)) == ("left", "")
    assert len(done) > 0


def test_without_the_six_seconds_the_read_takes_the_game(game):
    seen, done = move_while_somebody_looks(game, readers=1, grace=timedelta(0))

    assert (seen, ended_by(game)) == ("ended", "time")
    assert isinstance(done, GameOver)


def test_two_sweeps_at_once_end_every_game_once(game):
    games = [game, *(waiting_for(world.people(f"late{next(_clubs)}"), 1) for _ in range(5))]
    last = max(one.due_at for one in games)

    def sweep():
        with clock.frozen(last + 6 * SECOND):
            meet_deadlines()

    for thread, _found in [begun(sweep) for _ in range(2)]:
        thread.join()
    sweep()

    assert [ended_by(one) for one in games] == ["time"] * 6
    assert GameEvent.objects.filter(type="timed_out").count() == 6


def test_a_game_that_somebody_holds_keeps_no_other_from_its_end(game):
    other = waiting_for(world.people(f"late{next(_clubs)}"), 1)
    with transaction.atomic():
        lock_game(game.public_id)
        with_other, _ = begun(lambda: _sweep_after(other))
        with_other.join(2)
        assert not with_other.is_alive()

    assert (ended_by(game), ended_by(other)) == ("", "time")


def _sweep_after(game):
    with clock.frozen(game.due_at + 7 * SECOND):
        meet_deadlines()


def test_two_signs_of_life_at_once_notice_one_outage(game):
    start = clock.now()
    sign_at(start)
    signs = [begun(lambda: sign_at(start + 100 * SECOND)) for _ in range(4)]
    for thread, _found in signs:
        thread.join()

    rows = GameEvent.objects.filter(game=game, type="clock_extended")
    assert [row.public["seconds"] for row in rows] == [120]
    assert Game.objects.get(pk=game.pk).due_at == game.due_at + 120 * SECOND
