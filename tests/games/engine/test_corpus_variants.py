"""Whole games of other targets, options and variants: no event may differ."""

from typing import Any

import pytest

from games.engine import commands as cmd
from games.engine import events as ev
from games.engine import rulings
from games.engine.errors import Overclaim
from games.engine.phases.parts import parts_of
from games.engine.rules import Rules
from scoring.cards import Card, cards
from scoring.pegging import peg_combinations
from scoring.show import score_show
from tests.data_files import corpus_files, games_of
from tests.games.engine.table import Table

pytestmark = pytest.mark.corpus

OF_THE_VARIANT = ("variant", "pone_start", "single_count", "start_pegs")
LINES = ("skunk_below", "double_below")
PARTS = {"fifteen": "15", "thirty_one": "31", "go": "last"}
PLAIN = {
    "go": cmd.SayGo,
    "heels_claim": cmd.ClaimHeels,
    "heels_waived": cmd.WaiveHeels,
    "accept": cmd.Accept,
    "concede": cmd.Concede,
}
DECLARED = ("play", "hand", "crib")
GAINS = ("muggins", "overclaim", "false_claim")


def rules_of(game: dict[str, Any]) -> Rules:
    options = {
        name: value
        for name, value in game["rules"].items()
        if name not in OF_THE_VARIANT and (value is not None or name in LINES)
    }
    if game["ended_by"] == "concession":  # who gives up does so before the engine says go for him
        options["go"] = "said"
    return Rules.of(game["rules"]["variant"], **options)


@pytest.mark.parametrize(
    "path", corpus_files("variants/games-*.jsonl.gz"), ids=lambda path: path.name
)
def test_games_replay_without_a_differing_event(path):
    for game in games_of(path):
        table, found = played_again(game)
        assert found == expected(game), game["id"]
        state = table.state
        assert [list(state.scores), [peg.back for peg in state.pegs]] == [
            game["final"],
            game["back"],
        ]
        assert [state.winner, state.ended_by] == [game["winner"], game["ended_by"]]
        assert list(state.skunks) == game["skunk"]


def expected(game: dict[str, Any]) -> list[Any]:
    events = [*game["start"], *(event for deal in game["deals"] for event in deal["ev"])]
    if events[-1][0] == "concede" and events[-2][2:] == ["next_count"]:
        del events[-2]  # he gave up in place of the count that would have closed the window
    return [event[:2] if event[0] == "go" else event for event in events]


class Reader:
    """Plays a game of the corpus and tells its log in the corpus's words."""

    def __init__(self, game: dict[str, Any]) -> None:
        self.rules = rules_of(game)
        self.table = Table(self.rules, game["first_dealer"]).sit()
        self.told = 0
        self.pegs = [0] * self.rules.numbers.sides
        self.found: list[Any] = []
        self.last_shown: list[Any] = ["play"]
        self.pile: list[Card] = []

    def deal(self, deal: dict[str, Any]) -> None:
        hands = [cards(" ".join(hand)) for hand in deal["dealt"]]
        starter = deal["starter"] or spare_card(deal)
        self.table.deal(hands, Card.parse(starter), cards(" ".join(deal["to_crib"])))
        if deal["starter"]:
            for seat, thrown in enumerate(deal["discards"]):
                self.table.send(cmd.Discard(seat, cards(" ".join(thrown))))
            self.table.cut_starter()

    def follow(self, events: list[Any]) -> None:
        """Send what the events tell of, with what stands between them unsaid."""
        for place, event in enumerate(events):
            after = events[place + 1] if place + 1 < len(events) else [""]
            if event[0] in ("play", "go") or (event[0] == "declare" and event[2] != "play"):
                self.answer(event)
            if event[0] == "refused":
                self.overclaim(event)
                continue
            command = self.command_of(event, after)
            if command is not None:
                self.table.send(command)

    def answer(self, event: list[Any]) -> None:
        """Accept where the corpus leaves an acceptance out."""
        state = self.table.state
        while state.awaits.what == "claims" and (state.phase == "play" or self.is_left_open(event)):
            self.table.send(cmd.Accept(state.awaits.seats[0]))
            state = self.table.state

    def is_left_open(self, event: list[Any]) -> bool:
        window = self.table.state.dealing.windows[0]
        return window.stage == "raise" or window.what == "play"

    def overclaim(self, event: list[Any]) -> None:
        _, seat, what, declared, why = event
        with pytest.raises(Overclaim):
            self.table.send(cmd.Count(seat, declared))
        self.tell()
        self.found.append(["refused", seat, what, declared, why])

    def command_of(self, event: list[Any], after: list[Any]) -> cmd.Command | None:
        kind, seat = event[0], event[1] if len(event) > 1 else 0
        if kind == "play":
            said = after[3] if self.rules.is_play_declared else None
            return cmd.PlayCard(seat, Card.parse(event[2]), said)
        if kind in ("declare", "raise"):
            return None if event[2] == "play" else cmd.Count(seat, event[3])
        if kind == "muggins":
            return cmd.Muggins(seat, event[2])
        if kind == "go" and self.rules.go != "said":
            return None
        if event[2:] == ["time"] or kind == "grace_ended":
            return cmd.EndWindow()
        return PLAIN[kind](seat) if kind in PLAIN else None

    def end_deal(self) -> None:
        state = self.table.state
        while state.awaits.what == "claims":
            self.table.send(cmd.Accept(state.awaits.seats[0]))
            state = self.table.state
        self.tell()

    def tell(self) -> None:
        """Turn the events since the last time into the corpus's."""
        for event in self.table.log[self.told :]:
            self.found += self.words_of(event)
        self.told = len(self.table.log)

    def words_of(self, event: ev.Event) -> list[Any]:
        self.remember(event)
        match event:
            case ev.PointsPegged():
                return self.pegged(event)
            case ev.PointsNotPegged(_, seat, points, why, parts):
                return self.scored(seat, points, why, parts, ["past_target"])
            case ev.CardPlayed(seat, card, count):
                return self.shown("play", seat, card.text, count)
            case ev.HandShown(seat):
                return self.shown("hand", seat)
            case ev.CribShown(seat):
                return self.shown("crib", seat)
        return self.claims_of(event) + self.said_of(event)

    def remember(self, event: ev.Event) -> None:
        match event:
            case ev.DealStarted():
                self.dealer = event.dealer
            case ev.StarterCut():
                self.starter = event.card
            case ev.CountEnded():
                self.pile = []
            case ev.CardPlayed():
                self.pile.append(event.card)
            case ev.HandShown() | ev.CribShown():
                self.hand = event.cards

    def said_of(self, event: ev.Event) -> list[Any]:
        match event:
            case ev.GoSaid(seat):
                return [["go", seat]]
            case ev.GraceEnded():
                return [["grace_ended"]]
            case ev.WindowClosed("heels", how) if how != "claimed":
                return [[f"heels_{how}", self.dealer]]
            case rulings.Conceded(seat):
                if self.is_uncounted():
                    self.found.pop()  # the corpus tells of a hand with its count only
                return [["concede", seat, list(self.pegs)]]
        return []

    def claims_of(self, event: ev.Event) -> list[Any]:
        match event:
            case ev.CountDeclared(seat, what, points, _, worth):
                return self.declared(seat, what, points, worth)
            case ev.MugginsClaimed(seat, points):
                return [["muggins", seat, points, 0, 0, list(self.pegs)]]
            case ev.CountAccepted(seat) if self.is_at_the_show():
                return [["accept", seat]]
            case ev.WindowClosed("muggins", how):
                return [["closed", self.what, how]]
        return []

    def is_uncounted(self) -> bool:
        is_last = bool(self.found) and self.found[-1] is self.last_shown
        return self.rules.is_declared and self.last_shown[0] != "play" and is_last

    def is_at_the_show(self) -> bool:
        return self.rules.muggins != "none" and self.what != "play"

    def shown(self, what: str, seat: int, *more: object) -> list[Any]:
        self.what = what
        self.last_shown = [what, seat, *more, 0, {}, list(self.pegs)]
        return [self.last_shown]

    def declared(self, seat: int, what: str, points: int, worth: int) -> list[Any]:
        self.what = what
        shown = self.found[-1]
        if shown[0] in ("declare", "raise"):
            return [["raise", seat, what, points, 0, 0, list(self.pegs)]]
        self.worth_of_shown(self.last_shown, worth)
        return [["declare", seat, what, points, 0, 0, list(self.pegs)]]

    def worth_of_shown(self, shown: list[Any], worth: int) -> None:
        """Split the true value that the engine keeps to itself."""
        if shown[0] == "play":
            split = parts_of(peg_combinations(self.pile))
        else:
            is_crib = shown[0] == "crib"
            split = parts_of(score_show(self.hand, self.starter, is_crib=is_crib))
        named = {PARTS.get(kind, kind): part for kind, part in split}
        if worth > sum(named.values()):
            named["last"] = worth - sum(named.values())
        shown[-3:-1] = [sum(named.values()), named]

    def pegged(self, event: ev.PointsPegged) -> list[Any]:
        before = self.pegs[event.side]
        self.pegs[event.side] = min(self.rules.target, before + event.points)
        moved = self.pegs[event.side] - before
        if event.why in GAINS:
            self.found[-1][-1] = list(self.pegs)
            self.found[-1][-3 if event.why == "muggins" else -2] += moved
            return []
        if self.found and self.found[-1][0] in ("declare", "raise") and event.why in DECLARED:
            self.found[-1][-1] = list(self.pegs)
            self.found[-1][-3] += moved
            return []
        return self.scored(event.seat, event.points, event.why, event.parts, [])

    def scored(self, seat, points, why, parts, mark) -> list[Any]:
        words = {"go": "last", "start": "start"}
        words["heels"] = "heels" if self.rules.heels == "auto" else "heels_claim"
        if why in words:
            return [[words[why], seat, points, list(self.pegs), *mark]]
        split = {PARTS.get(kind, kind): part for kind, part in parts}
        self.found[-1][-3:] = [points, split, list(self.pegs), *mark]
        return []


def spare_card(deal: dict[str, Any]) -> str:
    seen = {text for hand in deal["dealt"] for text in hand} | set(deal["to_crib"])
    return next(rank + suit for rank in "23456789" for suit in "CDHS" if rank + suit not in seen)


def played_again(game: dict[str, Any]) -> tuple[Table, list[Any]]:
    reader = Reader(game)
    for deal in game["deals"]:
        reader.deal(deal)
        reader.follow(deal["ev"])
        reader.end_deal()
    return reader.table, reader.found
