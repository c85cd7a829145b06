"""What the ranks of a shown hand are worth, by one look into a table.

Fifteens, pairs and runs depend on ranks only. Every rank has a weight, and the
sum of the weights of four or five cards is a place in a table of bytes. A
greedy search found the weights: the smallest with which two sets of ranks share
a place only when they are worth the same. The tests visit every set of ranks
and would notice a clash.

Both tables are filled in one pass when the module is loaded: about 10 ms.
"""

from typing import Final

from scoring.cards import PACK, SUITS

_WEIGHTS: Final = (0, 1, 5, 21, 90, 214, 687, 1679, 4266, 9076, 15994, 35711, 58371)

WEIGHT: Final = (0, *_WEIGHTS)
"""Weight by ``card.rank``; place 0 is never used."""

_FIELD: Final = 6  # bits: no more than 32 groups of five cards have one sum
_FIFTEEN: Final = 15 * _FIELD
_SUMS: Final = (1 << (_FIFTEEN + _FIELD)) - 1


def _rank_tables() -> tuple[bytes, bytes]:
    """Visit every set of at most five ranks once, lowest rank first.

    A step is (next rank, cards so far, sum of weights, groups by sum, points of
    pairs and finished runs, length of the open run, ways to choose its cards).
    """
    four = bytearray(4 * WEIGHT[13] + 1)
    # Five of one rank do not exist, but the discard tables read past them.
    five = bytearray(5 * WEIGHT[13] + 1)
    steps = [(1, 0, 0, 1, 0, 0, 1)]
    while steps:
        rank, size, place, sums, points, length, ways = steps.pop()
        for following in range(rank, 14):
            if following > rank and length:  # a rank is left out: the run is over
                points += length * ways if length >= 3 else 0
                length, ways = 0, 1
            value, weight, grown = min(following, 10) * _FIELD, WEIGHT[following], sums
            for copies in range(1, min(4, 5 - size) + 1):
                grown = (grown + (grown << value)) & _SUMS
                held, at = size + copies, place + copies * weight
                worth, chosen = points + copies * (copies - 1), ways * copies
                if held >= 4:
                    run = (length + 1) * chosen if length >= 2 else 0
                    table = four if held == 4 else five
                    table[at] = worth + run + 2 * (grown >> _FIFTEEN)
                if held < 5:
                    steps.append((following + 1, held, at, grown, worth, length + 1, chosen))
    return bytes(four), bytes(five)


FOUR, FIVE = _rank_tables()
"""Points of fifteens, pairs and runs by the sum of four or five weights."""

_SUITS_AT: Final = 20
PLACE: Final = (1 << _SUITS_AT) - 1
FOUR_ALIKE: Final = 0b100_100_100_100 << _SUITS_AT
CARDS: Final = 32


def _packed(code: int) -> int:
    card = PACK[code]
    counter = 1 << (_SUITS_AT + 3 * SUITS.index(card.suit))
    return 1 << (CARDS + code) | counter | WEIGHT[card.rank]


PACKED: Final = tuple(_packed(code) for code in range(52))
"""Weight (20 bits), suit counters (4 times 3 bits) and card (52 bits) in one int.

Added up over a hand they give the place in the table (``& PLACE``), whether
four are of one suit (``& FOUR_ALIKE``) and the set of cards (``>> CARDS``); a
card that is there twice carries, so that fewer bits are set than cards held.
"""
