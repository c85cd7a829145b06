"""The criteria of a Swiss round as one exact whole number a pair.

====  ================================================================  ==========
key   what is kept small, the first before all others                   ignored by
====  ================================================================  ==========
..    pairs that have met already, then how lately they did             barred
..    sit-outs that the one who rests has had                           barred
K1    how far above the lowest the one who rests stands
K2    the squares of the score differences
K3    pairs of two scores with one who floated in the last two rounds
K4    pairs that rather should not meet
K5    pairs whose two are both owed the first deal, or the second
K6    how far a pair is from the pattern of its score group             random
K7    a number drawn from the seed
====  ================================================================  ==========

Each criterion is a digit of its own: what one step of it weighs is more than all
pairs together can lose by those after it. Where a repeat is barred the first two
never arise.

Rule: docs/rules.md#swiss
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Literal, NamedTuple

from tournaments.chance import mixed
from tournaments.pairing.byes import sit_outs_of
from tournaments.pairing.charts import ChartRound, Pair
from tournaments.pairing.situation import Situation, Standing

Pattern = Literal["slide", "fold", "adjacent", "random"]

FLOAT_ROUNDS = 2
MOST_OWED = 3
SALTS = 1024


class Contender(NamedTuple):
    """What the criteria read of one entry.

    ``height`` counts the standings below it; ``at`` is its place in its score
    group of ``size``; ``owed`` is second deals less first deals.
    """

    entry: int
    score: int
    height: int
    at: int
    size: int
    has_floated: bool
    owed: int
    dealt: int
    rests: int
    salt: int


class Past(NamedTuple):
    """What was played: the rounds in which two met, rests, and first deals."""

    met: Mapping[Pair, Sequence[int]]
    rests: Mapping[int, int]
    owed: Mapping[int, int]
    dealt: Mapping[int, int]


def past_of(history: Iterable[ChartRound]) -> Past:
    """Read what the criteria need from the rounds played.

    Args:
        history: of this stage, in order.

    Returns:
        Meetings, sit-outs and first deals.
    """
    rounds = tuple(history)
    met: defaultdict[Pair, list[int]] = defaultdict(list)
    owed: Counter[int] = Counter()
    dealt: dict[int, int] = {}
    for round_ in rounds:
        for table in round_.tables:
            met[table.pair].append(round_.number)
            for entry in table.sides:
                owed[entry] += -1 if entry == table.first_dealer else 1
            dealt[table.first_dealer] = round_.number
    return Past(met, sit_outs_of(rounds), owed, dealt)


def contenders_of(
    entries: Sequence[int], situation: Situation, past: Past, *, number: int, rng_seed: int
) -> tuple[Contender, ...]:
    """Put everybody who is there in order, the best first.

    Args:
        entries: who plays this round; each once.
        situation: who is missing in its standings has no points and shares the
            last place.
        past: of this stage.
        number: of the round.
        rng_seed: equal places stand in an order drawn from it.

    Returns:
        One contender each, by score, place and lot.
    """
    known = {one.entry: one for one in situation.standings}
    last = 1 + max((one.place for one in known.values()), default=0)
    standings = [known.get(entry, Standing(entry, 0, last)) for entry in entries]
    salt = {entry: mixed(rng_seed, number, at) for at, entry in enumerate(sorted(entries))}
    standings.sort(key=lambda one: (-one.score, one.place, salt[one.entry]))
    sizes = Counter(one.score for one in standings)
    ranks = sorted({(one.score, -one.place) for one in standings})
    heights = {rank: height for height, rank in enumerate(ranks)}
    seen: Counter[int] = Counter()
    found = []
    for entry, score, place in standings:
        floated = situation.floats.get(entry, 0)
        found.append(
            Contender(
                entry=entry,
                score=score,
                height=heights[(score, -place)],
                at=seen[score],
                size=sizes[score],
                has_floated=floated > 0 and number - floated <= FLOAT_ROUNDS,
                owed=past.owed.get(entry, 0),
                dealt=past.dealt.get(entry, 0),
                rests=past.rests.get(entry, 0),
                salt=salt[entry] % SALTS,
            )
        )
        seen[score] += 1
    return tuple(found)


def pattern_distance(pattern: Pattern, one: Contender, other: Contender) -> int:
    """Say how far a pair is from the pattern.

    Args:
        pattern: ``slide`` pairs the first of a group of eight with the fifth,
            ``fold`` with the eighth, ``adjacent`` with the second.
        one: of two groups the one of the upper.
        other: the other.

    Returns:
        0 for a pair of the pattern and for every pair of ``random``. Of two
        groups the last of the upper is nearest to the first of the lower.
    """
    if pattern == "random":
        return 0
    if one.score != other.score:
        return one.size - 1 - one.at + other.at
    if pattern == "slide":
        return abs(abs(other.at - one.at) - one.size // 2)
    if pattern == "fold":
        return abs(one.at + other.at - one.size + 1)
    return abs(other.at - one.at) - 1


class Units(NamedTuple):
    """What one step of each criterion weighs."""

    pattern: int
    owed: int
    avoided: int
    floats: int
    gap: int
    height: int
    rests: int
    lately: int
    repeat: int


def units_of(contenders: Sequence[Contender], *, rounds: int) -> Units:
    """Choose units in mixed radix, so that no lesser criterion outweighs a greater.

    Args:
        contenders: everybody, the best first.
        rounds: number of the last round played.

    Returns:
        The units, the least first.
    """
    pairs = len(contenders) // 2 + 1
    gap = contenders[0].score - contenders[-1].score if contenders else 0
    most_rests = max((one.rests for one in contenders), default=0)
    # The most that one pair can cost by each criterion, from K7 upwards.
    bounds = (
        SALTS - 1,
        2 * len(contenders),
        MOST_OWED,
        1,
        2,
        gap**2,
        len(contenders),
        most_rests,
        rounds,
    )
    units = []
    unit = 1
    for bound in bounds:
        unit *= bound * pairs + 1
        units.append(unit)
    return Units(*units)


class Scale:
    """Weighs pairs and sit-outs of one round; the greatest sum is the round wanted."""

    def __init__(
        self,
        contenders: Sequence[Contender],
        past: Past,
        situation: Situation,
        *,
        pattern: Pattern,
        rounds: int,
    ) -> None:
        self.of = {one.entry: one for one in contenders}
        self.units = units_of(contenders, rounds=rounds)
        self.pattern: Pattern = pattern
        self.met = past.met
        self.avoided = _by_entry(situation.avoided)
        self.forbidden = _by_entry(situation.forbidden)
        self.opponents = _by_entry(past.met)

    def is_never(self, one: int, other: int) -> bool:
        """Say whether no round at all has this edge; keys below nought are places to rest."""
        return other in self.forbidden.get(one, ()) or one < 0

    def is_barred(self, one: int, other: int) -> bool:
        """Say whether two have met already or must never meet."""
        return other in self.opponents.get(one, ()) or other in self.forbidden.get(one, ())

    def pair(self, one: int, other: int) -> int:
        """Weigh a pair, of two scores the higher first; 0 would be perfect."""
        units, high, low = self.units, self.of[one], self.of[other]
        cost = (high.salt ^ low.salt) + units.pattern * pattern_distance(self.pattern, high, low)
        if high.owed * low.owed > 0:
            cost += units.owed * min(abs(high.owed), abs(low.owed), MOST_OWED)
        if other in self.avoided.get(one, ()):
            cost += units.avoided
        gap = high.score - low.score
        if gap:
            cost += units.floats * (high.has_floated + low.has_floated) + units.gap * gap * gap
        return -cost

    def any(self, one: int, other: int) -> int:
        """Weigh a pair that may have met already, or a sit-out."""
        if other < 0:
            return self._rest(one)
        if other not in self.opponents.get(one, ()):
            return self.pair(one, other)
        lately = self.met[Pair((one, other))][-1]
        return self.pair(one, other) - self.units.repeat - self.units.lately * lately

    def _rest(self, entry: int) -> int:
        one = self.of[entry]
        return -(one.salt + self.units.height * one.height + self.units.rests * one.rests)


def _by_entry(pairs: Iterable[Pair]) -> dict[int, set[int]]:
    found: defaultdict[int, set[int]] = defaultdict(set)
    for pair in pairs:
        one, other = pair
        found[one].add(other)
        found[other].add(one)
    return dict(found)
