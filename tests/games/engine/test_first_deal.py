import pytest

from games.engine.errors import RulesInvalid
from games.engine.first_deal import LastGame, first_dealer_of
from games.engine.rules import Rules


@pytest.mark.parametrize(
    ("variant", "option", "last", "dealer"),
    [
        pytest.param("six_card", "cut", LastGame(0, (121, 90)), None, id="cut-each-game"),
        pytest.param("six_card", "alternate", None, None, id="first-game-is-cut"),
        pytest.param("six_card", "alternate", LastGame(1, (121, 90)), 0, id="other-seat"),
        pytest.param("three_hand", "alternate", LastGame(2, (9, 121, 8)), 0, id="next-left"),
        pytest.param("six_card", "loser", LastGame(0, (121, 90)), 1, id="loser"),
        pytest.param("six_card", "loser", LastGame(1, (121, 90)), 1, id="loser-again"),
        pytest.param("six_card", "winner", LastGame(0, (121, 90)), 0, id="winner"),
        pytest.param("partnership", "loser", LastGame(0, (121, 90)), 1, id="losing-partner-left"),
        pytest.param("partnership", "winner", LastGame(0, (121, 90)), 2, id="partner-in-turn"),
        pytest.param("three_hand", "loser", LastGame(0, (121, 90, 80)), 2, id="lowest-of-three"),
        pytest.param("three_hand", "loser", LastGame(0, (121, 80, 80)), None, id="equal-losers"),
    ],
)
def test_first_dealer_of_the_next_game(variant, option, last, dealer):
    assert first_dealer_of(Rules.of(variant, first_deal=option), last) == dealer


def test_assigned_dealer_is_named_by_somebody_else():
    with pytest.raises(RulesInvalid):
        first_dealer_of(Rules.of(first_deal="assigned"), None)
