"""What a seat may do now, so that a client need not know the rules.

A move is the API's name of a command and what may fill it in. What is listed
here is what ``decide`` accepts, and what is not listed it refuses.
"""

from itertools import combinations
from typing import NamedTuple

from games.engine import commands as cmd
from games.engine.dealing import PACK_SIZE, starter_cuts
from games.engine.phases.play import fitting
from games.engine.state import State, in_order
from scoring.cards import Card


class Move(NamedTuple):
    """One kind of command a seat may send.

    ``cards`` are those to choose from, ``choose`` how many of them;
    ``places`` are the indexes of a cut.
    """

    type: str
    cards: tuple[Card, ...] = ()
    choose: int = 0
    places: tuple[int, ...] = ()


def moves(state: State, seat: int) -> tuple[Move, ...]:
    """List the kinds of commands a seat may send now.

    Args:
        state: the game.
        seat: whose moves; they are for this seat's eyes only.

    Returns:
        Moves in a fixed order; empty when the seat has to wait.

    Rule: docs/rules.md#play
    """
    awaits = state.awaits
    found: list[Move] = []
    if state.phase == "play" and state.dealing.heels in ("grace", "open"):
        found += _heels_moves(state, seat)
    if seat not in awaits.seats:
        return tuple(found)
    match awaits.what:
        case "seats":
            found.append(Move("take_seat"))
        case "cut":
            taken = {cut[0] for cut in state.cuts if cut is not None}
            found.append(Move("cut", places=tuple(i for i in range(PACK_SIZE) if i not in taken)))
        case "nonce":
            found.append(Move("nonce"))
        case "discard":
            deal = state.dealing
            asked = state.rules.numbers.discards_of(seat, deal.dealer)
            found.append(Move("discard", in_order(deal.held[seat]), asked))
        case "starter":
            found.append(Move("cut", places=tuple(starter_cuts(state.rules))))
        case "play":
            found.append(_play_move(state, seat))
    return tuple(found)


def legal_commands(state: State, seat: int) -> tuple[cmd.SeatCommand, ...]:
    """Spell out every command a seat may send now.

    Args:
        state: the game.
        seat: whose commands.

    Returns:
        Commands that ``decide`` accepts. Cuts have no card yet; a nonce stands
        for all others of its kind.

    Rule: docs/rules.md#play
    """
    found: list[cmd.SeatCommand] = []
    for move in moves(state, seat):
        match move.type:
            case "take_seat":
                found.append(cmd.TakeSeat(seat, state.rules.digest))
            case "cut":
                found += [cmd.Cut(seat, place) for place in move.places]
            case "nonce":
                found.append(cmd.Nonce(seat, "0" * 16))
            case "discard":
                found += [cmd.Discard(seat, two) for two in combinations(move.cards, move.choose)]
            case "claim_heels":
                found.append(cmd.ClaimHeels(seat))
            case "waive_heels":
                found.append(cmd.WaiveHeels(seat))
            case "play":
                found += [cmd.PlayCard(seat, card) for card in move.cards]
            case "go":
                found.append(cmd.SayGo(seat))
    return tuple(found)


def _heels_moves(state: State, seat: int) -> list[Move]:
    return [Move("claim_heels"), Move("waive_heels")] if seat == state.dealing.dealer else []


def _play_move(state: State, seat: int) -> Move:
    deal = state.dealing
    cards = in_order(fitting(deal.held[seat], deal.count))
    return Move("play", cards, 1) if cards else Move("go")
