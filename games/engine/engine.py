"""The authority on one game: judge a command, apply an event, replay a log.

A decision is made in this order of refusals: the game is over, no such seat,
not in the rules, wrong phase, wrong role, wrong turn, wrong content.

Rule: docs/rules.md#play
"""

from collections.abc import Mapping
from types import MappingProxyType

from games.engine import errors
from games.engine.commands import ClaimHeels, Command, Nonce, WaiveHeels
from games.engine.draft import Draft
from games.engine.events import Event
from games.engine.evolving import evolve, replay
from games.engine.phases import PHASES
from games.engine.state import NEW, State

__all__ = ["NEW", "decide", "evolve", "handle", "replay"]


def decide(state: State, command: Command) -> tuple[Event, ...]:
    """Judge a command.

    Args:
        state: the game; ``NEW`` for ``CreateGame``.
        command: what a seat asks for or the service reports.

    Returns:
        The events it leads to, what the engine does by itself included.

    Raises:
        RuleViolation: the command is refused; nothing has changed.
        WrongCardCount, DuplicateCard: cards to lay away are not right.

    Rule: docs/rules.md#play
    """
    return handle(state, command)[0]


def handle(state: State, command: Command) -> tuple[tuple[Event, ...], State]:
    """Judge a command and apply its events at once.

    Args:
        state: as in ``decide``.
        command: as in ``decide``.

    Returns:
        The events and the state after them; the same as folding ``evolve``
        over ``decide``, for half the work.

    Raises:
        RuleViolation: as in ``decide``.

    Rule: docs/rules.md#play
    """
    if state.is_over:
        raise errors.GameOver("the game is over")
    seat = getattr(command, "seat", None)
    if seat is not None and not 0 <= seat < state.seats:
        raise errors.NoSuchSeat("the game has no such seat", seat=seat)
    _refuse_outside_rules(state, command)
    draft = Draft(state)
    PHASES[state.phase].judge(draft, command)
    while not draft.state.is_over and PHASES[draft.state.phase].go_on(draft):
        pass
    return tuple(draft.events), draft.state


def _refuse_outside_rules(state: State, command: Command) -> None:
    option, without, why = _NEEDS.get(type(command), _NOTHING)
    if option and getattr(state.rules, option) == without:
        raise errors.NotInRuleset(why, option=option)


_NOTHING = ("", "", "")
_HEELS = ("heels", "auto", "the engine pegs heels in this game")
_NEEDS: Mapping[type[Command], tuple[str, str, str]] = MappingProxyType(
    {
        ClaimHeels: _HEELS,
        WaiveHeels: _HEELS,
        Nonce: ("pre_deal_cut", "off", "the pack is not cut before the deal in this game"),
    }
)
"""Commands that an option switches off: the option, its value then, the reason."""
