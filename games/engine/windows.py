"""Windows on counts, as events apply to them; part of ``evolving``.

A count that is not too high opens one. In the play it ends for a side with that
side's own next act, by its claim or its acceptance, and for all with the time;
several may be open at once when three play. At the show there is one, and an
event of its own closes it.
"""

from typing import Any

from games.engine import events as ev
from games.engine.state import DealState, State, Window

_AT_THE_SHOW = ("hand", "crib")


def with_deal(state: State, **changes: Any) -> State:
    """Move on by one event that changes the deal alone."""
    return state.with_deal(state.dealing.changed(**changes))


def window_closed(state: State, event: ev.WindowClosed) -> State:
    if event.kind == "heels":
        return with_deal(state, heels=event.how)
    if event.kind == "cut":
        return with_deal(state, uncut=True)
    if event.kind == "raise" and state.rules.muggins != "none":
        window = state.dealing.windows[0]
        waiting = _others(state, window.seat)
        return with_deal(state, windows=(window._replace(stage="muggins", waiting=waiting),))
    return with_deal(state, windows=())


def _others(state: State, seat: int) -> tuple[int, ...]:
    numbers = state.rules.numbers
    own = numbers.side_of(seat)
    return tuple(side for side in range(numbers.sides) if side != own)


def without(deal: DealState, side: int) -> tuple[Window, ...]:
    """End a side's part of all that is open."""
    answered = (
        window._replace(waiting=tuple(who for who in window.waiting if who != side))
        for window in deal.windows
    )
    return tuple(w for w in answered if w.waiting or w.what in _AT_THE_SHOW)


def count_declared(state: State, event: ev.CountDeclared) -> State:
    if event.what in _AT_THE_SHOW:
        return with_deal(state, **_show_declared(state, event))
    if event.over or state.rules.muggins == "none":
        return with_deal(state)
    deal = state.dealing
    card = deal.laid[-1][1].text if event.what == "play" else ""
    return with_deal(state, windows=(*deal.windows, _open(state, event, card, "muggins")))


def _show_declared(state: State, event: ev.CountDeclared) -> dict[str, Any]:
    deal, rules = state.dealing, state.rules
    counted = (event.points, event.worth)
    before = deal.windows[0] if deal.windows else None
    if before and (before.stage, before.what, before.seat) == ("raise", event.what, event.seat):
        missed = max(0, before.missed - (event.points - before.points))
        window = before._replace(points=event.points, missed=missed)
        windows = () if event.over else (window,)
        return {"declared": (*deal.declared[:-1], counted), "windows": windows}
    stage = "raise" if rules.declaration != "final" else "muggins"
    if event.over or (stage == "muggins" and rules.muggins == "none"):
        windows = ()
    else:
        windows = (_open(state, event, "", stage),)
    return {"declared": (*deal.declared, counted), "windows": windows}


def _open(state: State, event: ev.CountDeclared, card: str, stage: str) -> Window:
    rules = state.rules
    left = rules.target - state.pegs[rules.numbers.side_of(event.seat)].front
    # With an exact finish what would pass the target is not there to be missed.
    is_past = rules.exact_finish and event.worth > left
    missed = 0 if is_past else event.worth - event.points
    return Window(
        what=event.what,
        seat=event.seat,
        card=card,
        points=event.points,
        worth=event.worth,
        missed=missed,
        stage=stage,
        waiting=_others(state, event.seat),
    )


def muggins_claimed(state: State, event: ev.MugginsClaimed) -> State:
    deal = state.dealing
    side = state.rules.numbers.side_of(event.seat)
    windows = []
    for window in deal.windows:
        if (window.seat, window.what) != (event.against, event.what):
            windows.append(window)
            continue
        taken = event.points if event.outcome == "right" else 0
        waiting = tuple(who for who in window.waiting if who != side)
        if waiting or window.what in _AT_THE_SHOW:
            missed = max(0, window.missed - taken)
            claimed = (*window.claimed, side)
            windows.append(window._replace(missed=missed, waiting=waiting, claimed=claimed))
    return with_deal(state, windows=tuple(windows))


def count_accepted(state: State, event: ev.CountAccepted) -> State:
    side = state.rules.numbers.side_of(event.seat)
    return with_deal(state, windows=without(state.dealing, side))
