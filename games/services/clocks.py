"""How long things may take: when the time of what is open has passed, and what then.

Time runs for things, each with a name: a grace, a cut, a count that may be claimed
on, a seat's move. It starts again when a thing is new, not when one of them ends, so
nobody gains or loses time by what others do.
"""

from datetime import datetime, timedelta

from games.engine import commands as cmd
from games.engine.state import State

Thing = tuple[object, ...]


def due_after(before: State, after: State, due: datetime | None, at: datetime) -> datetime | None:
    """Say when the time of what is open ends.

    More time, as after an outage, is in ``due`` already: ``Turn`` moves it.

    Args:
        before: the game before this transaction.
        after: the game after it.
        due: when the time of what was open before would have ended.
        at: now.

    Returns:
        None when no time runs. The old instant when nothing new is open.

    Rule: docs/rules.md#clocks
    """
    open_now = _things(after)
    if not open_now:
        return None
    if due is not None and open_now <= _things(before):
        return due
    return at + timedelta(seconds=_seconds(after))


def ending(state: State) -> cmd.Command:
    """Return the command of the service when the time has passed.

    A seat that alone keeps its game waiting loses it. When more than one side has
    not moved, or three play, nobody has won: the game is abandoned.

    Args:
        state: a game in which time runs.

    Rule: docs/rules.md#clocks
    """
    if state.clock != "move":
        return cmd.EndWindow()
    numbers, seats = state.rules.numbers, state.awaits.seats
    if numbers.sides == 2 and len({numbers.side_of(seat) for seat in seats}) == 1:
        return cmd.TimeOut(seats[0])
    return cmd.Abandon("nobody played on in time")


def _things(state: State) -> frozenset[Thing]:
    """Name what time runs for; none before all have sat down."""
    clock, deal = state.clock, state.deal
    if not clock or state.phase == "seating":
        return frozenset()
    number = deal.number if deal else 0
    if deal and clock == "claims":
        return frozenset(
            (number, window.what, window.seat, window.card, window.stage) for window in deal.windows
        )
    if clock != "move":
        return frozenset({(number, clock)})
    done = (number, len(deal.laid), len(deal.declared)) if deal else (state.commitment,)
    return frozenset((state.phase, seat, *done) for seat in state.awaits.seats)


def _seconds(state: State) -> int:
    rules = state.rules
    return {"heels": rules.heels_grace, "move": rules.move_seconds}.get(
        state.clock, rules.claim_seconds
    )
