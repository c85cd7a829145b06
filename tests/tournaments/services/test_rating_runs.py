"""Ratings game by game, and as if everything had been right at once."""

from datetime import timedelta

import pytest

from common import outbox
from tests.factories import A_DAY, SYSTEM, a_club, a_published_night
from tests.tournaments.play import a_bracket, matches_of, play_bracket, report, win
from tests.tournaments.settling import (
    a_final_night,
    a_played_out_night,
    a_season,
    correct,
    finalise,
    ratings_by_name,
    reopen,
    scores_by_name,
    settle,
)
from tournaments.models import GameLine, Rating, RatingChange, RatingPool, RatingRun
from tournaments.ratings import RATING_SYSTEMS
from tournaments.selectors.ratings import history_of, pool_of, ratings_of
from tournaments.services.results import forfeit_match

pytestmark = pytest.mark.django_db
START = RATING_SYSTEMS["glicko"].initial()


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
