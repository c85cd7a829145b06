"""Nothing is planned that cannot be finished: everybody's games, or what makes up for one."""

import pytest

from tournaments.errors import NotFinishable
from tournaments.pairing.charts import ChartRound
from tournaments.pairing.extra_games import with_extra_games
from tournaments.pairing.finishable import require_finishable, short_of, tallies
from tournaments.pairing.redraw import redraw
from tournaments.pairing.rotation import rotation_chart


def finished(n, games, way):
    chart, present = rotation_chart(range(1, n + 1), games), range(1, n + 1)
    extra, _ = with_extra_games(chart, present, games=games, played=0)
    return require_finishable(
        [*chart, *(extra if way == "extra_game" else ())], present, games=games, way=way
    )


@pytest.mark.parametrize("way", ["scored", "house_player", "extra_game"])
def test_an_even_field_reaches_its_games_whatever_makes_up_for_a_sit_out(way):
    assert finished(10, 9, way) == ()


def test_a_sit_out_that_scores_makes_up_for_the_game():
    assert [one.games for one in finished(9, 9, "scored")] == [8] * 9


def test_an_odd_field_without_a_house_player_is_refused_with_who_is_short():
    with pytest.raises(NotFinishable) as refused:
        finished(11, 8, "house_player")

    context = refused.value.context
    assert [one["games"] for one in context["short"]] == [7] * 8
    assert context["ways_out"] == ["scored", "house_player", "extra_game"]
    assert context["odd_by_odd"] is False


@pytest.mark.parametrize(("n", "games"), [(9, 8), (11, 8), (15, 10), (31, 22)])
def test_an_extra_game_gives_an_odd_field_an_even_number_of_games(n, games):
    assert finished(n, games, "extra_game") == ()


@pytest.mark.parametrize(("n", "games"), [(9, 9), (31, 9), (13, 7)])
def test_an_odd_field_cannot_play_an_odd_number_of_games_each(n, games):
    with pytest.raises(NotFinishable, match="cannot all play an odd number") as refused:
        finished(n, games, "extra_game")

    assert refused.value.context["odd_by_odd"] is True


def test_the_extra_game_is_played_by_those_who_sat_out_and_repeats_nobody():
    chart = rotation_chart(range(1, 16), 10)
    rested = {entry for round_ in chart for entry in round_.sit_outs}

    (extra,), relaxed = with_extra_games(chart, range(1, 16), games=10, played=0)

    assert (extra.number, extra.present, relaxed) == (11, rested, ())


def test_games_before_somebody_came_are_missed_and_not_owed():
    chart = rotation_chart(range(1, 20), 9)
    present = [*range(1, 20), 99]
    drawn = redraw(chart[:2], present, rounds=7, chart=chart[2:])
    night = [*chart[:2], *drawn.rounds]

    assert tallies(night, [99])[0][1:] == (7, 0, 2)
    assert 99 not in {one.entry for one in short_of(night, present, games=9, played=2)}


def test_a_round_without_a_place_for_somebody_is_not_made_up_for():
    chart = rotation_chart(range(1, 5), 3)
    holed = [*chart[:2], ChartRound(3, chart[2].tables[:1])]

    with pytest.raises(NotFinishable, match="2 of 4 would play fewer than 3 games"):
        require_finishable(holed, range(1, 5), games=3)
