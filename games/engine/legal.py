"""What a seat may do now, so that a client need not know the rules.

A move is the API's name of a command and what may fill it in. What is listed
here is what ``decide`` accepts, and what is not listed it refuses. Points are never
listed: they are for the seat to find.
"""

from collections.abc import Callable, Mapping
from itertools import combinations
from types import MappingProxyType
from typing import NamedTuple

from games.engine import commands as cmd
from games.engine.dealing import PACK_SIZE, starter_cuts
from games.engine.events import CardPlayed
from games.engine.evolving import evolve
from games.engine.phases.claims import MOST, open_counts, raised_by
from games.engine.phases.play import fitting, parts_of_card
from games.engine.phases.show import counted
from games.engine.state import State, in_order
from scoring.cards import Card


class Move(NamedTuple):
    """One kind of command a seat may send.

    ``cards`` are those to choose from, ``choose`` how many of them;
    ``places`` are the indexes of a cut. ``what`` names the counts that a claim may be
    on, the latest last, and for a count the hand that is to be counted.
    """

    type: str
    cards: tuple[Card, ...] = ()
    choose: int = 0
    places: tuple[int, ...] = ()
    what: tuple[str, ...] = ()


def moves(state: State, seat: int) -> tuple[Move, ...]:
    """List the kinds of commands a seat may send now; see ``any_time`` for the rest.

    Args:
        state: the game.
        seat: whose moves; they are for this seat's eyes only.

    Returns:
        Moves in a fixed order; empty when the seat has to wait.

    Rule: docs/rules.md#play
    """
    phase = state.phase
    if phase in ("new", "over"):
        return ()
    awaits = state.awaits
    due = _AWAITED[awaits.what](state, seat) if seat in awaits.seats else ()
    if phase not in ("play", "show"):
        return due
    return (*_claim_moves(state, seat), *due)


def any_time(state: State, seat: int) -> tuple[str, ...]:
    """List what a seat may send besides, whoever is to act.

    Args:
        state: the game.
        seat: whose; all seats may do the same.

    Returns:
        ``ask_cut`` and ``concede``, as far as rules and state have them.

    Rule: docs/rules.md#concession
    """
    if state.is_over or seat not in range(state.seats):
        return ()
    can_ask = state.rules.pre_deal_cut == "offered" and not state.asked
    can_concede = state.rules.can_concede and state.phase != "seating"
    named = (("ask_cut", can_ask), ("concede", can_concede))
    return tuple(name for name, is_lawful in named if is_lawful)


def _claim_moves(state: State, seat: int) -> tuple[Move, ...]:
    deal = state.dealing
    found: tuple[Move, ...] = ()
    if deal.heels in ("grace", "open") and seat == deal.dealer:
        found = (Move("claim_heels"), Move("waive_heels"))
    if not deal.windows:
        return found
    if raised_by(state, seat) and deal.windows[0].points < MOST:
        found += (Move("count", what=(deal.windows[0].what,)),)
    side = state.rules.numbers.side_of(seat)
    open_to_it = [window for window in deal.windows if side in window.waiting]
    if open_to_it:
        found += (Move("accept"),)
    if open_to_it and open_to_it[-1].stage == "muggins":
        found += (Move("muggins", what=open_counts(state, side)),)
    return found


def _take_seat(_state: State, _seat: int) -> tuple[Move, ...]:
    return (Move("take_seat"),)


def _cut(state: State, _seat: int) -> tuple[Move, ...]:
    taken = {cut[0] for cut in state.cuts if cut is not None}
    return (Move("cut", places=tuple(i for i in range(PACK_SIZE) if i not in taken)),)


def _nonce(_state: State, _seat: int) -> tuple[Move, ...]:
    return (Move("nonce"),)


def _discard(state: State, seat: int) -> tuple[Move, ...]:
    deal = state.dealing
    asked = state.rules.numbers.discards_of(seat, deal.dealer)
    return (Move("discard", in_order(deal.held[seat]), asked),)


def _starter(state: State, _seat: int) -> tuple[Move, ...]:
    return (Move("cut", places=tuple(starter_cuts(state.rules))),)


def _play(state: State, seat: int) -> tuple[Move, ...]:
    deal = state.dealing
    cards = in_order(fitting(deal.held[seat], deal.count))
    return (Move("play", cards, 1),) if cards else _GO


_GO = (Move("go"),)


def _count(state: State, _seat: int) -> tuple[Move, ...]:
    is_crib = len(state.dealing.declared) == state.seats
    return (Move("count", what=("crib" if is_crib else "hand",)),)


def _nothing_more(_state: State, _seat: int) -> tuple[Move, ...]:
    return ()  # claims are listed whoever is awaited


_AWAITED: Mapping[str, Callable[[State, int], tuple[Move, ...]]] = MappingProxyType(
    {
        "seats": _take_seat,
        "cut": _cut,
        "nonce": _nonce,
        "discard": _discard,
        "starter": _starter,
        "play": _play,
        "count": _count,
        "heels": _nothing_more,
        "claims": _nothing_more,
    }
)


def legal_commands(state: State, seat: int) -> tuple[cmd.SeatCommand, ...]:
    """Spell out every command of ``moves``.

    Args:
        state: the game.
        seat: whose commands.

    Returns:
        Commands that ``decide`` accepts. Cuts have no card yet; a nonce, a claim
        and a count stand for all others of their kind. Counts are honest ones, so
        the list is for simulations and never for the seat.

    Rule: docs/rules.md#play
    """
    found: list[cmd.SeatCommand] = []
    for move in moves(state, seat):
        found += _commands(state, seat, move)
    return tuple(found)


def _commands(state: State, seat: int, move: Move) -> list[cmd.SeatCommand]:
    match move.type:
        case "cut":
            return [cmd.Cut(seat, place) for place in move.places]
        case "discard":
            return [cmd.Discard(seat, some) for some in combinations(move.cards, move.choose)]
        case "play":
            return [_played(state, seat, card) for card in move.cards]
        case "count":
            return _counts(state, seat)
    return [_PLAIN[move.type](state, seat)]


_PLAIN: Mapping[str, Callable[[State, int], cmd.SeatCommand]] = MappingProxyType(
    {
        "take_seat": lambda state, seat: cmd.TakeSeat(seat, state.rules.digest),
        "nonce": lambda _state, seat: cmd.Nonce(seat, "0" * 16),
        "claim_heels": lambda _state, seat: cmd.ClaimHeels(seat),
        "waive_heels": lambda _state, seat: cmd.WaiveHeels(seat),
        "go": lambda _state, seat: cmd.SayGo(seat),
        "accept": lambda _state, seat: cmd.Accept(seat),
        "muggins": lambda _state, seat: cmd.Muggins(seat, 1),
    }
)


def _played(state: State, seat: int, card: Card) -> cmd.PlayCard:
    if not state.rules.is_play_declared:
        return cmd.PlayCard(seat, card)
    deal = state.dealing
    after = evolve(state, CardPlayed(seat, card, deal.count + card.value)).dealing
    return cmd.PlayCard(seat, card, sum(part for _kind, part in parts_of_card(after, seat)))


def _counts(state: State, seat: int) -> list[cmd.SeatCommand]:
    raised = raised_by(state, seat)
    if raised is not None:
        is_low = raised.points < raised.worth
        return [cmd.Count(seat, raised.worth)] if is_low else []
    place = len(state.dealing.declared)
    return [cmd.Count(seat, sum(part for _kind, part in counted(state.dealing, place)[2]))]
