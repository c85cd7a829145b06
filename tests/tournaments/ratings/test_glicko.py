import math

import pytest

from tournaments.ratings.base import Rated
from tournaments.ratings.glicko import Glicko


def test_without_our_terms_it_is_the_published_system():
    """A rating period of one game, worked by the published formulas.

    1500 ± 200 meets 1400 ± 30 and wins: g = 0.9955, E = 0.6395, d² = 231.67².
    """
    plain = Glicko(volatility=0, first_deal_edge=0, start_deviation=350)
    winner, loser = plain.rate(Rated(1500.0, 200.0, 0), Rated(1400.0, 30.0, 0), "winner")

    g = 1 / math.sqrt(1 + 3 * (math.log(10) / 400) ** 2 * 30**2 / math.pi**2)
    e = 1 / (1 + 10 ** (-g * 100 / 400))
    d2 = 1 / ((math.log(10) / 400) ** 2 * g**2 * e * (1 - e))
    variance = 1 / (1 / 200**2 + 1 / d2)
    assert (round(g, 4), round(e, 4)) == (0.9955, 0.6395)
    assert winner.value == pytest.approx(1500 + math.log(10) / 400 * variance * g * (1 - e))
    assert winner.deviation == pytest.approx(math.sqrt(variance))
    assert loser.value < 1400


def test_an_unknown_first_deal_lies_between_the_two_known():
    one, other = Rated(1530.0, 30.0, 40), Rated(1480.0, 45.0, 5)
    dealt, unknown, not_dealt = (
        Glicko().rate(one, other, who)[0].value for who in ("winner", None, "loser")
    )

    assert dealt < unknown < not_dealt
    assert unknown == pytest.approx((dealt + not_dealt) / 2, abs=0.3)


def test_values_and_deviations_are_clamped():
    system = Glicko(lowest=1495, highest=1505, least_deviation=49.8)
    newcomer = system.initial()
    winner, loser = system.rate(newcomer, newcomer, None)

    assert winner == Rated(1505, 49.8, 1)
    assert loser == Rated(1495, 49.8, 1)


def test_no_game_moves_a_value_further_than_the_start_deviation_allows():
    system = Glicko()
    winner, _ = system.rate(Rated(1000.0, 50.0, 9), Rated(2000.0, 12.0, 9), "winner")

    assert 13 < winner.value - 1000 < 14.4


def test_a_game_that_tells_little_never_widens_the_deviation_past_the_start():
    expected_win = (Rated(2000.0, 50.0, 9), Rated(1000.0, 50.0, 9), "winner")

    assert Glicko(volatility=5).rate(*expected_win)[0].deviation == 50


def test_without_an_edge_it_does_not_matter_whether_the_dealer_is_known():
    system = Glicko(first_deal_edge=0)
    one, other = Rated(1530.0, 30.0, 40), Rated(1480.0, 45.0, 5)
    known, unknown = (system.rate(one, other, who) for who in ("winner", None))

    assert [pytest.approx(rated) for rated in known] == list(unknown)
