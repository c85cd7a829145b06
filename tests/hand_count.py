"""An independent count of a night: plain arithmetic on what was said, no code of the product.

A game to 121 is worth 2, against a loser below 91 it is worth 3; a sit-out counts as
a game won for 2 points. Who stands above whom: game points, games won, net spread,
then the spreads of the games won. Ratings are Glicko as published, a game at a time.
"""

from collections import defaultdict
from math import exp, log, pi, sqrt
from typing import NamedTuple

TARGET, SKUNK_BELOW = 121, 91
Q = log(10) / 400


class Played(NamedTuple):
    """One game: who beat whom, the loser's score, who dealt first if anybody knows."""

    winner: int
    loser: int
    loser_score: int
    first_dealer: int | None


def standings(games, rests, players):
    """Order the players, each with (game points, games won, net spread, plus)."""
    cards = {player: [2 * rests.count(player), rests.count(player), 0, 0] for player in players}
    for game in games:
        spread = TARGET - game.loser_score
        for column, value in enumerate(
            (3 if game.loser_score < SKUNK_BELOW else 2, 1, spread, spread)
        ):
            cards[game.winner][column] += value
        cards[game.loser][2] -= spread
    rows = {player: tuple(card) for player, card in cards.items()}
    return dict(sorted(rows.items(), key=lambda row: row[1], reverse=True))


def season_points(rows):
    """A card of nine games counts from 12 game points on."""
    return {player: card[0] if card[0] >= 12 else 0 for player, card in rows.items()}


def ratings(games):
    """Rate games in the order they are given; everybody starts at 1500, deviation 50."""
    rated = defaultdict(lambda: (1500.0, 50.0))
    for game in games:
        winner, loser = rated[game.winner], rated[game.loser]
        edges = {None: (38, -38), game.winner: (38,), game.loser: (-38,)}[game.first_dealer]
        rated[game.winner] = _after(winner, loser, edges, 1)
        rated[game.loser] = _after(loser, winner, [-edge for edge in edges], 0)
    return dict(rated)


def _after(own, other, edges, score):
    """One side after a game; two edges, each as likely, where nobody knows who dealt."""
    (value, deviation), (other_value, other_deviation) = own, other
    weight = Q / sqrt(1 + 3 * (Q * other_deviation / pi) ** 2)
    chances = [1 / (1 + exp(-weight * (value + edge - other_value))) for edge in edges]
    chance = sum(chances) / len(chances)
    slope = weight * sum(one * (1 - one) for one in chances) / len(chances)
    spread = chance * (1 - chance)
    variance = 1 / (1 / (deviation**2 + 0.5**2) + slope**2 / spread)
    moved = value + variance * slope * (score - chance) / spread
    return moved, min(max(sqrt(variance), 12.0), 50.0)
