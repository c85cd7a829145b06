"""Contract: what holds for every rating system of the registry."""

from itertools import product
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tournaments.ratings.night import night_as_text
from tests.tournaments.ratings.simulation import quality, simulate
from tournaments.ratings import RATING_SYSTEMS, rating_system
from tournaments.ratings.base import GameToRate, Rated, rebuild
from tournaments.ratings.errors import UnknownRatingSystem

systems = pytest.mark.parametrize("system", RATING_SYSTEMS.values(), ids=RATING_SYSTEMS)
GOLDEN = Path(__file__).parents[2] / "golden" / "ratings"
FIRST = (None, "winner", "loser")


@systems
def test_the_key_is_the_name_in_the_registry(system):
    assert RATING_SYSTEMS[system.key] is system


@systems
def test_parameters_are_data(system):
    moved = rating_system(system.key, {"start": 1200.0})

    assert moved.initial().value == 1200
    assert rating_system(system.key) == system


@pytest.mark.parametrize(
    ("key", "params"), [("chess", {}), ("elo", {"volatility": 1.0}), ("elo", {"key": 1})]
)
def test_an_unknown_system_or_parameter_is_refused(key, params):
    with pytest.raises(UnknownRatingSystem):
        rating_system(key, params)


@systems
def test_a_newcomer_has_played_no_game(system):
    assert system.initial().games == 0


@systems
@given(
    wins=st.lists(st.tuples(st.booleans(), st.sampled_from(FIRST)), max_size=40),
    first=st.sampled_from(FIRST),
)
def test_a_win_never_costs_and_a_loss_never_gains(system, wins, first):
    one, other = _after(system, wins)
    winner, loser = system.rate(one, other, first)

    assert winner.value >= one.value
    assert loser.value <= other.value
    assert (winner.games, loser.games) == (one.games + 1, other.games + 1)


@systems
@given(
    wins=st.lists(st.tuples(st.booleans(), st.sampled_from(FIRST)), max_size=40),
    first=st.sampled_from((None, "one", "other")),
)
def test_the_chances_of_both_add_up_to_one(system, wins, first):
    one, other = _after(system, wins)
    mirrored = {None: None, "one": "other", "other": "one"}[first]
    chance = system.predict(one, other, first)

    assert 0 < chance < 1
    assert chance + system.predict(other, one, mirrored) == pytest.approx(1)


@systems
def test_between_newcomers_only_the_first_deal_tells(system):
    newcomer = system.initial()
    first, unknown, second = (
        system.predict(newcomer, newcomer, who) for who in ("one", None, "other")
    )

    assert unknown == pytest.approx(0.5)
    assert first == pytest.approx(0.5545, abs=0.002)
    assert first + second == pytest.approx(1)


@systems
def test_winning_with_the_first_deal_gains_less(system):
    newcomer = system.initial()
    dealt, unknown, not_dealt = (
        system.rate(newcomer, newcomer, who)[0].value for who in ("winner", None, "loser")
    )

    assert newcomer.value < dealt < unknown < not_dealt


@systems
def test_two_thousand_wins_in_a_row_stay_in_bounds(system):
    streak = [GameToRate("a", "b", None, (number,)) for number in range(2_000)]
    ratings = rebuild(system, streak, {}).ratings

    assert 0 < ratings["b"].value < ratings["a"].value < 3_000
    assert all(0 <= rated.deviation <= 50 for rated in ratings.values())


@systems
def test_a_night_is_rated_as_the_golden_file_says(system):
    golden = GOLDEN / f"{system.key}.txt"

    assert night_as_text(system) == golden.read_text(encoding="utf-8")


@systems
def test_predictions_come_near_those_who_know_the_true_skill(system):
    """The short form of the calibration: a fifth of the games, wider margins."""
    found = quality(system, simulate(games=20_000, players=200, seed=20240601))

    assert found.log_loss <= found.oracle + 0.008
    assert found.log_loss <= found.dealer_only - 0.004
    assert found.calibration_error <= 2.5
    assert 0.6 <= found.spread_ratio <= 1.4


@pytest.mark.nightly
@pytest.mark.parametrize("seed", [20240601, 2, 3])
@systems
def test_predictions_of_100_000_games(system, seed):
    found = quality(system, simulate(games=100_000, players=1_000, seed=seed))

    assert found.log_loss <= found.oracle + 0.006
    assert found.log_loss <= found.dealer_only - 0.005
    assert found.calibration_error <= 1.5
    assert 0.7 <= found.spread_ratio <= 1.3


def _after(system, wins) -> tuple[Rated, Rated]:
    games = [
        GameToRate(*(("one", "other") if won else ("other", "one")), first, place)
        for place, (won, first) in zip(product(range(len(wins))), wins, strict=True)
    ]
    ratings = rebuild(system, games, {}).ratings
    newcomer = system.initial()
    return ratings.get("one", newcomer), ratings.get("other", newcomer)
