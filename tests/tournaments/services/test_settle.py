"""Season points and ratings: once, whatever happens."""

import threading
from contextlib import contextmanager

import pytest
from django.db import connection

from common import outbox
from common.models import Outbox
from tests.factories import a_club, a_published_night, entries_of, roster
from tests.tournaments.play import matches_of, report, win
from tests.tournaments.settling import (
    a_final_night,
    a_season,
    everything,
    finalise,
    ratings_by_name,
    reopen,
    scores_by_name,
    settle,
)
from tournaments.models import Event, Rating, RatingRun, SeasonScore
from tournaments.selectors.seasons import season_table
from tournaments.tasks import settle_event_task

pytestmark = pytest.mark.django_db


def test_a_final_night_gives_season_points_to_everybody_on_a_card():
    club = a_club()
    event = a_final_night(club, season=a_season(club))

    settled = settle(event)

    # Five players and three games: the lower number wins, three of the five rest once.
    assert settled.scores == 5
    assert {points for points, _ in scores_by_name(event).values()} <= {0, 2, 3, 4, 5, 6, 7, 8, 9}
    assert all("game points in 3 games" in reason for _, reason in scores_by_name(event).values())


def test_season_points_are_the_game_points_of_the_card():
    club = a_club()
    event = a_published_night(
        club, players=4, games=3, play_off=False, season_id=a_season(club).public_id
    )
    for match in matches_of(event):
        report(match, win(1, 100))
    settle(finalise(event))

    wins = dict.fromkeys((one.display for one in entries_of(event)), 0)
    for match in matches_of(event):
        wins[match.sides.get(slot=1).entry.display] += 2
    assert {name: points for name, (points, _) in scores_by_name(event).items()} == wins


def test_where_the_schedule_is_silent_the_score_is_empty_and_says_why():
    club = a_club()
    season = a_season(club, schedule="grass_roots")
    event = a_final_night(club, season=season)
    settle(event)

    table = season_table(season)

    assert {points for points, _ in scores_by_name(event).values()} == {None}
    assert "ask the director" in next(iter(scores_by_name(event).values()))[1]
    assert (table.lines, len(table.undecided)) == ((), 5)


def test_a_nine_game_night_counts_from_twelve_points_by_the_grass_roots_schedule():
    club = a_club()
    event = a_final_night(club, season=a_season(club, "grass_roots"), players=10, games=9)
    settle(event)

    # The lower number always wins: 18 points or more, down to none.
    by_number = [scores_by_name(event)[one.player.display_name][0] for one in roster(event)]
    assert by_number[0] >= 18
    assert by_number[-1] == 0
    assert all(points == 0 or points >= 12 for points in by_number)


@pytest.mark.parametrize("times", [2, 3])
def test_settling_again_changes_nothing(times):
    club = a_club()
    event = a_final_night(club, season=a_season(club))
    settle(event)
    once = everything()

    for _ in range(times - 1):
        assert not settle(event).is_new

    assert everything() == once


def test_the_task_does_its_message_once():
    event = a_final_night()
    message = Outbox.objects.get(topic="event.final")

    settle_event_task(outbox_id=message.pk)
    once = everything()
    settle_event_task(outbox_id=message.pk)

    message.refresh_from_db()
    assert message.done_at is not None
    assert everything() == once
    assert RatingRun.objects.get().event == event


def test_a_reopened_night_gives_nothing_any_more():
    club = a_club()
    event = a_final_night(club, season=a_season(club))
    settle(event)

    reopen(event)
    outbox.run_pending()

    assert not SeasonScore.objects.exists()
    assert not Rating.objects.exists()
    assert not RatingRun.objects.filter(is_current=True).exists()


class Killed(Exception):
    """The process is gone."""


@contextmanager
def killed_at(number):
    """Let the statement of this number be the last one that is tried."""
    left = iter(range(number, -1, -1))

    def execute(run, sql, params, many, context):
        if sql.startswith(("SAVEPOINT", "RELEASE", "ROLLBACK", "SET ")):
            return run(sql, params, many, context)
        if next(left) == 1:
            raise Killed
        return run(sql, params, many, context)

    with connection.execute_wrapper(execute):
        yield


def test_killed_at_any_statement_and_run_again_is_settled_once():
    club = a_club()
    event = a_final_night(club, season=a_season(club), players=4, games=1)
    before = everything()

    for number in range(1, 100):
        try:
            with killed_at(number):
                settle(event)
        except Killed:
            assert everything() == before
        else:
            break

    assert number > 15
    assert (SeasonScore.objects.count(), Rating.objects.count()) == (4, 4)
    assert not settle(event).is_new


@pytest.mark.race
@pytest.mark.django_db(transaction=True)
def test_settling_at_once_by_many_is_settling_once():
    club = a_club()
    events = [a_final_night(club, season=None, week=week) for week in range(2)]
    barrier = threading.Barrier(6)

    def run(event):
        try:
            barrier.wait(timeout=30)
            settle(event)
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=(events[n % 2],)) for n in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=60)

    assert RatingRun.objects.filter(is_current=True).count() == 2
    assert RatingRun.objects.count() == len(set(RatingRun.objects.values_list("inputs_digest")))
    parallel = ratings_by_name(club)
    assert not any(settle(event).is_new for event in Event.objects.filter(tournament__club=club))
    assert ratings_by_name(club) == parallel
