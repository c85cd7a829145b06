"""Single elimination: one loss and out.

Rounds are numbered from 1; the last holds the final as match 1, and the match
for the third place as match 2 where there is one.

Rule: docs/rules.md#single-elimination
"""

from tournaments.brackets.seeding import bracket_size, first_slots
from tournaments.brackets.tree import Bracket, Feed, Loser, Nobody, Node, Seed, Winner


def single_elimination(entries: int, *, third_place: bool = False) -> Bracket:
    """Draw the tree for so many entries.

    Args:
        entries: how many play, 1 or more; a single one is champion at once.
        third_place: the losers of the semi-finals meet too.

    Returns:
        The bracket; byes stand opposite the top seeds, and the first two
        seeds can meet only in the final.

    Raises:
        PairingImpossible: nobody plays.
    """
    rounds = bracket_size(entries).bit_length() - 1
    if rounds == 0:
        return Bracket((), None)
    nodes = [Node((1, number), feeds) for number, feeds in enumerate(first_feeds(entries), start=1)]
    for round_ in range(2, rounds + 1):
        for number in range(1, (1 << (rounds - round_)) + 1):
            above, below = (round_ - 1, 2 * number - 1), (round_ - 1, 2 * number)
            nodes.append(Node((round_, number), (Winner(above), Winner(below))))
    if third_place and rounds > 1:
        semis = ((rounds - 1, 1), (rounds - 1, 2))
        nodes.append(Node((rounds, 2), (Loser(semis[0]), Loser(semis[1]))))
    return Bracket(tuple(nodes), (rounds, 1))


def first_feeds(entries: int) -> tuple[tuple[Feed, Feed], ...]:
    """List what feeds the matches of the first round.

    Args:
        entries: how many play, 2 or more.

    Returns:
        Seeds and empty slots from top to bottom.

    Raises:
        PairingImpossible: fewer than two play.
    """
    return tuple((_seeded(one), _seeded(other)) for one, other in first_slots(entries))


def _seeded(seed: int | None) -> Feed:
    return Nobody() if seed is None else Seed(seed)


def round_name(round_: int, rounds: int) -> str:
    """Name a round by how far it is from the final.

    Args:
        round_: number of the round, from 1.
        rounds: how many rounds the bracket has.

    Returns:
        ``Final``, ``Semi-finals``, ``Quarter-finals`` or ``Round of 16`` and up.
    """
    left = rounds - round_
    near = ("Final", "Semi-finals", "Quarter-finals")
    return near[left] if left < len(near) else f"Round of {2 << left}"
