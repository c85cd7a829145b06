"""How likely two who met in the upper bracket meet again in the lower one.

Exact, with every match a coin flip, and counted on the very tree that is played:
whoever loses match m goes down one known path, and its winner, if it loses later,
down another; they meet where the paths join, if both win every match before.
The last lower round is left out: it cannot be helped.

How one upper round drops moves its own losers only, so a pair of rounds can be
counted by itself, and the best of all combinations is found from pairs.
"""

from fractions import Fraction
from itertools import combinations, product
from typing import NamedTuple

from tournaments.brackets.double import double_elimination, parts_of
from tournaments.brackets.drops import REORDERS, reordered

NEVER = 10**6


class Rematches(NamedTuple):
    """The first lower round with a possible rematch, and how many to expect."""

    first: int
    expected: Fraction


def rematches(size, orders):
    """Count the rematches of a whole bracket."""
    rounds = range(1, size.bit_length())
    counted = [_between(size, orders, *pair) for pair in combinations(rounds, 2)]
    return _joined(counted)


def best_orders(size):
    """Try every combination: the latest first rematch, then the fewest."""
    last = size.bit_length() - 1
    choices = {round_: _different(size >> round_) for round_ in range(2, last)}
    choices |= {1: ["N"], last: ["N"]}
    pairs = {
        (one, other): {
            (a, b): _between(size, _natural(last, {one: a, other: b}), one, other)
            for a, b in product(choices[one], choices[other])
        }
        for one, other in combinations(range(1, last + 1), 2)
    }

    def count(combination):
        of = dict(enumerate(("N", *combination, "N"), start=1))
        return _joined([found[of[one], of[other]] for (one, other), found in pairs.items()])

    return min(
        (count(each) for each in product(*(choices[round_] for round_ in range(2, last)))),
        key=lambda counted: (-counted.first, counted.expected),
    )


def _joined(counted):
    return Rematches(
        min((each.first for each in counted), default=NEVER),
        sum((each.expected for each in counted), Fraction()),
    )


def _natural(last, but):
    return [but.get(round_, "N") for round_ in range(2, last + 1)]


def _different(matches):
    found = {}
    for how in REORDERS:
        found.setdefault(reordered(how, matches), how)
    return list(found.values())


def _between(size, orders, lost_in, dropped_in):
    """Those who met in one upper round, of whom the winner lost in a later one."""
    bracket = double_elimination(size, reset="none", orders=orders)
    parts = parts_of(size, reset="none")
    winners, losers = bracket.links()
    last = len(parts)
    first, expected = NEVER, Fraction()
    start = next(at for at, part in enumerate(parts, 1) if part == ("upper", lost_in))
    for number in range(1, (size >> lost_in) + 1):
        above = (start, number)
        for _ in range(dropped_in - lost_in):
            above = winners[above].match
        down, later = (_path(losers[key], winners) for key in ((start, number), above))
        met = next(key for key in later if key in down)
        if met[0] < last:
            wins = dropped_in - lost_in + down.index(met) + later.index(met)
            expected += Fraction(1, 2**wins)
            first = min(first, parts[met[0] - 1].number)
    return Rematches(first, expected)


def _path(link, winners):
    path = []
    while link:
        path.append(link.match)
        link = winners.get(link.match)
    return path
