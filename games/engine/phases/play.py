"""The play, for any number of seats: cards, go, thirty-one, last.

A seat that said go is passed over until the count restarts. The count ends at
31, or when nobody can follow: every seat but the layer of the last card has
said go or holds nothing, and the layer has no card that fits. Where that is so
with the card itself, the point is part of the card's act; where another seat's
go brings it about, it is an act of its own.

Rule: docs/rules.md#play
"""

from collections.abc import Iterable

from games.engine import errors
from games.engine.commands import ClaimHeels, Command, PlayCard, SayGo, WaiveHeels
from games.engine.draft import Draft
from games.engine.events import CardPlayed, CountEnded, GoSaid, Parts
from games.engine.phases import claims, heels
from games.engine.phases.parts import parts_of_pile
from games.engine.state import DealState, State, sides_before
from scoring.cards import Card

LIMIT = 31


def fitting(cards: Iterable[Card], count: int) -> list[Card]:
    """List the cards that keep the count within 31."""
    room = LIMIT - count
    return [card for card in cards if card.value <= room]


def judge(draft: Draft, command: Command) -> None:
    """Lay a card, say go, or settle heels."""
    match command:
        case PlayCard():
            _play(draft, command)
        case SayGo():
            deal = draft.state.dealing
            _check_turn(deal, command.seat)
            claims.check_answered(draft.state, command.seat)
            _check_stuck(deal, command.seat)
            _go(draft, command.seat)
        case ClaimHeels() | WaiveHeels():
            heels.judge(draft, command)
        case _:
            raise errors.WrongPhase("cards are being played")


def go_on(draft: Draft) -> bool:
    """Say go for a seat that cannot play, where the rules leave that to the engine."""
    state = draft.state
    deal = state.dealing
    # Below 22 every card fits.
    if deal.count <= LIMIT - 10 or deal.turn is None or state.rules.go != "auto":
        return False
    if _fits_any(deal, deal.turn):
        return False
    if deal.windows and sides_before(state, deal.turn):
        return False
    _go(draft, deal.turn)
    return True


def _play(draft: Draft, command: PlayCard) -> None:
    state = draft.state
    seat, card, deal = command.seat, command.card, state.dealing
    if seat != deal.turn:
        _check_turn(deal, seat)
    has_heels = deal.heels != "none"
    if has_heels:
        heels.check_lead(state.rules, deal)
    if deal.windows:
        claims.check_answered(state, seat)
    if card not in deal.held[seat]:
        raise errors.CardNotInHand("play a card of your own hand")
    count = deal.count + card.value
    if count > LIMIT:
        _refuse_31(deal, seat)
    is_forfeit = has_heels and heels.forfeit(draft, seat)
    draft.add(CardPlayed(seat, card, count))
    if is_forfeit:
        heels.miss(draft)
    _score_card(draft, command)


def _score_card(draft: Draft, command: PlayCard) -> None:
    seat, deal = command.seat, draft.state.dealing
    is_stuck = deal.count < LIMIT and _is_stuck(deal, seat)
    parts = _parts(deal, is_stuck)
    if draft.state.rules.is_play_declared:
        claims.declare(draft, seat, "play", command.points or 0, parts)
    elif parts:
        draft.peg(seat, sum(part for _kind, part in parts), "play", parts)
    if is_stuck or deal.count == LIMIT:
        _end_count(draft, seat)


def parts_of_card(deal: DealState, seat: int) -> Parts:
    """Split by kind what the card just laid earns, go or last with it.

    Args:
        deal: with the card on the pile.
        seat: who laid it.

    Returns:
        Kind and points of each kind that is there.

    Rule: docs/rules.md#pegging
    """
    return _parts(deal, deal.count < LIMIT and _is_stuck(deal, seat))


def _parts(deal: DealState, is_stuck: bool) -> Parts:
    parts = parts_of_pile(deal.pile, deal.count)
    return (*parts, ("go" if any(deal.held) else "last", 1)) if is_stuck else parts


def _go(draft: Draft, seat: int) -> None:
    draft.add(GoSaid(seat))
    deal = draft.state.dealing
    layer = deal.laid[-1][0]
    if _is_stuck(deal, layer):
        draft.peg(layer, 1, "go", (("go", 1),))
        _end_count(draft, layer)


def _end_count(draft: Draft, layer: int) -> None:
    if not draft.state.is_over:
        draft.add(CountEnded(_next_leader(draft.state, layer)))


def _next_leader(state: State, layer: int) -> int | None:
    held = state.dealing.held
    if state.rules.numbers.single_count:
        return None
    to_the_left = ((layer + step) % len(held) for step in range(1, len(held) + 1))
    return next((seat for seat in to_the_left if held[seat]), None)


def _is_stuck(deal: DealState, layer: int) -> bool:
    turn = deal.turn
    return (turn is None or turn == layer) and not _fits_any(deal, layer)


def _fits_any(deal: DealState, seat: int) -> bool:
    room = LIMIT - deal.count
    for card in deal.held[seat]:  # noqa: SIM110 - any() takes twice as long, for every card
        if card.value <= room:
            return True
    return False


def _check_turn(deal: DealState, seat: int) -> None:
    if seat != deal.turn:
        raise errors.NotYourTurn("another seat is to play", turn=deal.turn)


def _check_stuck(deal: DealState, seat: int) -> None:
    cards = _texts(fitting(deal.held[seat], deal.count))
    if cards:
        raise errors.MustPlay("a card fits, so it must be played", legal=cards)


def _refuse_31(deal: DealState, seat: int) -> None:
    cards = _texts(fitting(deal.held[seat], deal.count))
    advice = f"play one of {', '.join(cards)}" if cards else "say go"
    raise errors.Exceeds31(f"the count would pass 31; {advice}", legal=cards, go=not cards)


def _texts(cards: Iterable[Card]) -> list[str]:
    return [card.text for card in sorted(cards)]
