"""Two for his heels: a jack as starter, taken by the dealer or forfeited.

Rule: docs/rules.md#heels
"""

from games.engine import errors
from games.engine.commands import ClaimHeels, WaiveHeels
from games.engine.draft import Draft
from games.engine.events import CountDeclared, WindowClosed, WindowOpened
from games.engine.rules import Rules
from games.engine.state import DealState
from scoring.cards import JACK

POINTS = 2


def turn(draft: Draft) -> None:
    """See to heels when the starter has been turned."""
    starter = draft.state.dealing.starter
    if starter is None or starter.rank != JACK:
        return
    if draft.state.rules.heels == "auto":
        _peg(draft)
    else:
        draft.add(WindowOpened("heels"))


def judge(draft: Draft, command: ClaimHeels | WaiveHeels) -> None:
    """Settle a claim or a waiver."""
    _check_open(draft, command.seat)
    if isinstance(command, ClaimHeels):
        draft.add(WindowClosed("heels", "claimed"))
        _peg(draft)
    else:
        draft.add(WindowClosed("heels", "waived"))
        miss(draft)


def check_lead(rules: Rules, deal: DealState) -> None:
    """Refuse the lead while the dealer's grace runs."""
    if deal.heels == "grace":
        raise errors.ClaimWindowOpen(
            "the dealer may still claim heels", retry_after=rules.heels_grace
        )


def forfeit(draft: Draft, seat: int) -> bool:
    """Close an open claim before the card that forfeits it, and say whether it did."""
    state = draft.state
    deal = state.dealing
    if deal.heels != "open" or (state.rules.heels == "before_dealer_card" and seat != deal.dealer):
        return False
    draft.add(WindowClosed("heels", "forfeited"))
    return True


def miss(draft: Draft) -> None:
    """Let heels that were not taken be claimed, where muggins reaches so far."""
    state = draft.state
    if state.rules.muggins_heels:
        draft.add(CountDeclared(state.dealing.dealer, "heels", 0, 0, POINTS))


def _check_open(draft: Draft, seat: int) -> None:
    deal = draft.state.dealing
    if deal.heels == "none":
        raise errors.WrongPhase("the starter is no jack")
    if seat != deal.dealer:
        raise errors.NotDealer("heels belong to the dealer")
    if deal.heels == "claimed":
        raise errors.AlreadyClaimed("heels have been claimed")
    if deal.heels not in ("grace", "open"):
        raise errors.ClaimWindowClosed(f"heels were {deal.heels}")


def _peg(draft: Draft) -> None:
    draft.peg(draft.state.dealing.dealer, POINTS, "heels", (("heels", POINTS),))
