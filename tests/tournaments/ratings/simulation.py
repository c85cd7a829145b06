"""Games of players whose true skill is known, to judge what ratings make of them.

Skill sd 40 Elo, first-deal edge 38 Elo, uneven activity; predictions are made
before each game and scored on the second half.
"""

import random
from itertools import accumulate
from math import log
from statistics import fmean, pstdev
from typing import NamedTuple

from tournaments.ratings.base import GameToRate, Rated, RatingSystem, rebuild

SKILL_SD = 40
EDGE = 38
DEALER_WINS = 1 / (1 + 10 ** (-EDGE / 400))


class Simulated(NamedTuple):
    games: list[GameToRate]
    skill: list[float]
    oracle: list[float]  # true chance of the winner, game by game


class Quality(NamedTuple):
    log_loss: float
    oracle: float
    dealer_only: float
    calibration_error: float  # in percentage points, weighted by games
    spread_ratio: float  # sd of the ratings ÷ sd of the true skill


def simulate(*, games: int, players: int, seed: int) -> Simulated:
    rng = random.Random(seed)
    skill = [rng.gauss(0, SKILL_SD) for _ in range(players)]
    activity = list(accumulate(rng.gammavariate(0.7, 1) for _ in range(players)))
    played, oracle = [], []
    while len(played) < games:
        dealer, pone = rng.choices(range(players), cum_weights=activity, k=2)
        if dealer == pone:
            continue
        chance = 1 / (1 + 10 ** (-(skill[dealer] - skill[pone] + EDGE) / 400))
        dealer_won = rng.random() < chance
        winner, loser = (dealer, pone) if dealer_won else (pone, dealer)
        first = "winner" if dealer_won else "loser"
        played.append(GameToRate(winner, loser, first, (len(played),)))
        oracle.append(chance if dealer_won else 1 - chance)
    return Simulated(played, skill, oracle)


def quality(system: RatingSystem, data: Simulated) -> Quality:
    ratings, history = rebuild(system, data.games, {})
    half = len(history) // 2
    dealer_won = [line.game.first_dealer == "winner" for line in history[half:]]
    by_system = [
        _dealer_chance(system, line.winner_before, line.loser_before, won)
        for line, won in zip(history[half:], dealer_won, strict=True)
    ]
    return Quality(
        log_loss=_loss(by_system, dealer_won),
        oracle=-fmean(log(chance) for chance in data.oracle[half:]),
        dealer_only=_loss([DEALER_WINS] * len(dealer_won), dealer_won),
        calibration_error=_calibration_error(by_system, dealer_won),
        spread_ratio=_spread_ratio(ratings, data.skill),
    )


def _dealer_chance(system, winner: Rated, loser: Rated, dealer_won: bool) -> float:
    dealer, pone = (winner, loser) if dealer_won else (loser, winner)
    return system.predict(dealer, pone, "one")


def _loss(chances: list[float], won: list[bool]) -> float:
    return -fmean(log(c if w else 1 - c) for c, w in zip(chances, won, strict=True))


def _calibration_error(chances: list[float], won: list[bool]) -> float:
    pairs = sorted(zip(chances, won, strict=True))
    size = len(pairs) // 10
    bins = [pairs[i * size : (i + 1) * size] for i in range(10)]
    return 100 * fmean(abs(fmean(c for c, _ in b) - fmean(w for _, w in b)) for b in bins)


def _spread_ratio(ratings: dict, skill: list[float]) -> float:
    known = [player for player, rated in ratings.items() if rated.games >= 20]
    return pstdev(ratings[p].value for p in known) / pstdev(skill[p] for p in known)
