"""Events applied to a state: one function an event, none of which refuses.

What an event implies (who is to act, which phase begins) is worked out here and
nowhere else, so replaying a log needs no judgement.
"""

from collections.abc import Callable, Iterable
from typing import Any

from games.engine import events as ev
from games.engine import rulings, windows
from games.engine.state import NEW, DealState, Pegs, State
from games.engine.windows import with_deal


def evolve(state: State, event: ev.Event) -> State:
    """Apply one event.

    Args:
        state: the game before it.
        event: what happened; never refused.

    Returns:
        The game after it, its version one higher.

    Rule: docs/rules.md#end
    """
    return APPLY[type(event)](state, event)


def replay(events: Iterable[ev.Event]) -> State:
    """Fold a log, from the first event on.

    Args:
        events: all events of one game in order.

    Returns:
        The state at the last of them.

    Rule: docs/rules.md#end
    """
    state = NEW
    for event in events:
        state = APPLY[type(event)](state, event)
    return state


def _put(values: tuple[Any, ...], place: int, value: object) -> tuple[Any, ...]:
    return (*values[:place], value, *values[place + 1 :])


def _created(state: State, event: ev.GameCreated) -> State:
    sides = event.rules.numbers.sides
    starts = event.start_pegs or (0,) * sides
    return NEW.changed(
        rules=event.rules,
        phase="seating",
        seated=(False,) * event.seats,
        pegs=tuple(Pegs(0, start) for start in starts),
        first_dealer=event.first_dealer,
    )


def _seat_taken(state: State, event: ev.SeatTaken) -> State:
    seated = _put(state.seated, event.seat, True)
    phase = state.phase
    if all(seated):
        phase = "cut_for_deal" if state.first_dealer is None else "between_deals"
    return state.changed(seated=seated, phase=phase)


def _cut_offered(state: State, event: ev.CutOffered) -> State:
    return state.changed(commitment=event.commitment, cuts=(None,) * state.seats)


def _dealer_cut(state: State, event: ev.DealerCut) -> State:
    cuts: tuple[Any, ...] = _put(state.cuts, event.seat, (event.index, event.card))
    if None in cuts:
        return state.changed(cuts=cuts)
    ranks = [card.rank for _index, card in cuts]
    low = min(ranks)
    if ranks.count(low) > 1:  # CutTied follows
        return state.changed(cuts=cuts)
    dealer = ranks.index(low)
    return state.changed(cuts=cuts, first_dealer=dealer, phase="between_deals", commitment=None)


def _cut_tied(state: State, _event: ev.CutTied) -> State:
    return state.changed(commitment=None, cuts=())


def _deal_started(state: State, event: ev.DealStarted) -> State:
    deal = DealState(
        number=event.number,
        dealer=event.dealer,
        commitment=event.commitment,
        nonces=(None,) * state.seats,
        asked=state.asked,
    )
    return state.changed(phase="deal", deal=deal, asked=False, pegs_before=state.pegs)


def _cut_asked(state: State, _event: ev.CutAsked) -> State:
    return state.changed(asked=True)


def _nonce_given(state: State, event: ev.NonceGiven) -> State:
    return with_deal(state, nonces=_put(state.dealing.nonces, event.seat, event.value))


def _cards_dealt(state: State, event: ev.CardsDealt) -> State:
    held = tuple(frozenset(hand) for hand in event.hands)
    discards = (None,) * state.seats
    deal = state.dealing.changed(held=held, discards=discards, to_crib=event.to_crib)
    return state.changed(phase="discard", deal=deal)


def _cards_laid_away(state: State, event: ev.CardsLaidAway) -> State:
    deal = state.dealing
    held = _put(deal.held, event.seat, deal.held[event.seat].difference(event.cards))
    discards = _put(deal.discards, event.seat, event.cards)
    deal = deal.changed(held=held, discards=discards)
    return state.with_deal(deal) if None in discards else state.changed(phase="starter", deal=deal)


def _starter_cut(state: State, event: ev.StarterCut) -> State:
    deal = state.dealing.changed(starter=event.card, turn=state.pone)
    return state.changed(phase="play", deal=deal)


def _window_opened(state: State, _event: ev.WindowOpened) -> State:
    rules = state.rules
    is_held = rules.heels == "before_lead" and rules.heels_grace
    return with_deal(state, heels="grace" if is_held else "open")


def _grace_ended(state: State, _event: ev.GraceEnded) -> State:
    return with_deal(state, heels="open")


def _card_played(state: State, event: ev.CardPlayed) -> State:
    deal = state.dealing
    seat, card = event.seat, event.card
    held = _put(deal.held, seat, deal.held[seat].difference((card,)))
    laid, pile = (*deal.laid, (seat, card)), (*deal.pile, card)
    turn = _next_turn(held, deal.gone, seat)
    deal = deal.in_play(held, laid, pile, event.count, deal.gone, turn)
    if deal.windows:
        deal = deal.changed(windows=windows.without(deal, state.rules.numbers.side_of(seat)))
    return state.with_deal(deal)


def _go_said(state: State, event: ev.GoSaid) -> State:
    deal = state.dealing
    gone = deal.gone | {event.seat}
    turn = _next_turn(deal.held, gone, event.seat)
    deal = deal.in_play(deal.held, deal.laid, deal.pile, deal.count, gone, turn)
    # What the engine says for a seat is no act of its own.
    if deal.windows and state.rules.go == "said":
        side = state.rules.numbers.side_of(event.seat)
        deal = deal.changed(windows=windows.without(deal, side))
    return state.with_deal(deal)


def _next_turn(held: tuple[frozenset[Any], ...], gone: frozenset[int], last: int) -> int | None:
    """Pass the turn to the left, over seats without cards or that said go."""
    seats = len(held)
    for step in range(1, seats + 1):
        seat = (last + step) % seats
        if held[seat] and seat not in gone:
            return seat
    return None


def _count_ended(state: State, event: ev.CountEnded) -> State:
    deal = state.dealing
    deal = deal.in_play(deal.held, deal.laid, (), 0, _NOBODY, event.leader)
    return state.changed(phase="show", deal=deal) if event.leader is None else state.with_deal(deal)


_NOBODY: frozenset[int] = frozenset()


def _shown(state: State, _event: ev.HandShown | ev.CribShown) -> State:
    return with_deal(state, shown=state.dealing.shown + 1)


def _points_pegged(state: State, event: ev.PointsPegged) -> State:
    front = state.pegs[event.side].front
    jump = Pegs(front, min(front + event.points, state.rules.target))
    return state.with_pegs(_put(state.pegs, event.side, jump))


def _unchanged(state: State, _event: object) -> State:
    return state.changed()


def _deal_ended(state: State, _event: ev.DealEnded) -> State:
    return state.changed(phase="between_deals")


def _game_won(state: State, event: ev.GameWon) -> State:
    return state.changed(
        phase="over",
        winner=event.side,
        skunks=event.skunks,
        ended_by=state.ended_by or "target",
    )


def _conceded(state: State, _event: rulings.Conceded) -> State:  # GameWon follows
    return state.changed(ended_by="concession")


def _timed_out(state: State, _event: rulings.TimedOut) -> State:  # GameWon follows
    return state.changed(ended_by="time")


def _abandoned(state: State, _event: rulings.Abandoned) -> State:
    return state.changed(phase="over", ended_by="abandonment")


def _adjusted(state: State, event: rulings.Adjusted) -> State:
    pegs = _put(state.pegs, event.side, Pegs(event.back, event.front))
    return state.changed(pegs=pegs)


def _deal_voided(state: State, _event: rulings.DealVoided) -> State:
    return state.changed(
        phase="between_deals",
        pegs=state.pegs_before,
        ended_by="",
        deal=state.dealing.changed(is_void=True),
    )


APPLY: dict[type[ev.Event], Callable[[State, Any], State]] = {
    ev.GameCreated: _created,
    ev.SeatTaken: _seat_taken,
    ev.CutOffered: _cut_offered,
    ev.DealerCut: _dealer_cut,
    ev.CutTied: _cut_tied,
    ev.DealStarted: _deal_started,
    ev.NonceGiven: _nonce_given,
    ev.CardsDealt: _cards_dealt,
    ev.CardsLaidAway: _cards_laid_away,
    ev.StarterCut: _starter_cut,
    ev.WindowOpened: _window_opened,
    ev.GraceEnded: _grace_ended,
    ev.WindowClosed: windows.window_closed,
    ev.CardPlayed: _card_played,
    ev.GoSaid: _go_said,
    ev.CountEnded: _count_ended,
    ev.HandShown: _shown,
    ev.CribShown: _shown,
    ev.PointsPegged: _points_pegged,
    ev.DealEnded: _deal_ended,
    ev.GameWon: _game_won,
    ev.CutAsked: _cut_asked,
    ev.CountDeclared: windows.count_declared,
    ev.MugginsClaimed: windows.muggins_claimed,
    ev.CountAccepted: windows.count_accepted,
    ev.PointsNotPegged: _unchanged,
    rulings.Conceded: _conceded,
    rulings.TimedOut: _timed_out,
    rulings.Adjusted: _adjusted,
    rulings.DealVoided: _deal_voided,
    rulings.ClockExtended: _unchanged,
    rulings.Abandoned: _abandoned,
}
"""What each event does; a plain dict, looked up for every event of every game."""
