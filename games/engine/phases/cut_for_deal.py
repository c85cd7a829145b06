"""Low card deals; equal lowest cards are cut again from a new pack.

Rule: docs/rules.md#cut-for-deal
"""

from games.engine import errors
from games.engine.commands import Command, Cut, ShufflePack
from games.engine.dealing import PACK_SIZE
from games.engine.draft import Draft
from games.engine.events import CutOffered, CutTied, DealerCut
from games.engine.phases.start import peg_start


def judge(draft: Draft, command: Command) -> None:
    """Spread a pack, or let a seat take a card from it."""
    is_spread = draft.state.commitment is not None
    match command:
        case ShufflePack(commitment) if not is_spread:
            draft.add(CutOffered(commitment))
        case Cut() if is_spread:
            _cut(draft, command)
        case _:
            raise errors.WrongPhase("the seats cut for the deal")


def _cut(draft: Draft, command: Cut) -> None:
    cuts = draft.state.cuts
    if cuts[command.seat] is not None:
        raise errors.AlreadyCut("the seat has cut already")
    if command.index not in range(PACK_SIZE):
        raise errors.CutOutOfRange("the pack has places 0 to 51", low=0, high=PACK_SIZE - 1)
    if any(cut is not None and cut[0] == command.index for cut in cuts):
        raise errors.CardTaken("another seat has taken this card", index=command.index)
    if command.card is None:
        raise ValueError("the service adds the card of a cut: see dealing.resolve_cut")
    draft.add(DealerCut(command.seat, command.index, command.card))
    if draft.state.phase == "cut_for_deal" and None not in draft.state.cuts:
        draft.add(CutTied())
    peg_start(draft)
