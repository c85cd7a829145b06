"""What the pone starts with, once a game, before its first deal.

Rule: docs/rules.md#five-card
"""

from games.engine.draft import Draft


def peg_start(draft: Draft) -> None:
    """Peg the pone's start as soon as it is known who deals first."""
    state = draft.state
    points = state.rules.numbers.pone_start
    if state.phase == "between_deals" and points:
        pone = (state.next_dealer + 1) % state.seats
        draft.peg(pone, points, "start", (("start", points),))
