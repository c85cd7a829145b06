"""A table for tests: games are built by playing them, never by writing fields."""

import random
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from games.engine import commands as cmd
from games.engine.dealing import cards_dealt, deal_out, resolve_cut, starter_cuts
from games.engine.engine import NEW, handle
from games.engine.events import Event
from games.engine.legal import any_time, legal_commands
from games.engine.phases.claims import raised_by
from games.engine.rules import Rules
from games.engine.state import State
from games.engine.variants.base import Variant
from scoring.cards import PACK, Card, cards

COMMITMENT = "c0" * 32


class Table:
    """One game, its log, and the order of the pack in use."""

    def __init__(self, rules: Rules | None = None, first_dealer: int | None = 0) -> None:
        self.rules = rules or Rules.of(first_deal="assigned")
        self.state: State = NEW
        self.log: list[Event] = []
        self.order: tuple[Card, ...] = PACK
        self.send(cmd.CreateGame(self.rules, first_dealer))

    def send(self, *commands: cmd.Command) -> tuple[Event, ...]:
        """Send commands; answer with the events of the last."""
        events: tuple[Event, ...] = ()
        for command in commands:
            if isinstance(command, cmd.Cut) and command.card is None:
                command = resolve_cut(self.state, command, self.order)  # noqa: PLW2901 - the service adds the card
            events, self.state = handle(self.state, command)
            self.log += events
        return events

    def sit(self) -> "Table":
        for seat in range(self.state.seats):
            self.send(cmd.TakeSeat(seat, self.rules.digest))
        return self

    def serve(self, order: Callable[[], Sequence[Card]]) -> None:
        """Do what the service owes until a seat is to act."""
        while self.state.awaits.is_owed_by_service:
            what = self.state.awaits.what
            if what == "cards":
                self.send(cmd.DealCards(self.order))
                continue
            self.order = tuple(order())
            self.send({"pack": cmd.ShufflePack, "shuffle": cmd.StartDeal}[what](COMMITMENT))

    def deal(
        self, dealt: Sequence[Sequence[Card]], starter: Card, to_crib: Sequence[Card] = ()
    ) -> "Table":
        """Deal these cards; the pone's lowest lawful cut finds the starter."""
        self.send(cmd.StartDeal(COMMITMENT))
        dealer = self.state.dealing.dealer
        self.order = stacked(self.rules, dealer, dealt, starter, to_crib)
        self.send(cmd.DealCards(self.order))
        return self

    def cut_starter(self) -> tuple[Event, ...]:
        return self.send(cmd.Cut(self.state.pone, starter_cuts(self.rules)[0]))

    def to_play(
        self, kept: Sequence[str], thrown: Sequence[str], starter: str, to_crib: str = ""
    ) -> "Table":
        """Sit, deal, lay away and turn the starter."""
        if self.state.phase == "seating":
            self.sit()
        hands = [cards(f"{keep} {throw}") for keep, throw in zip(kept, thrown, strict=True)]
        self.deal(hands, Card.parse(starter), cards(to_crib))
        for seat, throw in enumerate(thrown):
            self.send(cmd.Discard(seat, cards(throw)))
        self.cut_starter()
        return self

    def play(self, laid: str) -> "Table":
        """Lay cards in turn; say go wherever the next card cannot be played yet."""
        for card in cards(laid):
            while not self._can_play(card):
                self.send(cmd.SayGo(self.turn))
            self.send(cmd.PlayCard(self.turn, card))
        return self

    def go_through(self) -> "Table":
        """Accept, for every side that is waited for, until somebody else is to act."""
        while self.state.awaits.what == "claims":
            self.send(cmd.Accept(self.state.awaits.seats[0]))
        return self

    def _can_play(self, card: Card) -> bool:
        deal = self.state.dealing
        return card in deal.held[self.turn] and deal.count + card.value <= 31

    @property
    def turn(self) -> int:
        turn = self.state.dealing.turn
        assert turn is not None
        return turn


def stacked(
    rules: Rules,
    dealer: int,
    dealt: Iterable[Sequence[Card]],
    starter: Card,
    to_crib: Sequence[Card] = (),
) -> tuple[Card, ...]:
    """Stack a pack so that it deals these cards and the lowest cut finds the starter."""
    numbers = rules.numbers
    hands = list(dealt)
    places, crib_places = deal_out(numbers, dealer, PACK)
    order: dict[int, Card] = {
        place.code: card
        for seat, hand in enumerate(hands)
        for place, card in zip(places[seat], hand, strict=True)
    }
    order.update((place.code, card) for place, card in zip(crib_places, to_crib, strict=False))
    order[cards_dealt(numbers) + starter_cuts(rules)[0]] = starter
    rest = iter([card for card in PACK if card not in set(order.values())])
    return tuple(order.get(place) or next(rest) for place in range(52))


def random_game(
    rules: Rules,
    seed: int,
    *,
    watch: Callable[[Table], None] = lambda _table: None,
    until: Callable[[Table], bool] = lambda _table: False,
) -> Table:
    """Play a game, to its end or so far, with lawful commands picked by a seed.

    Not all of them are honest.
    """
    chance = random.Random(seed)
    table = Table(rules, 0 if rules.first_deal == "assigned" else None).sit()

    def order() -> list[Card]:
        return chance.sample(PACK, len(PACK))

    while not (table.state.is_over or until(table)):
        table.serve(order)
        if table.state.is_over:
            break
        watch(table)
        table.send(said(table.state, chance.choice(choices(table.state)), chance))
    watch(table)
    return table


def choices(state: State) -> list[cmd.Command]:
    """All a seat may do now, and the end of what time ends."""
    found: list[cmd.Command] = [
        command for seat in range(state.seats) for command in legal_commands(state, seat)
    ]
    if "ask_cut" in any_time(state, 0):
        found.append(cmd.AskCut(0))
    if state.clock in ("heels", "claims", "cut"):
        found.append(cmd.EndWindow())
    return found


def said(state: State, command: cmd.Command, chance: random.Random) -> cmd.Command:
    """Miscount now and then, and claim more or less."""
    slips = [0, 0, 0, -1, -2, -4] + ([] if state.rules.overclaim == "refuse" else [1, 3])
    match command:
        case cmd.Count(seat, points):
            raised = raised_by(state, seat)
            least = raised.points + 1 if raised else 0
            return replace(command, points=min(29, max(least, points + chance.choice(slips))))
        case cmd.PlayCard(points=points) if points is not None:
            return replace(command, points=max(0, points + chance.choice(slips)))
        case cmd.Muggins():
            return replace(command, points=chance.randint(1, 6))
    return command


__all__ = ["COMMITMENT", "Table", "Variant", "choices", "random_game", "said", "stacked"]
