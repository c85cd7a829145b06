import pytest

from tournaments.points import SCHEDULES, points_for
from tournaments.points.base import NightCard, PointsAward, Schedule, Version
from tournaments.points.errors import CardImpossible, PointsUndefined, UnknownSchedule

schedules = pytest.mark.parametrize("schedule", SCHEDULES.values(), ids=SCHEDULES)


@pytest.mark.parametrize(
    ("schedule", "games", "game_points", "points"),
    [
        pytest.param("grass_roots", 9, 12, 12, id="twelve-is-enough"),
        pytest.param("grass_roots", 9, 11, 0, id="eleven-is-not"),
        pytest.param("grass_roots", 9, 27, 27, id="nine-skunks"),
        pytest.param("grass_roots", 9, 0, 0, id="no-win"),
        pytest.param("club_points", 9, 11, 11, id="club-counts-every-point"),
        pytest.param("club_points", 7, 4, 4, id="club-counts-every-night"),
    ],
)
def test_a_card_is_worth_what_the_schedule_says(schedule, games, game_points, points):
    assert points_for(schedule, "2026-11-30", NightCard(games, game_points)).points == points


@pytest.mark.parametrize("games", [1, 8, 10, 22])
def test_grass_roots_points_of_another_night_are_asked_of_the_director(games):
    with pytest.raises(PointsUndefined, match="ask the director"):
        points_for("grass_roots", "2026-11-30", NightCard(games, 3))


def test_a_night_before_the_first_edition_is_asked_of_the_director():
    with pytest.raises(PointsUndefined, match="ask the director"):
        points_for("grass_roots", "2004-07-31", NightCard(9, 20))


def test_the_day_of_the_night_decides_the_edition():
    schedule = Schedule(
        "two",
        "Two editions",
        (
            Version("2014-08-01", "old", lambda card: PointsAward(1, "old")),
            Version("2021-02-01", "new", lambda card: PointsAward(2, "new")),
        ),
    )

    assert schedule.version_on("2021-01-31").source == "old"
    assert schedule.version_on("2021-02-01").source == "new"


@pytest.mark.parametrize("held_on", ["", "2026-13-01", "30.11.2026", "2026-11-30T19:00"])
def test_what_is_no_date_is_refused(held_on):
    with pytest.raises(PointsUndefined):
        points_for("club_points", held_on, NightCard(9, 12))


def test_an_unknown_schedule_is_refused():
    with pytest.raises(UnknownSchedule, match="grass_roots"):
        points_for("moon_points", "2026-11-30", NightCard(9, 12))


@pytest.mark.parametrize(("games", "game_points"), [(9, 28), (9, -1), (0, 0)])
def test_a_card_that_cannot_be_is_refused(games, game_points):
    with pytest.raises(CardImpossible):
        NightCard(games, game_points)


@schedules
def test_editions_follow_one_another_and_name_their_source(schedule):
    days = [version.valid_from for version in schedule.versions]

    assert days == sorted(set(days))
    assert all(version.source for version in schedule.versions)


@schedules
def test_a_nine_game_night_is_defined_for_every_card_and_never_falls(schedule):
    awards = [points_for(schedule.key, "2026-11-30", NightCard(9, n)) for n in range(28)]

    assert [award.points for award in awards] == sorted(award.points for award in awards)
    assert all(award.reason for award in awards)
