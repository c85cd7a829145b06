"""The season table and the list of ratings, as they are read."""

import pytest

from tests.factories import a_club
from tests.tournaments.settling import a_final_night, a_season, settle
from tournaments.selectors.ratings import pool_of, ratings_of
from tournaments.selectors.seasons import season_table

pytestmark = pytest.mark.django_db


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


def test_reading_a_season_and_ratings_takes_the_same_queries_at_any_size(
    django_assert_num_queries,
):
    for players, week in ((4, 0), (9, 1)):
        club = a_club()
        season = a_season(club)
        settle(a_final_night(club, season=season, players=players, games=1, week=week))

        pool = pool_of(club.pk)
        with django_assert_num_queries(1):
            table = season_table(season)
        with django_assert_num_queries(1):
            rated = ratings_of(pool)
        assert len(table.lines) == players
        assert len(rated) == players - players % 2
