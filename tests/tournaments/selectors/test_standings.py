import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.factories import SYSTEM, a_night, a_published_night, first_stage, play_off_stage
from tests.tournaments.play import (
    a_bracket,
    a_played_night,
    drawn_result,
    fresh,
    matches_of,
    numbers,
    report,
    win,
)
from tournaments.models import Match, Stage
from tournaments.selectors.standings import Standings, cut_of, standings_of
from tournaments.services.results import forfeit_match

pytestmark = pytest.mark.django_db


def rows_of(event):
    return {row.entry.number: row for row in standings_of(first_stage(event)).rows}


def test_nobody_entered_is_no_standings():
    assert standings_of(first_stage(a_night())) == Standings()


def test_before_the_first_result_all_share_the_first_place():
    event = a_published_night(players=4)
    standings = standings_of(first_stage(event))

    assert {(row.place, row.is_shared, row.qualified) for row in standings.rows} == {
        (1, True, False)
    }


def test_a_row_adds_up_what_counts():
    event = a_published_night(players=4, games=3)
    match = matches_of(event)[0]
    report(match, win(1, 60))
    first, second = numbers(match)

    winner, loser = rows_of(event)[first], rows_of(event)[second]

    assert (winner.place, winner.game_points, winner.wins, winner.losses) == (1, 3, 1, 0)
    assert (winner.net_spread, winner.plus_points, winner.minus_points) == (61, 61, 0)
    assert (winner.skunks_given, winner.skunks_taken, winner.games) == (1, 0, 1)
    assert (loser.place, loser.net_spread, loser.skunks_taken) == (4, -61, 1)
    assert winner.entry.display == f"Player {first:02}"


def test_a_sit_out_counts_once_its_round_is_played():
    event = a_published_night(players=5, games=2)
    rest = Match.objects.get(stage__event=event, kind="bye", round__number=1)
    number = numbers(rest)[0]
    before = rows_of(event)[number]

    report(matches_of(event)[0])

    after = rows_of(event)[number]
    assert (before.sit_outs, before.game_points) == (0, 0)
    assert (after.sit_outs, after.game_points, after.wins, after.games) == (1, 2, 1, 0)


def test_a_forfeit_is_worth_what_the_event_says():
    event = a_published_night()
    match = matches_of(event)[0]
    forfeit_match(match_id=match.public_id, actor=SYSTEM, absent_slot=1, reason="ill")
    absent, there = numbers(match)

    rows = rows_of(event)

    assert (rows[there].game_points, rows[there].wins, rows[there].net_spread) == (2, 1, 0)
    assert (rows[absent].game_points, rows[absent].losses) == (0, 1)


def test_a_separated_tie_says_why():
    event = a_published_night(players=4, games=1)
    one, two = matches_of(event)
    report(one, win(1, 100))
    report(two, win(1, 101))

    standings = standings_of(first_stage(event))

    reason = standings.reasons[0]
    assert (reason.by, reason.values) == ("net_spread", (21, 20))
    assert reason.above == (numbers(one)[0],)
    assert standings.names[numbers(one)[0]] == f"Player {numbers(one)[0]:02}"


def test_an_open_cut_shows_only_who_goes_on_for_sure():
    event = a_published_night(players=8, games=1)
    for match in matches_of(event):
        report(match, win(1, 101))

    rows = standings_of(first_stage(event)).rows

    assert cut_of(play_off_stage(event)).blocked
    assert not any(row.qualified for row in rows)


def test_a_made_cut_shows_who_goes_on_and_who_just_missed_it():
    event = a_played_night()

    rows = standings_of(first_stage(event)).rows
    made = cut_of(play_off_stage(event))

    assert [row.qualified for row in rows] == [True] * 4 + [False] * 4
    assert made.high_non_qualifier == (rows[4].entry,)


def test_the_first_stage_has_no_cut_into_it():
    assert cut_of(first_stage(a_night())) is None


@pytest.mark.parametrize(("players", "games"), [(4, 1), (9, 3)])
def test_standings_take_four_queries_at_any_size(players, games):
    event = a_published_night(players=players, games=games)
    for match in matches_of(event):
        report(match, drawn_result(match, 3))
    stage = Stage.objects.get(pk=first_stage(event).pk)

    with CaptureQueriesContext(connection) as captured:
        standings_of(stage)

    assert len(captured) == 4


def test_the_play_offs_do_not_touch_the_standings_of_the_games():
    event = a_bracket()
    before = standings_of(first_stage(event)).rows

    report(matches_of(event, 2)[0], 2, 2)

    assert standings_of(first_stage(fresh(event))).rows == before
