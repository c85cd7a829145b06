"""Brackets played out in tests, round by round."""

from collections import Counter

from tournaments.brackets.tree import Outcome, advance


def play(bracket, seeds, winner_of, *, leaving=lambda round_: ()):
    """Play every match that gets ready.

    ``winner_of(sides)`` is a slot or None; ``leaving(round_)`` names entries that
    withdraw just before a round. Gives outcomes and who has withdrawn.
    """
    outcomes, withdrawn = {}, []
    for round_ in dict.fromkeys(node.key[0] for node in bracket.nodes):
        withdrawn += [entry for entry in leaving(round_) if entry not in withdrawn]
        now = advance(bracket, seeds, outcomes, withdrawn=withdrawn)
        for key, match in now.items():
            if key[0] == round_ and match.state == "ready":
                outcomes[key] = Outcome(winner_of(match.sides))
    return outcomes, withdrawn


def better_seed(sides):
    return 1 if sides[0] < sides[1] else 2


def losses_of(now):
    """How often each entry has lost; a double forfeit counts as every loss there is."""
    lost = Counter()
    for match in now.values():
        if match.state == "decided":
            gone = match.sides if not isinstance(match.winner, int) else ()
            lost.update(dict.fromkeys(gone, 99))
            lost.update([match.loser] if not gone else [])
    return lost
