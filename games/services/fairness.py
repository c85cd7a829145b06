"""Whether a game went by its packs: shown after the end, checked at any time."""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from clubs.access import Viewer, roles_of
from common.errors import NotFound, PermissionDenied
from games.codec import DECK, events_of, verify_chain
from games.engine.dealing import cards_dealt, deal_out
from games.engine.events import (
    CardsDealt,
    CutOffered,
    DealerCut,
    DealStarted,
    Event,
    NonceGiven,
    StarterCut,
)
from games.engine.rules import Rules
from games.engine.rulings import DealVoided
from games.errors import GameKeyMissing, NotRevealedYet
from games.models import Game, GameSecret
from games.selectors.games import SeenGame
from games.selectors.logs import log_of
from games.services.deck import Pack

_DIRECTS = frozenset({"owner", "director"})


@dataclass(frozen=True, slots=True)
class PlayedPack:
    """A pack with all that was done with it; ``events`` begin with its commitment."""

    pack: Pack
    events: tuple[Event, ...]

    @property
    def commitment(self) -> str:
        """What was published before anybody acted."""
        first = self.events[0]
        if not isinstance(first, (CutOffered, DealStarted)):
            raise AssertionError("a pack begins with its commitment")
        return first.commitment

    @property
    def dealer(self) -> int | None:
        """Who dealt it; None for a pack that was cut for the deal."""
        first = self.events[0]
        return first.dealer if isinstance(first, DealStarted) else None

    @property
    def is_void(self) -> bool:
        """Whether a director has taken its deal back."""
        return any(isinstance(event, DealVoided) for event in self.events)

    def nonces(self, seats: int) -> list[str | None]:
        """Return the nonces of the seats; none for a pack that was cut."""
        if self.dealer is None:
            return []
        given = {event.seat: event.value for event in self.events if isinstance(event, NonceGiven)}
        return [given.get(seat) for seat in range(seats)]


def reveal_packs(seen: SeenGame, viewer: Viewer, *, number: int) -> list[dict[str, Any]]:
    """Show the packs of a deal after the game; of a void deal at once.

    Args:
        seen: the game, with the viewer's place in it.
        viewer: who asks: whoever played, or directs the club.
        number: of the deal; 0 shows every pack that was cut for the deal.

    Returns:
        Plain values: commitment, seed, nonces, and the order that they give.

    Raises:
        PermissionDenied: the viewer neither played nor directs.
        NotRevealedYet: the game is not over, and the deal counts.
        NotFound: the game had no such deal.
        GameKeyMissing: the server has not the key of the pack.

    Rule: docs/rules.md#corrections
    """
    game = seen.game
    if seen.seat is None and not _DIRECTS & roles_of(viewer, game.club_id):
        raise PermissionDenied("packs are shown to who played, and to the club's directors")
    seats = Rules.from_plain(game.rules).numbers.seats
    found = [played for played in played_packs(game) if played.pack.number == number]
    if not game.is_over and not (found and all(played.is_void for played in found)):
        raise NotRevealedYet("the pack is shown when the game is over, or its deal is void")
    if not found:
        raise NotFound("the game had no such deal")
    return [_shown(game, played, seats) for played in found]


def faults_of(game: Game) -> list[str]:
    """Check a game's chain, its projection, and every card against its pack.

    Args:
        game: at any stage.

    Returns:
        What is wrong, in words without any hidden card; empty when all is well.
    """
    rules = Rules.from_plain(game.rules)
    rows, secrets = log_of(game)
    faults = verify_chain(game, rows, secrets)
    if faults:
        return faults
    packs = _packs_in(events_of(rows, secrets), secrets)
    return [fault for played in packs for fault in _pack_faults(game, played, rules)]


def played_packs(game: Game) -> list[PlayedPack]:
    """Return every pack of a game with what was done with it.

    Args:
        game: at any stage; for the server alone until it is over.
    """
    rows, secrets = log_of(game)
    return _packs_in(events_of(rows, secrets), secrets)


def _packs_in(events: list[Event], secrets: Iterable[GameSecret]) -> list[PlayedPack]:
    decks = {secret.seq: secret.private[DECK] for secret in secrets if DECK in secret.private}
    found: list[PlayedPack] = []
    for begin, end in pairwise([*sorted(decks), len(events) + 1]):
        first = events[begin - 1]
        number = first.number if isinstance(first, DealStarted) else 0
        found.append(PlayedPack(Pack(number, **decks[begin]), tuple(events[begin - 1 : end - 1])))
    return found


def _shown(game: Game, played: PlayedPack, seats: int) -> dict[str, Any]:
    nonces = played.nonces(seats)
    return {
        "deal": played.pack.number,
        "commitment": played.commitment,
        "seed": played.pack.seed(game.public_id).hex(),
        "nonces": nonces,
        "order": [card.text for card in played.pack.order(game.public_id, nonces)],
    }


def _pack_faults(game: Game, played: PlayedPack, rules: Rules) -> list[str]:
    name = f"deal {played.pack.number}"
    try:
        commitment = played.pack.commitment(game.public_id)
    except GameKeyMissing as refusal:
        key_id = refusal.context["key_id"]
        return [f"{name}: the key {key_id} is not set here, so the pack cannot be checked"]
    if commitment != played.commitment:
        return [f"{name}: the pack is not the one committed to"]
    order = played.pack.order(game.public_id, played.nonces(rules.numbers.seats))
    undealt = cards_dealt(rules.numbers)
    faults: list[str] = []
    for event in played.events:
        match event:
            case CardsDealt(hands, to_crib) if played.dealer is not None:
                is_right = (hands, to_crib) == deal_out(rules.numbers, played.dealer, order)
            case DealerCut():
                is_right = order[event.index] == event.card
            case StarterCut():
                is_right = order[undealt + event.index] == event.card
            case _:
                continue
        if not is_right:
            faults.append(f"{name}: {type(event).__name__} is not what the pack gives")
    return faults
