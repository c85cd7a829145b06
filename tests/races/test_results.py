"""R4, R6, R8: results at the same moment. None is lost, none counts twice.

Each race has its negative control: without the lock on the event it comes out wrong,
which proves that the test would notice.
"""

from collections import Counter
from functools import partial

import pytest

from common.audit import first_broken_seq
from common.models import Change
from tests.factories import SYSTEM, a_published_night, first_stage
from tests.races import racing
from tests.races.racing import read_and_wait, read_in_step
from tests.tournaments.play import a_bracket, a_played_night, fresh, matches_of, numbers, win
from tournaments.models import GameLine, Match, ResultClaim, StandingSnapshot
from tournaments.selectors.draws import results_digest
from tournaments.selectors.standings import standings_of
from tournaments.services import locks, match_lock
from tournaments.services.corrections import correct_result
from tournaments.services.finalise import finalise_event
from tournaments.services.results import report_result

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.race]
REPEATS = range(3)


race = partial(racing.race, patience=racing.PATIENCE)


unlocked = partial(racing.race, hold=True)


@pytest.fixture
def no_locks(monkeypatch):
    monkeypatch.setattr(locks, "lock_row", read_in_step)
    monkeypatch.setattr(match_lock, "lock_row", read_in_step)


def reporting(match, *slots):
    games = [win(slot) for slot in slots]
    return lambda: report_result(match_id=match.public_id, actor=SYSTEM, games=games)


def correcting(match, *slots):
    games = [win(slot, 111) for slot in slots]
    return lambda: correct_result(
        match_id=match.public_id, actor=SYSTEM, games=games, reason="misread"
    )


def test_fifty_results_at_once_all_count():
    event = a_published_night(players=20, games=5)
    matches = matches_of(event)

    said = race(*(reporting(match, 1) for match in matches))

    assert Counter(said) == {"ok": 50}
    rows = standings_of(first_stage(event)).rows
    assert sum(row.wins for row in rows) == sum(row.losses for row in rows) == 50
    assert {match.winner for match in matches_of(event)} == {1}
    assert first_stage(event).state == "complete"
    assert first_broken_seq(root_kind="event", root_id=event.public_id) is None
    feed = Change.objects.filter(root_id=event.public_id).order_by("seq")
    assert [one.seq for one in feed] == list(range(1, len(feed) + 1))


def test_results_at_once_are_lost_without_the_lock(no_locks):
    """Negative control: their numbers in audit and feed collide."""
    matches = matches_of(a_published_night(players=8, games=3))

    said = unlocked(*(reporting(match, 1) for match in matches))

    assert Counter(said)["ok"] < len(matches)


@pytest.mark.parametrize("repeat", REPEATS)
def test_of_two_results_of_one_match_one_counts(repeat):
    match = matches_of(a_published_night(players=4, games=1))[repeat % 2]

    said = race(*(reporting(match, 1 + n % 2) for n in range(6)))

    assert Counter(said) == {"ok": 1, "match_confirmed": 5}
    assert ResultClaim.objects.filter(match=match).count() == 1
    assert GameLine.objects.filter(claim__match=match).count() == 2


def test_two_results_of_one_match_meet_the_index_without_the_lock(no_locks):
    """Negative control: both find the match open, and only the index refuses."""
    match = matches_of(a_published_night(players=4, games=1))[0]

    said = unlocked(reporting(match, 1), reporting(match, 2))

    assert Counter(said)["match_confirmed"] == 0
    assert "IntegrityError" in said


@pytest.mark.parametrize("repeat", REPEATS)
def test_both_semi_finals_at_once_fill_the_final(repeat):
    one, other, final = matches_of(a_bracket(), 2)

    said = race(reporting(one, 1, 1), reporting(other, 2, 2))

    assert said == ["ok", "ok"]
    assert numbers(final) == [numbers(one)[0], numbers(other)[1]]
    assert fresh(final).status == "ready"


def test_a_final_stays_empty_without_the_lock(no_locks):
    """Negative control: each of both semi-finals sees the other one still open."""
    one, other, final = matches_of(a_bracket(), 2)

    said = unlocked(reporting(one, 1, 1), reporting(other, 2, 2))

    assert said != ["ok", "ok"] or None in numbers(final)


@pytest.mark.parametrize("repeat", REPEATS)
def test_a_correction_and_the_next_result_keep_the_bracket_whole(repeat):
    event = a_bracket()
    one, other, final = matches_of(event, 2)
    for match in (one, other):
        reporting(match, 1, 1)()

    said = race(correcting(one, 2, 2), reporting(final, 1, 1))

    assert said in (["ok", "ok"], ["correction_blocked", "ok"])
    went_on = numbers(one)[fresh(one).winner - 1]
    assert numbers(final) == [went_on, numbers(other)[0]]
    assert fresh(final).winner == 1


def test_a_correction_and_the_next_result_collide_without_the_lock(no_locks):
    """Negative control: the correction does not see the result, nor the result it."""
    one, other, final = matches_of(a_bracket(), 2)
    for match in (one, other):
        reporting(match, 1, 1)()

    said = unlocked(correcting(one, 2, 2), reporting(final, 1, 1))

    assert "IntegrityError" in said or "OperationalError" in said


@pytest.mark.parametrize("repeat", REPEATS)
def test_a_result_is_in_the_final_standings_or_refused(repeat):
    event = a_played_night(players=4, games=3, play_off=False)
    match = matches_of(event)[repeat]

    said = race(
        lambda: finalise_event(event_id=event.public_id, actor=SYSTEM),
        correcting(match, 1) if match.winner == 2 else correcting(match, 2),
    )

    assert said in (["ok", "ok"], ["ok", "event_final"])
    snapshot = StandingSnapshot.objects.get(stage=first_stage(event))
    assert snapshot.inputs_digest == results_digest(first_stage(event))
    assert set(Match.objects.filter(stage__event=event).values_list("status", flat=True)) == {
        "locked"
    }


def test_a_result_slips_past_the_final_standings_without_the_lock(monkeypatch):
    """Negative control: the snapshot is taken while a correction is on its way."""
    monkeypatch.setattr(locks, "lock_row", lambda rows: rows.get())
    monkeypatch.setattr(match_lock, "lock_row", read_and_wait)
    event = a_played_night(players=4, games=3, play_off=False)
    match = matches_of(event)[0]

    said = unlocked(
        lambda: finalise_event(event_id=event.public_id, actor=SYSTEM),
        correcting(match, 3 - match.winner),
    )

    snapshots = StandingSnapshot.objects.filter(stage=first_stage(event))
    fits = [one.inputs_digest == results_digest(first_stage(event)) for one in snapshots]
    assert "IntegrityError" in said or fits != [True]
