"""Fields with a past, for the tests and the benchmark of Swiss rounds."""

from random import Random

from tournaments.pairing.charts import ChartRound, Pair, Table
from tournaments.pairing.situation import Situation, Standing

SKUNKS = 0.12
SKILL = 45


class Field:
    """Entries 0 to n - 1 who have played some rounds, each with the next free neighbour.

    A late round of a small field leaves some without a game, as a greedy draw does.
    """

    def __init__(self, n, rounds, seed):
        self.chance = Random(seed)
        self.skill = [self.chance.gauss(0, SKILL) for _ in range(n)]
        self.score = dict.fromkeys(range(n), 0)
        self.met = {entry: set() for entry in range(n)}
        self.history = []
        for number in range(1, rounds + 1):
            self.history.append(self._round(number))

    @property
    def order(self):
        return sorted(self.score, key=lambda entry: (-self.score[entry], -self.skill[entry]))

    def situation(self):
        places = enumerate(self.order, start=1)
        return Situation(tuple(Standing(entry, self.score[entry], at) for at, entry in places))

    def have_met(self, one, other):
        return other in self.met[one]

    def _round(self, number):
        tables, free = [], self.order
        while free:
            one = free.pop(0)
            other = next((entry for entry in free if entry not in self.met[one]), None)
            if other is not None:
                free.remove(other)
                at = len(tables) + 1
                tables.append(Table(at, (one, other), (2 * at - 1, 2 * at), one))
                self._play(one, other)
        return ChartRound(number, tuple(tables))

    def _play(self, one, other):
        self.met[one].add(other)
        self.met[other].add(one)
        chance_of_one = 1 / (1 + 10 ** ((self.skill[other] - self.skill[one]) / 400))
        winner = one if self.chance.random() < chance_of_one else other
        self.score[winner] += 3 if self.chance.random() < SKUNKS else 2


def gaps(score, couples):
    """Sum of the score differences of a round, and of their squares."""
    found = [abs(score[one] - score[other]) for one, other in couples]
    return sum(found), sum(gap**2 for gap in found)


def met_pairs(history):
    return {table.pair for round_ in history for table in round_.tables}


def pairs(*couples):
    return frozenset(Pair(couple) for couple in couples)


def at_scores(*scores, **more):
    """Entries 1, 2, ... of these scores, each better placed than the next."""
    standings = [Standing(entry, score, entry) for entry, score in enumerate(scores, start=1)]
    return Situation(tuple(standings), **more)


def played(number, *couples, sit_outs=(), dealers=()):
    """One round, in which the first of a couple dealt first unless named otherwise."""
    tables = [
        Table(at, couple, (2 * at - 1, 2 * at), dealer)
        for at, (couple, dealer) in enumerate(
            zip(couples, dealers or [one for one, _ in couples], strict=True), start=1
        )
    ]
    return ChartRound(number, tuple(tables), tuple(sit_outs))


def couples_of(round_):
    return frozenset(table.pair for table in round_.drawn.tables)
