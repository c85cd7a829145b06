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
        if first_dealer is None:
            return self._rate_mixed(winner, loser)
        # Written out, as a rebuild spends its time here; `_after` says the same. For
        # both sides the lead is the winner's: the chance is that of what happened.
        value, deviation, games = winner
        loser_value, loser_deviation, loser_games = loser
        edge = self.first_deal_edge if first_dealer == "winner" else -self.first_deal_edge
        lead = value - loser_value + edge
        drift = self.volatility * self.volatility
        known, loser_known = deviation * deviation, loser_deviation * loser_deviation
        shrink = Q / sqrt(1 + _SPREADING * loser_known)
        push = shrink / (1 + exp(shrink * lead))
        prior = known + drift
        variance = prior / (1 + prior * push * (shrink - push))
        value += variance * push
        deviation = sqrt(variance)
        shrink = Q / sqrt(1 + _SPREADING * known)
        push = shrink / (1 + exp(shrink * lead))
        prior = loser_known + drift
        variance = prior / (1 + prior * push * (shrink - push))
        loser_value -= variance * push
        loser_deviation = sqrt(variance)
        # Past the named tuple's own constructor: a rebuild makes millions of them.
        after = _new_rated(Rated, (value, deviation, games + 1))
        loser_after = _new_rated(Rated, (loser_value, loser_deviation, loser_games + 1))
        if (
            self.least_deviation < deviation < self.start_deviation
            and self.least_deviation < loser_deviation < self.start_deviation
            and value < self.highest
            and loser_value > self.lowest
        ):
            return after, loser_after
        return self._clamped(after), self._clamped(loser_after)

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
        shrink = _shrink(sqrt(variance))
        dealt_first = None if first_dealer is None else first_dealer == "one"
        return expected(
            shrink * (one.value - other.value), shrink * self.first_deal_edge, dealt_first
        )

    def _rate_mixed(self, winner: Rated, loser: Rated) -> tuple[Rated, Rated]:
        """Both after a game of which nobody knows who dealt first."""
        lead = winner.value - loser.value
        news = mixed_news(lead, self.first_deal_edge, _shrink(loser.deviation))
        loser_news = mixed_news(lead, self.first_deal_edge, _shrink(winner.deviation))
        return self._after(winner, 1, *news), self._after(loser, -1, *loser_news)

    def _after(self, rated: Rated, sign: int, push: float, told: float) -> Rated:
        """One side after a game: ``push`` is the slope of its log likelihood."""
        prior = rated.deviation**2 + self.volatility**2
        variance = prior / (1 + prior * told)
        value = rated.value + sign * variance * push
        return self._clamped(Rated(value, sqrt(variance), rated.games + 1))

    def _clamped(self, rated: Rated) -> Rated:
        return Rated(
            min(max(rated.value, self.lowest), self.highest),
            min(max(rated.deviation, self.least_deviation), self.start_deviation),
            rated.games,
        )


def _shrink(deviation: float) -> float:
    return Q / sqrt(1 + _SPREADING * deviation * deviation)
