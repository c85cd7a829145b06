"""Before the first cut: the game is made, the seats accept its rules.

Rule: docs/rules.md#cut-for-deal
"""

from games.engine import errors
from games.engine.commands import Command, CreateGame, TakeSeat
from games.engine.draft import Draft
from games.engine.events import GameCreated, SeatTaken
from games.engine.phases.start import peg_start
from games.engine.rules import Rules


def judge_new(draft: Draft, command: Command) -> None:
    """Open the game."""
    if not isinstance(command, CreateGame):
        raise errors.WrongPhase("there is no game yet")
    rules, dealer = command.rules, command.first_dealer
    _check_first_dealer(rules, dealer)
    draft.add(GameCreated(rules, rules.numbers.seats, dealer, rules.start_pegs))


def _check_first_dealer(rules: Rules, dealer: int | None) -> None:
    if dealer is None and rules.first_deal == "assigned":
        raise errors.RulesInvalid("the first dealer must be named", option="first_deal")
    if dealer is not None and rules.first_deal == "cut":
        raise errors.RulesInvalid("the first dealer is found by cutting", option="first_deal")
    if dealer is not None and dealer not in range(rules.numbers.seats):
        raise errors.NoSuchSeat(
            f"the first dealer is a seat from 0 to {rules.numbers.seats - 1}", seat=dealer
        )


def judge_seating(draft: Draft, command: Command) -> None:
    """Let a seat accept the rules."""
    if not isinstance(command, TakeSeat):
        raise errors.WrongPhase("the seats are not all taken yet")
    if draft.state.seated[command.seat]:
        raise errors.SeatTaken("the seat is taken", seat=command.seat)
    if command.digest != draft.state.rules.digest:
        raise errors.RulesDigestMismatch(
            "these are not the rules of this game", digest=draft.state.rules.digest
        )
    draft.add(SeatTaken(command.seat, command.digest))
    peg_start(draft)
