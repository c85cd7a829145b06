"""Windows on counts, as events apply to them; part of ``evolving``.

A count that is not too high opens one. In the play it ends for a side with that
side's own next act, by its claim or its acceptance, and for all with the time;
several may be open at once when three play. At the show there is one, and an
event of its own closes it.
"""

from games.engine import events as ev
from games.engine.state import DealState, State, Window

_AT_THE_SHOW = ("hand", "crib")


def window_closed(state: State, event: ev.WindowClosed) -> None:
    deal = state.dealing
    if event.kind == "heels":
        deal.heels = event.how
    elif event.kind == "cut":
        deal.uncut = True
    elif event.kind == "raise" and state.rules.muggins != "none":
        window = deal.windows[0]
        waiting = _others(state, window.seat)
        deal.windows = (window._replace(stage="muggins", waiting=waiting),)
    else:
        deal.windows = ()


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


def count_declared(state: State, event: ev.CountDeclared) -> None:
    if event.what in _AT_THE_SHOW:
        _show_declared(state, event)
    elif not event.over and state.rules.muggins != "none":
        deal = state.dealing
        card = deal.laid[-1][1].text if event.what == "play" else ""
        deal.windows = (*deal.windows, _open(state, event, card, "muggins"))


def _show_declared(state: State, event: ev.CountDeclared) -> None:
    deal, rules = state.dealing, state.rules
    counted = (event.points, event.worth)
    before = deal.windows[0] if deal.windows else None
    if before and (before.stage, before.what, before.seat) == ("raise", event.what, event.seat):
        missed = max(0, before.missed - (event.points - before.points))
        window = before._replace(points=event.points, missed=missed)
        deal.declared = (*deal.declared[:-1], counted)
        deal.windows = () if event.over else (window,)
        return
    stage = "raise" if rules.declaration != "final" else "muggins"
    is_settled = event.over or (stage == "muggins" and rules.muggins == "none")
    deal.windows = () if is_settled else (_open(state, event, "", stage),)
    deal.declared = (*deal.declared, counted)


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


def muggins_claimed(state: State, event: ev.MugginsClaimed) -> None:
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
    deal.windows = tuple(windows)


def count_accepted(state: State, event: ev.CountAccepted) -> None:
    side = state.rules.numbers.side_of(event.seat)
    state.dealing.windows = without(state.dealing, side)
