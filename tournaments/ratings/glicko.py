"""Glicko for cribbage: fixed volatility, a term for the first deal, hard clamps.

| part of the published system | here |
|---|---|
| rating, deviation, g(deviation), expected score | as published ("The Glicko system") |
| rating period | one game: a result counts as soon as it is final |
| deviation grows with time | by a fixed volatility a game; no calendar |
| volatility of Glicko-2 | not: it bought nothing in 1,000,000 games and can run away |
| start deviation 350 | 50: players of cribbage differ by about 40 Elo, not by 350 |
| first player | the first deal is worth 38 Elo; a mixture where it is not known |
| limits | value and deviation are clamped, and with the deviation the change of one game |

Rule: docs/rules.md#ratings
"""

from dataclasses import dataclass
from math import exp, pi, sqrt
from typing import Literal

from tournaments.ratings.base import FirstDealer, Rated
from tournaments.ratings.first_deal import Q, expected, mixed_news

_SPREADING = 3 * Q * Q / (pi * pi)
_new_rated = tuple.__new__


@dataclass(frozen=True, slots=True)
class Glicko:
    """Parameters in Elo points; another set is another instance.

    Args:
        start: value of a newcomer.
        start_deviation: deviation of a newcomer, and the widest there is.
        least_deviation: nobody is known better than this.
        volatility: what one game adds to the deviation before it is rated.
        first_deal_edge: what the first deal is worth.
        lowest: no value falls below.
        highest: no value rises above. One game moves a value by less than
            ``start_deviation`` squared times Q, which is 14.4 Elo.
    """

    key: str = "glicko"
    start: float = 1500.0
    start_deviation: float = 50.0
    least_deviation: float = 12.0
    volatility: float = 0.5
    first_deal_edge: float = 38.0
    lowest: float = 1000.0
    highest: float = 2000.0

    def initial(self) -> Rated:
        """Return the rating of somebody who has played no game.

        Rule: docs/rules.md#ratings
        """
        return Rated(self.start, self.start_deviation, 0)

    def rate(
        self, winner: Rated, loser: Rated, first_dealer: FirstDealer | None
    ) -> tuple[Rated, Rated]:
        """Move two ratings by one game.

        Args:
            winner: before the game.
            loser: before the game.
            first_dealer: who dealt first, None if nobody knows.

        Returns:
            Both after the game, the winner's first; the winner's value never
            falls and the loser's never rises.

        Rule: docs/rules.md#ratings
        """
        # Written out: a rebuild spends its time here. For both sides the lead is the
        # winner's, so that the chance is the chance of what happened.
        winner_value, winner_deviation, winner_games = winner
        loser_value, loser_deviation, loser_games = loser
        lead = winner_value - loser_value
        drift = self.volatility * self.volatility
        winner_shrink = Q / sqrt(1 + _SPREADING * loser_deviation * loser_deviation)
        loser_shrink = Q / sqrt(1 + _SPREADING * winner_deviation * winner_deviation)
        if first_dealer is None:
            winner_push, winner_told = mixed_news(lead, self.first_deal_edge, winner_shrink)
            loser_push, loser_told = mixed_news(lead, self.first_deal_edge, loser_shrink)
        else:
            lead += self.first_deal_edge if first_dealer == "winner" else -self.first_deal_edge
            winner_push = winner_shrink / (1 + exp(winner_shrink * lead))
            loser_push = loser_shrink / (1 + exp(loser_shrink * lead))
            winner_told = winner_push * (winner_shrink - winner_push)
            loser_told = loser_push * (loser_shrink - loser_push)
        prior = winner_deviation * winner_deviation + drift
        variance = prior / (1 + prior * winner_told)
        winner_value += variance * winner_push
        if not self.lowest < winner_value < self.highest:
            winner_value = min(winner_value, self.highest)
        winner_deviation = sqrt(variance)
        if not self.least_deviation < winner_deviation < self.start_deviation:
            winner_deviation = self._clamped(winner_deviation)
        prior = loser_deviation * loser_deviation + drift
        variance = prior / (1 + prior * loser_told)
        loser_value -= variance * loser_push
        if not self.lowest < loser_value < self.highest:
            loser_value = max(loser_value, self.lowest)
        loser_deviation = sqrt(variance)
        if not self.least_deviation < loser_deviation < self.start_deviation:
            loser_deviation = self._clamped(loser_deviation)
        return (
            _new_rated(Rated, (winner_value, winner_deviation, winner_games + 1)),
            _new_rated(Rated, (loser_value, loser_deviation, loser_games + 1)),
        )

    def predict(
        self, one: Rated, other: Rated, first_dealer: Literal["one", "other"] | None
    ) -> float:
        """Return the chance that ``one`` wins the next game.

        Args:
            one: the rating asked about.
            other: the opponent's.
            first_dealer: who will deal first, None if that is not settled.

        Rule: docs/rules.md#ratings
        """
        variance = one.deviation**2 + other.deviation**2
        shrink = Q / sqrt(1 + _SPREADING * variance)
        dealt_first = None if first_dealer is None else first_dealer == "one"
        return expected(
            shrink * (one.value - other.value), shrink * self.first_deal_edge, dealt_first
        )

    def _clamped(self, deviation: float) -> float:
        return min(max(deviation, self.least_deviation), self.start_deviation)
