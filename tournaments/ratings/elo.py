"""Plain Elo with the term for the first deal: the second opinion.

Zero-sum with equal K; fractions are kept, only pages round.

Rule: docs/rules.md#ratings
"""

from dataclasses import dataclass
from math import log
from typing import Literal

from tournaments.ratings.base import FirstDealer, Rated
from tournaments.ratings.first_deal import expected


@dataclass(frozen=True, slots=True)
class Elo:
    """Parameters in Elo points; another set is another instance.

    Args:
        k: the most one game can move a value.
        scale: the lead that makes a win ten times as likely as a loss.
        start: value of a newcomer.
        first_deal_edge: what the first deal is worth.
    """

    key: str = "elo"
    k: float = 4.0
    scale: float = 400.0
    start: float = 1500.0
    first_deal_edge: float = 38.0

    def initial(self) -> Rated:
        """Return the rating of somebody who has played no game.

        Rule: docs/rules.md#ratings
        """
        return Rated(self.start, 0.0, 0)

    def rate(
        self, winner: Rated, loser: Rated, first_dealer: FirstDealer | None
    ) -> tuple[Rated, Rated]:
        """Move two ratings by one game, by the same amount.

        Args:
            winner: before the game.
            loser: before the game.
            first_dealer: who dealt first, None if nobody knows.

        Returns:
            Both after the game, the winner's first.

        Rule: docs/rules.md#ratings
        """
        dealt_first = None if first_dealer is None else first_dealer == "winner"
        change = self.k * (1 - self._chance(winner.value - loser.value, dealt_first))
        return (
            Rated(winner.value + change, winner.deviation, winner.games + 1),
            Rated(loser.value - change, loser.deviation, loser.games + 1),
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
        return self._chance(
            one.value - other.value, None if first_dealer is None else first_dealer == "one"
        )

    def _chance(self, lead: float, dealt_first: bool | None) -> float:
        unit = log(10) / self.scale
        return expected(unit * lead, unit * self.first_deal_edge, dealt_first)
