"""Season points and ratings: once, whatever happens, and as if right at once."""

import threading
from datetime import date, timedelta

import pytest
from django.db import connection

from common import outbox
from common.models import Audit, Change, Outbox
from tests.factories import A_DAY, SYSTEM, a_club, a_published_night, entries_of, roster
from tests.tournaments.play import (
    a_bracket,
    fresh,
    matches_of,
    play_bracket,
    play_games,
    report,
    win,
)
from tournaments.errors import WrongState
from tournaments.models import (
    Event,
    GameLine,
    Rating,
    RatingChange,
    RatingPool,
    RatingRun,
    SeasonScore,
)
from tournaments.ratings import RATING_SYSTEMS
from tournaments.selectors.ratings import history_of, pool_of, ratings_of
from tournaments.selectors.seasons import season_table
from tournaments.services.corrections import correct_result
from tournaments.services.finalise import finalise_event
from tournaments.services.lifecycle import reopen_event
from tournaments.services.results import forfeit_match
from tournaments.services.seasons import create_season
from tournaments.services.settle import settle_event
from tournaments.tasks import settle_event_task

pytestmark = pytest.mark.django_db
START = RATING_SYSTEMS["glicko"].initial()


def a_season(club, schedule="club_points", **values):
    return create_season(
        club_id=club.public_id,
        actor=SYSTEM,
        name="2026",
        starts_on=date(2026, 1, 1),
        ends_on=date(2026, 12, 31),
        schedule=schedule,
        **values,
    )


def a_played_out_night(club=None, *, season=None, week=0, players=5, games=3, **values):
    """A night without play-offs whose games are all entered: in review."""
    event = a_published_night(
        club or a_club(),
        players=players,
        games=games,
        play_off=False,
        season_id=season and season.public_id,
        starts_at=A_DAY + timedelta(weeks=week),
        **values,
    )
    play_games(event)
    return fresh(event)


def finalise(event):
    return finalise_event(event_id=event.public_id, actor=SYSTEM)


def settle(event):
    return settle_event(event_id=event.public_id)


def a_final_night(*args, **values):
    return finalise(a_played_out_night(*args, **values))


def reopen(event):
    return reopen_event(event_id=event.public_id, actor=SYSTEM, reason="A card was misread.")


def correct(match, *games):
    return correct_result(
        match_id=match.public_id, actor=SYSTEM, games=games, reason="Read from the card."
    )


def ratings_by_name(club):
    """Every rating of a club, by the player's name."""
    rows = Rating.objects.filter(pool__club=club).select_related("player")
    return {row.player.display_name: (row.value, row.deviation, row.games) for row in rows}


def scores_by_name(event):
    rows = SeasonScore.objects.filter(event=event).select_related("player")
    return {row.player.display_name: (row.points, row.reason) for row in rows}


def everything():
    """All that settling writes."""
    return (
        list(SeasonScore.objects.order_by("pk").values()),
        list(Rating.objects.order_by("pk").values()),
        list(RatingRun.objects.order_by("pk").values()),
        list(RatingChange.objects.order_by("pk").values()),
        Audit.objects.count(),
        Change.objects.count(),
    )


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


def test_the_season_table_adds_nights_up_and_level_players_share_a_place():
    club = a_club()
    season = a_season(club)
    for week in range(2):
        settle(
            a_final_night(
                club, season=season, week=week, players=["Ada One", "Bo Two", "Cy Three", "Di Four"]
            )
        )

    table = season_table(season)

    assert [line.total for line in table.lines] == sorted(
        (line.total for line in table.lines), reverse=True
    )
    assert {len(line.nights) for line in table.lines} == {2}


def test_one_game_is_rated_as_the_system_rates_it():
    event = a_published_night(players=4, games=1, play_off=False)
    for match in matches_of(event):
        report(match, win(2, 100))
    settle(finalise(event))

    match = matches_of(event)[0]
    winner, loser = RATING_SYSTEMS["glicko"].rate(
        START, START, "winner" if match.first_dealer == 2 else "loser"
    )
    names = [side.entry.display for side in match.sides.order_by("slot")]
    rated = ratings_by_name(event.tournament.club)
    assert rated[names[1]] == tuple(winner)
    assert rated[names[0]] == tuple(loser)


def test_forfeits_are_not_rated():
    event = a_published_night(players=4, games=1, play_off=False)
    first, second = matches_of(event)
    report(first)
    forfeit_match(match_id=second.public_id, actor=SYSTEM, absent_slot=1, reason="Did not come.")

    settled = settle(finalise(event))

    assert settled.rated == 2


def test_play_off_games_are_rated_after_the_games_of_the_night():
    event = a_bracket(players=8, games=3)
    play_bracket(event)
    settle(finalise(event))

    games = sum(row.games for row in Rating.objects.filter(pool__club=event.tournament.club)) / 2
    of_play_offs = GameLine.objects.filter(claim__match__stage__number=2).count() / 2
    assert games == 8 * 3 / 2 + of_play_offs


def test_a_night_of_another_game_is_not_rated():
    event = a_published_night(players=4, games=1, play_off=False, preset="english_five_card")
    for match in matches_of(event):
        report(match, win(1, 40))

    settled = settle(finalise(event))

    assert settled.rated == 0
    assert not RatingPool.objects.exists()


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


def test_a_night_reopened_and_finalised_unchanged_has_the_same_run():
    event = a_final_night()
    settle(event)
    run = RatingRun.objects.get()
    settle(reopen(event))

    settle(finalise(event))

    assert RatingRun.objects.get(is_current=True) == run
    assert RatingChange.objects.filter(run=run).count() == 5


def three_nights(wrong):
    """Three nights in a row; a result of the first is wrong, then corrected, or right at once."""
    club = a_club()
    season = a_season(club)
    nights = []
    for week in range(3):
        event = a_published_night(
            club,
            players=["Ada One", "Bo Two", "Cy Three", "Di Four"],
            games=3,
            play_off=False,
            season_id=season.public_id,
            starts_at=A_DAY + timedelta(weeks=week),
        )
        first, *others = matches_of(event)
        report(first, win(2, 100) if wrong and week == 0 else win(1, 60))
        for match in others:
            report(match, win(1, 100))
        nights.append(finalise(event))
        settle(event)
    if wrong:
        reopen(nights[0])
        outbox.run_pending()
        correct(matches_of(nights[0])[0], win(1, 60))
        finalise(nights[0])
        outbox.run_pending()
    return club, nights


def test_a_corrected_result_leaves_what_being_right_at_once_leaves():
    club, nights = three_nights(wrong=True)
    right_club, right_nights = three_nights(wrong=False)

    assert ratings_by_name(club) == ratings_by_name(right_club)
    assert [scores_by_name(one) for one in nights] == [scores_by_name(one) for one in right_nights]


def test_an_earlier_night_that_becomes_final_later_is_rated_in_its_place():
    club, right_club = a_club(), a_club()
    names = ["Ada One", "Bo Two", "Cy Three", "Di Four"]
    late, early = (a_played_out_night(club, week=week, players=names) for week in (1, 0))
    for event in (late, early):
        settle(finalise(event))
    for week in (0, 1):
        settle(a_final_night(right_club, week=week, players=names))

    assert ratings_by_name(club) == ratings_by_name(right_club)


def test_the_history_of_a_player_is_one_line_a_night():
    club, _ = three_nights(wrong=True)
    pool = pool_of(club.pk)
    best = ratings_of(pool)[0]

    history = history_of(best.player, pool)

    assert [night.event.tournament.starts_at for night in history] == [
        A_DAY + timedelta(weeks=week) for week in range(3)
    ]
    assert history[-1].change.value_after == best.rating.value
    assert [night.change.games for night in history] == [3, 3, 3]


def test_what_settling_wrote_goes_with_a_failure_in_the_middle(monkeypatch):
    club = a_club()
    event = a_final_night(club, season=a_season(club))
    before = everything()
    monkeypatch.setattr("tournaments.services.rating_runs._write_ratings", fail)

    with pytest.raises(WrongState):
        settle(event)

    assert everything() == before


def fail(*_args):
    raise WrongState("killed")


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
