"""What may come at any time: giving up, losing on time, and a director's ruling.

Rule: docs/rules.md#corrections
"""

from games.engine import errors
from games.engine.commands import (
    Abandon,
    Adjust,
    AskCut,
    Concede,
    ExtendClock,
    TimeOut,
    VoidDeal,
)
from games.engine.draft import Draft
from games.engine.events import CutAsked
from games.engine.rulings import (
    Abandoned,
    Adjusted,
    ClockExtended,
    Conceded,
    DealVoided,
    TimedOut,
)


def ask_cut(draft: Draft, command: AskCut) -> None:
    """Have the next pack cut before it is dealt."""
    if draft.state.asked:
        raise errors.AlreadyGiven("the cut has been asked for")
    draft.add(CutAsked(command.seat))


def concede(draft: Draft, command: Concede) -> None:
    """Give the game up: the pegs stay, the class is that of the score now."""
    if draft.state.phase == "seating":
        raise errors.WrongPhase("the seats are not all taken yet")
    draft.add(Conceded(command.seat))
    _lose(draft, command.seat)


def time_out(draft: Draft, command: TimeOut) -> None:
    """Let a seat lose on time; with three sides nobody would have won."""
    if draft.state.rules.numbers.sides != 2:
        raise errors.NotInRuleset("with three sides no game is lost on time")
    draft.add(TimedOut(command.seat))
    _lose(draft, command.seat)


def _lose(draft: Draft, seat: int) -> None:
    draft.win(1 - draft.state.rules.numbers.side_of(seat))


def abandon(draft: Draft, command: Abandon) -> None:
    """End the game without a result."""
    _check_made(draft)
    draft.add(Abandoned(command.reason))


def extend_clock(draft: Draft, command: ExtendClock) -> None:
    """Give all running clocks more time; the service keeps them."""
    _check_made(draft)
    draft.add(ClockExtended(command.seconds, command.cause))


def adjust(draft: Draft, command: Adjust) -> None:
    """Put a side's pegs where a ruling says; on the target it has won."""
    _check_made(draft)
    _check_reason(command.reason)
    target = draft.state.rules.target
    is_side = command.side in range(len(draft.state.pegs))
    if not is_side or not 0 <= command.back <= command.front <= target:
        raise errors.PegsImpossible("the back peg stands behind the front one", target=target)
    draft.add(Adjusted(command.side, command.back, command.front, command.reason, command.judges))
    if command.front == target:
        draft.win(command.side)


def void_deal(draft: Draft, command: VoidDeal) -> None:
    """Take a deal back to its start; an abandoned game goes on from there."""
    _check_reason(command.reason)
    deal = draft.state.deal
    if deal is None or deal.is_void or draft.state.phase == "between_deals":
        raise errors.WrongPhase("no deal is running")
    draft.add(DealVoided(deal.number, command.reason, command.judges))


def _check_made(draft: Draft) -> None:
    if draft.state.phase == "new":
        raise errors.WrongPhase("there is no game yet")


def _check_reason(reason: str) -> None:
    if not reason.strip():
        raise errors.ReasonMissing("say why")
