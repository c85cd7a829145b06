"""Real cases of kind i: what went wrong with ratings elsewhere."""

import pytest

from tests.data_files import real_cases
from tournaments.ratings import RATING_SYSTEMS
from tournaments.ratings.base import (
    GameToRate,
    Rated,
    changes_of,
    counts_for_rating,
    rebuild,
)
from tournaments.ratings.elo import Elo

pytestmark = pytest.mark.cases


def elo(given) -> Elo:
    return Elo(k=given["k"], scale=given["scale"], start=float(given["start"]), first_deal_edge=0.0)


def games(pairs) -> list[GameToRate]:
    return [GameToRate(*pair, None, (number,)) for number, pair in enumerate(pairs)]


def values(ratings: dict[str, Rated]) -> dict[str, float]:
    return {player: rated.value for player, rated in ratings.items()}


def pairs_of(text_or_pairs):
    """``"A beats B, 200 times"`` or a list of pairs."""
    if not isinstance(text_or_pairs, str):
        return text_or_pairs
    winner, _, loser, times, _ = text_or_pairs.replace(",", "").split()
    return [[winner, loser]] * int(times)


@pytest.mark.parametrize("case", real_cases(kinds="i", ops=["elo"]))
def test_elo_keeps_the_sum(case):
    given, expected = case["input"], case["expected"]
    ratings = values(rebuild(elo(given), games(pairs_of(given["games"])), {}).ratings)

    assert ratings == pytest.approx(expected["ratings"], abs=expected["tolerance"])
    assert sum(ratings.values()) == pytest.approx(expected["sum"], abs=expected["tolerance"])


@pytest.mark.parametrize("case", real_cases(kinds="i", ops=["elo_delete"]))
def test_a_removed_game_is_as_if_it_had_never_been(case):
    given, expected = case["input"], case["expected"]
    played = games(given["games"])
    left = [game for game in played if game.key[0] != given["delete_game"] - 1]
    before, after = (values(rebuild(elo(given), some, {}).ratings) for some in (played, left))

    assert before == pytest.approx(expected["ratings_before"], abs=expected["tolerance"])
    assert after == pytest.approx(expected["ratings_after"], abs=expected["tolerance"])


@pytest.mark.parametrize("case", real_cases(kinds="i", ops=["elo_late"]))
def test_a_late_card_counts_on_the_day_it_was_played(case):
    given, expected = case["input"], case["expected"]
    entered = [
        GameToRate(*line["game"], None, (line["date"], number))
        for number, line in enumerate(given["entered"])
    ]
    ratings = values(rebuild(elo(given), entered, {}).ratings)

    assert ratings == pytest.approx(expected["ratings"], abs=expected["tolerance"])


@pytest.mark.parametrize("case", real_cases(kinds="i", ops=["elo_consistency"]))
def test_game_by_game_equals_the_rebuild(case):
    given, expected = case["input"], case["expected"]
    live: dict[str, Rated] = {}
    for game in games(given["games"]):
        live = rebuild(elo(given), [game], live).ratings
    rebuilt = rebuild(elo(given), games(given["games"]), {}).ratings

    assert (live == rebuilt) is expected["live_equals_rebuild"]
    assert values(rebuilt) == pytest.approx(expected["ratings"], abs=expected["tolerance"])


@pytest.mark.parametrize("case", real_cases(kinds="i", ops=["delete_counts"]))
@pytest.mark.parametrize("system", RATING_SYSTEMS.values(), ids=RATING_SYSTEMS)
def test_counters_are_recounted(case, system):
    given, expected = case["input"], case["expected"]
    played = games([("A", "B") if n % 3 else ("B", "A") for n in range(given["games"])])
    ratings, history = rebuild(system, played[: given["games"] - given["deleted"]], {})
    changes = changes_of("A", history)

    assert ratings["A"].games == expected["games_played"]
    assert sum(c.won for c in changes) + sum(not c.won for c in changes) == len(changes)
    assert len(changes) == expected["wins_plus_losses"]


@pytest.mark.parametrize("case", real_cases(kinds="i", ops=["unrated"]))
def test_what_was_not_played_moves_no_rating(case):
    given, expected = case["input"], case["expected"]
    outcome = "walkover" if "no-show" in given["result"] else "played"
    rated = counts_for_rating(outcome=outcome, winners=1)
    system = Elo(start=float(given["start"]))
    start = {player: system.initial() for player in given["pairing"]}
    played = games([given["pairing"]]) if rated else []

    assert rated is expected["counts_as_rated_game"]
    assert values(rebuild(system, played, start).ratings) == expected["ratings"]


@pytest.mark.xfail(
    strict=True, reason="docs/decisions/0004-ratings.md: Glicko-2 is not offered", raises=KeyError
)
@pytest.mark.parametrize("case", real_cases(kinds="i", ops=["glicko2"]))
def test_glicko2_if_it_is_offered(case):
    assert RATING_SYSTEMS["glicko2"].initial() == tuple(case["input"]["A"])
