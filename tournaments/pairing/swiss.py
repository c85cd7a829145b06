"""One round of a Swiss event: those of equal score meet, and nobody meets twice.

A field of ``EXACT_UP_TO`` is solved as one matching with every criterion exact; the
more so one that cannot go without a repeat or a second sit-out. A longer one is
solved block by block, with the sit-out given away beforehand.

What a round cannot avoid is given up in this order, as little as can be, and
labelled: a pair to be avoided, a second sit-out, a repeat, the oldest meeting first.
A pair that is forbidden is never made: who finds nobody else sits out.

Rule: docs/rules.md#swiss
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Literal, NamedTuple

from tournaments.errors import PairingImpossible, SameEntryTwice
from tournaments.pairing.blocks import Couple, block_matching, full_matching
from tournaments.pairing.charts import ChartRound, Pair, Table
from tournaments.pairing.criteria import (
    Contender,
    Past,
    Pattern,
    Scale,
    contenders_of,
    past_of,
)
from tournaments.pairing.situation import Situation

EXACT_UP_TO = 64


class Given(NamedTuple):
    """What a round gave up, and for whom.

    ``why`` is the reason of an avoided pair, how many sit-outs it makes, or the
    round of the last meeting.
    """

    what: Literal["avoided_pair", "second_sit_out", "repeat", "unpaired"]
    entries: tuple[int, ...]
    why: str | int | None = None


class Float(NamedTuple):
    """Two of different scores who meet, the higher first, and the difference."""

    entries: tuple[int, int]
    gap: int


@dataclass(frozen=True, slots=True)
class SwissRound:
    """A round that was drawn, and what there is to say about it.

    ``both_owed`` are pairs of which both have dealt first too seldom, or too
    often; ``is_exact`` tells the one matching of everybody from the blocks.
    """

    drawn: ChartRound
    floats: tuple[Float, ...]
    relaxed: tuple[Given, ...]
    both_owed: tuple[tuple[int, int], ...]
    is_exact: bool


class _Draw(NamedTuple):
    """Who meets, the better first, and who sits out."""

    couples: tuple[Couple, ...]
    rests: tuple[int, ...]
    is_exact: bool


def pair_round(
    entries: Sequence[int],
    history: Sequence[ChartRound] = (),
    situation: Situation | None = None,
    *,
    pattern: Pattern = "slide",
    rng_seed: int = 0,
    exact_up_to: int = EXACT_UP_TO,
) -> SwissRound:
    """Draw the next round of a Swiss event.

    Args:
        entries: who plays this round, in any order.
        history: the rounds of this stage, as they were played; who was absent
            neither met anybody nor sat out.
        situation: standings, floats, forbidden and avoided pairs.
        pattern: who meets within a score group.
        rng_seed: the recorded seed.
        exact_up_to: the longest field that is solved as one.

    Returns:
        The round, numbered on from the last one played; table 1 has the best.

    Raises:
        PairingImpossible: fewer than two are there.
        SameEntryTwice: somebody is named twice.

    Rule: docs/rules.md#swiss
    """
    if len(set(entries)) != len(entries):
        raise SameEntryTwice("An entry is named twice. Name everybody once.")
    if len(entries) < 2:
        raise PairingImpossible(
            "A round needs two who are there. Check somebody in, or end the event.",
            entries=len(entries),
        )
    situation = situation or Situation()
    past = past_of(history)
    number = 1 + max((round_.number for round_ in history), default=0)
    field = contenders_of(entries, situation, past, number=number, rng_seed=rng_seed)
    scale = Scale(field, past, situation, pattern=pattern, rounds=number - 1)
    draw = _in_blocks(field, scale, pattern) if len(field) > exact_up_to else None
    return _told(draw or _exact(field, scale), scale, past, situation, number)


def judge_round(
    couples: Sequence[Couple],
    rests: Sequence[int],
    history: Sequence[ChartRound] = (),
    situation: Situation | None = None,
    *,
    number: int,
    rng_seed: int = 0,
) -> SwissRound:
    """Say of a round that was made by hand what its draw would have said of it.

    Args:
        couples: who meets; nobody twice.
        rests: who sits out.
        history: the rounds before it, as they were played.
        situation: as for ``pair_round``.
        number: of the round.
        rng_seed: tells who deals first of two who are owed it alike.

    Returns:
        The round as if it had been drawn; table 1 has the best.

    Raises:
        PairingImpossible: two meet who must not; ``entries`` names them.

    Rule: docs/rules.md#swiss
    """
    situation = situation or Situation()
    for couple in couples:
        if Pair(couple) in situation.forbidden:
            raise PairingImpossible("Two meet who must not.", entries=list(couple))
    past = past_of(history)
    entries = [*(entry for couple in couples for entry in couple), *rests]
    field = contenders_of(entries, situation, past, number=number, rng_seed=rng_seed)
    scale = Scale(field, past, situation, pattern="random", rounds=number - 1)
    return _told(
        _Draw(tuple(couples), tuple(rests), is_exact=False), scale, past, situation, number
    )


def _exact(field: Sequence[Contender], scale: Scale) -> _Draw:
    """Solve everybody at once; only forbidden pairs are no edges."""
    entries = [one.entry for one in field]
    places = len(entries) % 2
    while True:
        # A place to sit out is a key below nought, which no entry has.
        order = [*entries, *range(-1, -1 - places, -1)]
        couples = full_matching(order, scale.is_never, scale.any)
        if 2 * len(couples) == len(order):
            break
        places += len(order) - 2 * len(couples)
    rests = {max(couple) for couple in couples if min(couple) < 0}
    return _Draw(
        tuple(couple for couple in couples if min(couple) >= 0),
        tuple(entry for entry in reversed(entries) if entry in rests),
        is_exact=True,
    )


def _in_blocks(field: Sequence[Contender], scale: Scale, pattern: Pattern) -> _Draw | None:
    """Solve a long field, unless it cannot go without a repeat or a second sit-out."""
    rests: tuple[int, ...] = ()
    if len(field) % 2:
        free = [one for one in field if not one.rests]
        if not free:
            return None
        rests = (min(free, key=lambda one: (one.height, one.salt)).entry,)
    order = [entry for entry in _arranged(field, pattern) if entry not in rests]
    couples = block_matching(order, scale.is_barred, scale.pair)
    if 2 * len(couples) < len(order):
        return None
    return _Draw(couples, rests, is_exact=False)


def _arranged(field: Sequence[Contender], pattern: Pattern) -> Iterator[int]:
    """Put those who should meet beside one another, score group by score group."""
    for _, members in groupby(field, key=lambda one: one.score):
        group = list(members)
        if pattern == "random":
            group.sort(key=lambda one: one.salt)
        half = len(group) // 2
        upper, lower = group[:half], group[half:]
        if pattern == "fold":
            lower.reverse()
        if pattern in ("slide", "fold"):
            group = [one for couple in zip(upper, lower, strict=False) for one in couple]
            group += lower[half:]
        yield from (one.entry for one in group)


def _told(draw: _Draw, scale: Scale, past: Past, situation: Situation, number: int) -> SwissRound:
    """Seat a draw and list what is to be said about it."""
    rank = {entry: at for at, entry in enumerate(scale.of)}
    couples = [(a, b) if rank[a] < rank[b] else (b, a) for a, b in draw.couples]
    couples.sort(key=lambda couple: rank[couple[0]])
    return SwissRound(
        drawn=ChartRound(
            number,
            tuple(_table(at, couple, scale, past) for at, couple in enumerate(couples, start=1)),
            draw.rests,
        ),
        floats=tuple(_floats(couples, scale)),
        relaxed=tuple(_relaxed(couples, draw.rests, past, situation)),
        both_owed=tuple(
            (one, other) for one, other in couples if scale.of[one].owed * scale.of[other].owed > 0
        ),
        is_exact=draw.is_exact,
    )


def _table(number: int, couple: Couple, scale: Scale, past: Past) -> Table:
    """Let the one deal first who is owed it more, then whose last time is longer ago."""
    one, other = (scale.of[entry] for entry in couple)
    dealer = min(one, other, key=lambda who: (-who.owed, who.dealt, who.salt))
    meeting = 1 + len(past.met.get(Pair(couple), ()))
    return Table(number, couple, (2 * number - 1, 2 * number), dealer.entry, meeting)


def _floats(couples: Sequence[Couple], scale: Scale) -> Iterator[Float]:
    for one, other in couples:
        if gap := scale.of[one].score - scale.of[other].score:
            yield Float((one, other), gap)


def _relaxed(
    couples: Sequence[Couple], rests: Sequence[int], past: Past, situation: Situation
) -> Iterator[Given]:
    """Label what was given up, in the order in which it is."""
    for couple in couples:
        if reason := situation.avoided.get(Pair(couple)):
            yield Given("avoided_pair", couple, reason)
    for entry in rests:
        if past.rests.get(entry):
            yield Given("second_sit_out", (entry,), past.rests[entry] + 1)
    for couple in couples:
        if meetings := past.met.get(Pair(couple)):
            yield Given("repeat", couple, meetings[-1])
    fewest = (2 * len(couples) + len(rests)) % 2
    for entry in rests[fewest:]:
        yield Given("unpaired", (entry,))
