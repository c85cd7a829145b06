"""Events applied to a state: one function an event, none of which refuses.

What an event implies (who is to act, which phase begins) is worked out here and
nowhere else, so replaying a log needs no judgement. The functions change the state
they are given; ``evolve``, ``replay`` and ``Draft`` see to it that nobody else has it.
"""

from collections.abc import Callable, Iterable
from typing import Any

from games.engine import events as ev
from games.engine import rulings, windows
from games.engine.state import NEW, DealState, Pegs, State


def evolve(state: State, event: ev.Event) -> State:
    """Apply one event.

    Args:
        state: the game before it; it stays as it is.
        event: what happened; never refused.

    Returns:
        The game after it, its version one higher.

    Rule: docs/rules.md#end
    """
    after = state.copy()
    APPLY[type(event)](after, event)
    after.version += 1
    return after


def replay(events: Iterable[ev.Event]) -> State:
    """Fold a log, from the first event on.

    Args:
        events: all events of one game in order.

    Returns:
        The state at the last of them.

    Rule: docs/rules.md#end
    """
    state = NEW.copy()
    for event in events:
        APPLY[type(event)](state, event)
        state.version += 1
    return state


def _put(values: tuple[Any, ...], place: int, value: object) -> tuple[Any, ...]:
    return (*values[:place], value, *values[place + 1 :])


def _created(state: State, event: ev.GameCreated) -> None:
    sides = event.rules.numbers.sides
    starts = event.start_pegs or (0,) * sides
    state.rules = event.rules
    state.phase = "seating"
    state.seated = (False,) * event.seats
    state.pegs = tuple(Pegs(0, start) for start in starts)
    state.first_dealer = event.first_dealer


def _seat_taken(state: State, event: ev.SeatTaken) -> None:
    state.seated = _put(state.seated, event.seat, True)
    if all(state.seated):
        state.phase = "cut_for_deal" if state.first_dealer is None else "between_deals"


def _cut_offered(state: State, event: ev.CutOffered) -> None:
    state.commitment = event.commitment
    state.cuts = (None,) * state.seats


def _dealer_cut(state: State, event: ev.DealerCut) -> None:
    cuts: tuple[Any, ...] = _put(state.cuts, event.seat, (event.index, event.card))
    state.cuts = cuts
    if None in cuts:
        return
    ranks = [card.rank for _index, card in cuts]
    low = min(ranks)
    if ranks.count(low) == 1:  # else CutTied follows
        state.first_dealer = ranks.index(low)
        state.phase = "between_deals"
        state.commitment = None


def _cut_tied(state: State, _event: ev.CutTied) -> None:
    state.commitment = None
    state.cuts = ()


def _deal_started(state: State, event: ev.DealStarted) -> None:
    state.deal = DealState(
        number=event.number,
        dealer=event.dealer,
        commitment=event.commitment,
        nonces=(None,) * state.seats,
        asked=state.asked,
    )
    state.phase = "deal"
    state.asked = False
    state.pegs_before = state.pegs


def _cut_asked(state: State, _event: ev.CutAsked) -> None:
    state.asked = True


def _nonce_given(state: State, event: ev.NonceGiven) -> None:
    deal = state.dealing
    deal.nonces = _put(deal.nonces, event.seat, event.value)


def _cards_dealt(state: State, event: ev.CardsDealt) -> None:
    deal = state.dealing
    deal.held = tuple([frozenset(hand) for hand in event.hands])
    deal.discards = (None,) * state.seats
    deal.to_crib = event.to_crib
    state.phase = "discard"


def _cards_laid_away(state: State, event: ev.CardsLaidAway) -> None:
    deal = state.dealing
    seat, cards = event.seat, event.cards
    deal.held = _put(deal.held, seat, deal.held[seat].difference(cards))
    deal.discards = _put(deal.discards, seat, cards)
    if None not in deal.discards:
        state.phase = "starter"


def _starter_cut(state: State, event: ev.StarterCut) -> None:
    deal = state.dealing
    deal.starter = event.card
    deal.turn = state.pone
    state.phase = "play"


def _window_opened(state: State, _event: ev.WindowOpened) -> None:
    rules = state.rules
    is_held = rules.heels == "before_lead" and rules.heels_grace
    state.dealing.heels = "grace" if is_held else "open"


def _grace_ended(state: State, _event: ev.GraceEnded) -> None:
    state.dealing.heels = "open"


def _card_played(state: State, event: ev.CardPlayed) -> None:
    deal = state.dealing
    seat, card, held = event.seat, event.card, deal.held
    deal.held = (*held[:seat], held[seat] - {card}, *held[seat + 1 :])
    deal.laid = (*deal.laid, (seat, card))
    deal.pile = (*deal.pile, card)
    deal.count = event.count
    _pass_turn(deal, seat)
    if deal.windows:
        deal.windows = windows.without(deal, state.rules.numbers.side_of(seat))


def _go_said(state: State, event: ev.GoSaid) -> None:
    deal = state.dealing
    deal.gone |= {event.seat}
    _pass_turn(deal, event.seat)
    # What the engine says for a seat is no act of its own.
    if deal.windows and state.rules.go == "said":
        deal.windows = windows.without(deal, state.rules.numbers.side_of(event.seat))


def _pass_turn(deal: DealState, last: int) -> None:
    """Pass the turn to the left, over seats without cards or that said go."""
    held, gone = deal.held, deal.gone
    seats = len(held)
    for step in range(1, seats + 1):
        seat = (last + step) % seats
        if held[seat] and seat not in gone:
            deal.turn = seat
            return
    deal.turn = None


def _count_ended(state: State, event: ev.CountEnded) -> None:
    deal = state.dealing
    deal.pile = ()
    deal.count = 0
    deal.gone = _NOBODY
    deal.turn = event.leader
    if event.leader is None:
        state.phase = "show"


_NOBODY: frozenset[int] = frozenset()


def _shown(state: State, _event: ev.HandShown | ev.CribShown) -> None:
    state.dealing.shown += 1


def _points_pegged(state: State, event: ev.PointsPegged) -> None:
    front = state.pegs[event.side].front
    jump = Pegs(front, min(front + event.points, state.rules.target))
    state.pegs = _put(state.pegs, event.side, jump)


def _nothing(_state: State, _event: object) -> None:
    """Leave all as it is but the version."""


def _deal_ended(state: State, _event: ev.DealEnded) -> None:
    state.phase = "between_deals"


def _game_won(state: State, event: ev.GameWon) -> None:
    state.phase = "over"
    state.winner = event.side
    state.skunks = event.skunks
    state.ended_by = state.ended_by or "target"


def _conceded(state: State, _event: rulings.Conceded) -> None:  # GameWon follows
    state.ended_by = "concession"


def _timed_out(state: State, _event: rulings.TimedOut) -> None:  # GameWon follows
    state.ended_by = "time"


def _abandoned(state: State, _event: rulings.Abandoned) -> None:
    state.phase = "over"
    state.ended_by = "abandonment"


def _adjusted(state: State, event: rulings.Adjusted) -> None:
    state.pegs = _put(state.pegs, event.side, Pegs(event.back, event.front))


def _deal_voided(state: State, _event: rulings.DealVoided) -> None:
    state.phase = "between_deals"
    state.pegs = state.pegs_before
    state.ended_by = ""
    state.dealing.is_void = True


APPLY: dict[type[ev.Event], Callable[[State, Any], None]] = {
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
    ev.PointsNotPegged: _nothing,
    rulings.Conceded: _conceded,
    rulings.TimedOut: _timed_out,
    rulings.Adjusted: _adjusted,
    rulings.DealVoided: _deal_voided,
    rulings.ClockExtended: _nothing,
    rulings.Abandoned: _abandoned,
}
"""What each event does; a plain dict, looked up for every event of every game."""
