"""Two for his heels: a jack as starter, taken by the dealer or forfeited.

Rule: docs/rules.md#heels
"""

from games.engine import errors
from games.engine.commands import ClaimHeels, EndWindow, WaiveHeels
from games.engine.draft import Draft
from games.engine.events import GraceEnded, WindowClosed, WindowOpened
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


def judge(draft: Draft, command: ClaimHeels | WaiveHeels | EndWindow) -> None:
    """Settle a claim, a waiver, or the end of the grace."""
    if isinstance(command, EndWindow):
        if draft.state.dealing.heels != "grace":
            raise errors.WrongPhase("no grace is running")
        draft.add(GraceEnded())
        return
    _check_open(draft, command.seat)
    if isinstance(command, ClaimHeels):
        draft.add(WindowClosed("heels", "claimed"))
        _peg(draft)
    else:
        draft.add(WindowClosed("heels", "waived"))


def check_lead(rules: Rules, deal: DealState) -> None:
    """Refuse the lead while the dealer's grace runs."""
    if deal.heels == "grace":
        raise errors.ClaimWindowOpen(
            "the dealer may still claim heels", retry_after=rules.heels_grace
        )


def forfeit(draft: Draft, deal: DealState) -> None:
    """Close an open claim before the card that forfeits it."""
    if deal.heels == "open":
        draft.add(WindowClosed("heels", "forfeited"))


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
