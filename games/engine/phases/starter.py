"""The pone cuts, the card under the cut is turned.

Rule: docs/rules.md#starter
"""

from games.engine import errors
from games.engine.commands import Command, Cut
from games.engine.dealing import starter_cuts
from games.engine.draft import Draft
from games.engine.events import StarterCut
from games.engine.phases import heels


def judge(draft: Draft, command: Command) -> None:
    """Turn the starter."""
    if not isinstance(command, Cut):
        raise errors.WrongPhase("the starter has not been cut yet")
    if command.seat != draft.state.pone:
        raise errors.NotYourTurn("the dealer's left cuts for the starter")
    cuts = starter_cuts(draft.state.rules)
    if command.index not in cuts:
        raise errors.CutOutOfRange(
            f"lift {cuts[0]} to {cuts[-1]} cards off the pack", low=cuts[0], high=cuts[-1]
        )
    if command.card is None:
        raise ValueError("the service adds the card of a cut: see dealing.resolve_cut")
    draft.add(StarterCut(command.seat, command.index, command.card))
    heels.turn(draft)
