"""R7: eight at once generate and publish a seating; there is one set of rounds.

The negative control takes the locks away: then two of them draw, and only the unique
index is left to refuse. It proves that the test would notice.
"""

import threading
import time
from collections import Counter

import pytest
from django.db import IntegrityError, OperationalError, connection

from scoring.errors import CribbageError
from tests.factories import SYSTEM, a_checked_in_night, a_drafted_night, first_stage, roster
from tournaments.models import Match, MatchSide, Round
from tournaments.selectors.events import checks_of
from tournaments.services import locks
from tournaments.services.draw import generate_rounds, publish_rounds
from tournaments.services.rosters import undo_check_in

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.race]
RACERS = 8
PLAYERS = 9


def race(*runners):
    """Run all at once from a barrier; return what each said: a code, or "ok"."""
    barrier = threading.Barrier(len(runners))
    said = [""] * len(runners)

    def run(at, runner):
        try:
            barrier.wait(timeout=30)
            runner()
            said[at] = "ok"
        except CribbageError as refusal:
            said[at] = refusal.code
        except (IntegrityError, OperationalError) as error:
            said[at] = type(error).__name__
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=pair) for pair in enumerate(runners)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=60)
    return said


def read_and_linger(rows):
    """Read a row as if locked, and give the others time to read it too."""
    row = rows.get()
    time.sleep(0.05)
    return row


def draw(stage, seed):
    def runner():
        generate_rounds(stage_id=stage.public_id, actor=SYSTEM, rng_seed=seed)
        publish_rounds(stage_id=stage.public_id, actor=SYSTEM)

    return runner


def test_eight_draws_at_once_make_one_set_of_rounds():
    stage = first_stage(a_checked_in_night(players=PLAYERS))

    said = race(*(draw(stage, seed) for seed in range(1, RACERS + 1)))

    assert Counter(said) == {"ok": 1, "round_exists": RACERS - 1}
    assert Round.objects.filter(stage=stage).count() == 9
    assert Match.objects.filter(stage=stage).count() == 9 * 5
    assert checks_of(stage).repeats == 0


def test_eight_publish_one_draft_and_one_of_them_does():
    event = a_drafted_night(players=PLAYERS)
    stage = first_stage(event)

    said = race(
        *[lambda: publish_rounds(stage_id=stage.public_id, actor=SYSTEM) for _ in range(RACERS)]
    )

    assert Counter(said) == {"ok": 1, "round_exists": RACERS - 1}
    assert set(Round.objects.filter(stage=stage).values_list("version", flat=True)) == {2}


@pytest.mark.parametrize("repeat", range(3))
def test_a_check_in_taken_back_while_publishing_is_seated_or_gone(repeat):
    event = a_drafted_night(players=PLAYERS)
    stage, one = first_stage(event), roster(event)[repeat]

    said = race(
        lambda: publish_rounds(stage_id=stage.public_id, actor=SYSTEM),
        lambda: undo_check_in(registration_id=one.public_id, actor=SYSTEM),
    )

    published = Round.objects.filter(stage=stage, state="published").exists()
    one.refresh_from_db()
    assert said in (["ok", "wrong_state"], ["round_stale", "ok"])
    assert published == (one.status == "checked_in")


def test_without_the_locks_the_race_is_lost(monkeypatch):
    """Negative control: no row is locked, so more than one draws the same stage."""
    stage = first_stage(a_checked_in_night(players=PLAYERS))
    monkeypatch.setattr(locks, "lock_row", read_and_linger)

    said = race(*(draw(stage, seed) for seed in range(1, RACERS + 1)))

    refused_by_the_index = Counter(said)["IntegrityError"] + Counter(said)["OperationalError"]
    seated = Counter(MatchSide.objects.filter(match__stage=stage).values_list("round", "entry"))
    assert Counter(said) != {"ok": 1, "round_exists": RACERS - 1}
    assert refused_by_the_index > 0
    assert set(seated.values()) <= {1}
