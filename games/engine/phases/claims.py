"""Counts that are declared, what may be claimed on them, and their price.

A side claims once on each count, or accepts it. A right claim takes the least of
what is claimed, still missed and left to go; a false one gives what was claimed to
the owner's side. Whoever declares too much gets what is there, and with the
option ``award`` the others get the rest.

Rule: docs/rules.md#muggins
"""

from typing import NoReturn

from games.engine import errors
from games.engine.commands import Accept, EndWindow, Muggins
from games.engine.draft import Draft
from games.engine.events import (
    CountAccepted,
    CountDeclared,
    GraceEnded,
    MugginsClaimed,
    Parts,
    PointsNotPegged,
    WindowClosed,
)
from games.engine.state import State, Window, sides_before

MOST = 29
"""No act is worth more."""


def declare(draft: Draft, seat: int, what: str, points: int, parts: Parts) -> None:
    """Take a count, peg what is due, and settle what is too much.

    Args:
        draft: the decision so far.
        seat: whose count it is.
        what: ``play``, ``hand`` or ``crib``.
        points: what the seat says.
        parts: what is there, by kind.

    Raises:
        PointsImpossible: no act is worth so many points.
        Overclaim: more is declared than is there, and the rules refuse that.

    Rule: docs/rules.md#counting
    """
    _check_points(points, least=0)
    rules = draft.state.rules
    worth = sum(part for _kind, part in parts)
    over = max(0, points - worth)
    if over and rules.overclaim == "refuse":
        raise errors.Overclaim("that is more than there is; count again")
    before = raised_by(draft.state, seat, what)
    is_past = _is_past(draft, seat, worth, before)
    due = min(points, worth) - (before.points if before else 0)
    # Unless it is too much, the parts tell nothing of what was missed.
    shown = parts if over and before is None else (("declared", due),)
    draft.add(CountDeclared(seat, what, points, over, worth))
    if is_past and due:
        draft.add(PointsNotPegged(rules.numbers.side_of(seat), seat, due, what, shown))
    else:
        draft.peg(seat, due, what, shown)
    if over and rules.overclaim == "award":
        _award(draft, seat, over)


def raised_by(state: State, seat: int, what: str = "") -> Window | None:
    """Find the count that a seat may still raise."""
    first = state.dealing.windows[0] if state.dealing.windows else None
    if first is None or first.stage != "raise" or first.seat != seat:
        return None
    return first if what in ("", first.what) else None


def _is_past(draft: Draft, seat: int, worth: int, before: Window | None) -> bool:
    """Tell whether the act would pass a target that must be reached exactly."""
    rules = draft.state.rules
    if not rules.exact_finish:
        return False
    if before is not None:  # what was past the target then still is
        return before.missed < before.worth - before.points
    return worth > draft.holes_left(rules.numbers.side_of(seat))


def _award(draft: Draft, seat: int, excess: int) -> None:
    """Give the excess to every other side, from the owner's left on."""
    numbers = draft.state.rules.numbers
    paid = {numbers.side_of(seat)}
    for step in range(1, numbers.seats):
        other = (seat + step) % numbers.seats
        side = numbers.side_of(other)
        if side in paid or draft.state.is_over:
            continue
        paid.add(side)
        points = min(excess, draft.holes_left(side))
        draft.peg(other, points, "overclaim", (("overclaim", points),))


def claim(draft: Draft, command: Muggins) -> None:
    """Judge a claim of missed points."""
    state = draft.state
    side = state.rules.numbers.side_of(command.seat)
    window = _claimable(state, side, command.what)
    _check_points(command.points, least=1)
    is_right = window.missed > 0
    outcome = "right" if is_right else "false"
    draft.add(MugginsClaimed(command.seat, command.points, outcome, window.seat, window.what))
    if is_right:
        got = min(command.points, window.missed, draft.holes_left(side))
        draft.peg(command.seat, got, "muggins", (("muggins", got),))
    else:
        owner = state.rules.numbers.side_of(window.seat)
        lost = min(command.points, draft.holes_left(owner))
        draft.peg(window.seat, lost, "false_claim", (("false_claim", lost),))
    _close_if_answered(draft, "claimed")


def accept(draft: Draft, command: Accept) -> None:
    """Let a side claim nothing (more) on what is open."""
    state = draft.state
    side = state.rules.numbers.side_of(command.seat)
    windows = _windows(state)
    if not any(side in window.waiting for window in windows):
        _refuse(state, side, windows)
    draft.add(CountAccepted(command.seat))
    _close_if_answered(draft, "accepted")


def end_window(draft: Draft, _command: EndWindow) -> None:
    """End what its time has ended: a grace, a cut before the deal, or a window."""
    state = draft.state
    if state.awaits.what == "nonce":
        draft.add(WindowClosed("cut", "time"))
    elif state.phase == "play" and state.dealing.heels == "grace":
        draft.add(GraceEnded())
    elif windows := _windows(state):
        draft.add(WindowClosed(windows[0].stage, "time"))
    else:
        raise errors.WrongPhase("no time is running")


def check_answered(state: State, seat: int) -> None:
    """Refuse a seat's next act while a side may still claim on its own count."""
    if state.dealing.windows and sides_before(state, seat):
        raise errors.ClaimWindowOpen(
            "another side may still claim or accept", retry_after=state.rules.claim_seconds
        )


def _windows(state: State) -> tuple[Window, ...]:
    return state.dealing.windows if state.phase in ("play", "show") else ()


def open_counts(state: State, side: int) -> tuple[str, ...]:
    """Name the counts that a side may claim on now, as its claim names them.

    Args:
        state: the game.
        side: who would claim.

    Returns:
        The text of a card, ``hand``, ``crib`` or ``heels``; the latest count last.

    Rule: docs/rules.md#muggins
    """
    is_open = (w for w in _windows(state) if side in w.waiting and w.stage == "muggins")
    return tuple(window.card or window.what for window in is_open)


def _claimable(state: State, side: int, what: str | None) -> Window:
    """Find the latest count that a side may claim on."""
    windows = tuple(
        window for window in _windows(state) if what is None or what in (window.what, window.card)
    )
    found = [window for window in windows if side in window.waiting]
    if not found:
        _refuse(state, side, windows)
    if found[-1].stage == "raise":
        raise errors.WrongPhase("the count may still be raised; accept it first")
    return found[-1]


def _refuse(state: State, side: int, windows: tuple[Window, ...]) -> NoReturn:
    if state.deal is None:
        raise errors.WrongPhase("nothing has been counted yet")
    side_of = state.rules.numbers.side_of
    is_own = windows and all(side_of(window.seat) == side for window in windows)
    if is_own and not _others_counted(state, side):
        raise errors.NotOpponent("only another side claims on a count or accepts it")
    if any(side in window.claimed for window in windows):
        raise errors.AlreadyClaimed("a side claims once on a count")
    if others := open_counts(state, side):
        raise errors.ClaimWindowClosed(
            f"that count is not open; claim on {', '.join(others)}", open=list(others)
        )
    raise errors.ClaimWindowClosed("there is nothing that may be claimed on now")


def _others_counted(state: State, side: int) -> bool:
    """Tell whether another side has counted in this stage, though nothing is left to claim."""
    deal, side_of = state.dealing, state.rules.numbers.side_of
    if state.phase == "play":
        return any(side_of(seat) != side for seat, _card in deal.laid)
    places = range(min(len(deal.declared), state.seats))
    return any(side_of((deal.dealer + 1 + place) % state.seats) != side for place in places)


def _close_if_answered(draft: Draft, how: str) -> None:
    state = draft.state
    if state.phase == "show" and state.dealing.windows and not state.dealing.windows[0].waiting:
        draft.add(WindowClosed(state.dealing.windows[0].stage, how))


def _check_points(points: int, *, least: int) -> None:
    if not least <= points <= MOST:
        raise errors.PointsImpossible(f"points are {least} to {MOST}", low=least, high=MOST)
