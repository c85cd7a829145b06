"""The authority on one game: judge a command, apply an event, replay a log.

A decision is made in this order of refusals: the game is over, no such seat,
not in the rules, wrong phase, wrong role, wrong turn, wrong content.

Rule: docs/rules.md#play
"""

from collections.abc import Callable
from typing import Any

from games.engine import errors
from games.engine.commands import (
    Accept,
    AskCut,
    ClaimHeels,
    Command,
    Concede,
    Count,
    Muggins,
    Nonce,
    PlayCard,
    VoidDeal,
    WaiveHeels,
)
from games.engine.draft import Draft
from games.engine.events import Event
from games.engine.evolving import evolve, replay
from games.engine.phases import ANY_TIME, PHASES
from games.engine.rules import Rules
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
    if state.phase == "over" and not _goes_on(state, command):
        raise errors.GameOver("the game is over")
    seat = getattr(command, "seat", None)
    if seat is not None and not 0 <= seat < len(state.seated):
        raise errors.NoSuchSeat(f"seats are 0 to {len(state.seated) - 1}", seat=seat)
    kind = type(command)
    needs = _NEEDS.get(kind)
    if needs is not None and not needs[0](state.rules, command):
        raise errors.NotInRuleset(needs[1])
    draft = Draft(state)
    judge = _ANY_TIME.get(kind) or _JUDGES[state.phase]
    judge(draft, command)
    after = draft.state
    go_on = _GO_ON.get(after.phase)
    while go_on is not None and go_on(draft):
        go_on = _GO_ON.get(after.phase)
    return tuple(draft.events), after


# As plain dicts: they are looked up for every command of every game.
_ANY_TIME = dict(ANY_TIME)
_JUDGES = {name: phase.judge for name, phase in PHASES.items()}
_GO_ON = {name: phase.go_on for name, phase in PHASES.items() if phase.go_on is not None}


def _goes_on(state: State, command: Command) -> bool:
    """Tell whether a ruling lets an abandoned game go on from its last deal."""
    return isinstance(command, VoidDeal) and state.ended_by == "abandonment"


def _has_windows(rules: Rules, _command: Command) -> bool:
    return rules.muggins != "none" or rules.declaration != "final"


_HEELS = (lambda rules, _: rules.heels != "auto", "the engine pegs heels in this game")
_NEEDS: dict[type[Command], tuple[Callable[[Rules, Any], bool], str]] = {
    ClaimHeels: _HEELS,
    WaiveHeels: _HEELS,
    Nonce: (
        lambda rules, _: rules.pre_deal_cut != "off",
        "the pack is not cut before the deal in this game",
    ),
    AskCut: (
        lambda rules, _: rules.pre_deal_cut == "offered",
        "the cut before the deal is not offered in this game",
    ),
    PlayCard: (
        lambda rules, command: command.points is None or rules.is_play_declared,
        "points of the play are not declared in this game",
    ),
    Count: (lambda rules, _: rules.is_declared, "the engine counts the hands in this game"),
    Muggins: (lambda rules, _: rules.muggins != "none", "this game has no muggins"),
    Accept: (_has_windows, "no count waits to be accepted in this game"),
    Concede: (lambda rules, _: rules.can_concede, "nobody gives up in this game"),
}
"""Commands that options switch off: what the rules must have, and the reason."""
