"""Who plays on in a consolation or a plate: read from what a bracket is now.

A match between two entries is *played* once it has an outcome, unless it was a
forfeit; a bye is never one.

Rule: docs/rules.md#consolation
"""

from collections.abc import Collection, Iterator, Mapping, Sequence

from tournaments.brackets.tree import Bracket, Key, Standing


def first_match_losers(
    bracket: Bracket, now: Mapping[Key, Standing], *, forfeited: Collection[Key] = ()
) -> tuple[int, ...]:
    """List who lost the first match they played.

    Args:
        bracket: any; the first match may be in any round after byes.
        now: what each match is, as ``advance`` gave it.
        forfeited: matches that one side did not come to. Whoever won one has
            the first match still to play; whoever lost one is not fed.

    Returns:
        The losers in the order of the bracket; nobody of a double forfeit.

    Rule: docs/rules.md#consolation
    """
    losers: list[int] = []
    seen: set[int] = set()
    for key, one, other, loser in _decided(bracket, now):
        if key in forfeited:
            seen |= {loser} if loser is not None else {one, other}
            continue
        if loser is not None and loser not in seen:
            losers.append(loser)
        seen |= {one, other}
    return tuple(losers)


def losers_up_to(
    bracket: Bracket, now: Mapping[Key, Standing], round_: int, *, forfeited: Collection[Key] = ()
) -> tuple[int, ...]:
    """List who lost a match in one of the first rounds.

    Args:
        bracket: a knock-out with one loss and out.
        now: what each match is, as ``advance`` gave it.
        round_: number of the last round whose losers are wanted.
        forfeited: matches that one side did not come to; their losers are not
            fed.

    Returns:
        The losers in the order of the bracket, each once.

    Rule: docs/rules.md#consolation
    """
    losers = (
        loser
        for key, _, _, loser in _decided(bracket, now)
        if key[0] <= round_ and key not in forfeited and loser is not None
    )
    return tuple(dict.fromkeys(losers))


def non_qualifiers(everybody: Sequence[int], qualified: Collection[int]) -> tuple[int, ...]:
    """List who does not go on.

    Args:
        everybody: in the order of their places.
        qualified: who goes on.

    Returns:
        The others, in the same order.

    Rule: docs/rules.md#consolation
    """
    return tuple(entry for entry in everybody if entry not in qualified)


def _decided(
    bracket: Bracket, now: Mapping[Key, Standing]
) -> Iterator[tuple[Key, int, int, int | None]]:
    """Matches of two entries with an outcome: key, sides, loser of the match if it has one."""
    for node in bracket.nodes:
        match = now[node.key]
        one, other = match.sides
        if match.state == "decided" and isinstance(one, int) and isinstance(other, int):
            yield node.key, one, other, match.loser if isinstance(match.loser, int) else None
