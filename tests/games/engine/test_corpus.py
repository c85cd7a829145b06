"""Whole games played elsewhere: the engine must come to the same events."""

from typing import Any

import pytest

from games.engine import commands as cmd
from games.engine import events as ev
from games.engine.rules import Rules
from scoring.cards import Card
from tests.data_files import corpus_files, games_of
from tests.games.engine.table import Table

pytestmark = pytest.mark.corpus

PARTS = {"fifteen": "15", "thirty_one": "31", "go": "last"}


VARIANTS = {2: "six_card", 3: "three_hand", 4: "partnership"}


@pytest.mark.parametrize("path", corpus_files("games-?p.jsonl.gz"), ids=lambda path: path.name)
def test_games_replay_without_a_differing_event(path):
    for game in games_of(path):
        assert played_again(game) == expected(game), game["id"]


def played_again(game: dict[str, Any]) -> list[object]:
    rules = Rules.of(VARIANTS[game["n"]], first_deal="assigned")
    table = Table(rules, game["first_dealer"]).sit()
    for deal in game["deals"]:
        play_deal(table, deal)
    assert table.state.is_over
    found = corpus_events(table)
    return [*found, list(table.state.scores), table.state.winner, list(table.state.skunks)]


def play_deal(table: Table, deal: dict[str, Any]) -> None:
    dealt = [[Card.parse(text) for text in hand] for hand in deal["dealt"]]
    to_crib = deal.get("to_crib") or []
    to_crib = [to_crib] if isinstance(to_crib, str) else to_crib
    table.deal(dealt, Card.parse(deal["starter"]), [Card.parse(text) for text in to_crib])
    assert table.state.dealing.dealer == deal["dealer"]
    for seat, thrown in enumerate(deal["discards"]):
        table.send(cmd.Discard(seat, tuple(Card.parse(text) for text in thrown)))
    table.cut_starter()
    for event in deal["ev"]:
        if event[0] == "play":
            table.send(cmd.PlayCard(event[1], Card.parse(event[2])))


def expected(game: dict[str, Any]) -> list[object]:
    """The corpus's events; a seat's go counts once a count, the layer's never."""
    found: list[Any] = []
    for deal in game["deals"]:
        layer, gone = -1, set()
        for event in deal["ev"]:
            kind, seat = event[:2]
            if kind == "go":
                if event[2] and seat != layer and seat not in gone:
                    found.append(["go", seat])
                    gone.add(seat)
                continue
            found.append(event)
            if kind == "play":
                layer = seat
            if kind == "last" or (kind == "play" and event[3] == 31):
                gone = set()
    return [*found, game["final"], game["winner"], game["skunk"]]


def corpus_events(table: Table) -> list[object]:
    """The engine's events in the corpus's words, its acts taken apart."""
    found: list[Any] = []
    pegs = [0] * len(table.state.pegs)
    for event in table.log:
        match event:
            case ev.CardPlayed(seat, card, count):
                found.append(["play", seat, card.text, count, 0, {}, list(pegs)])
            case ev.GoSaid(seat):
                found.append(["go", seat])
            case ev.HandShown(seat, _):
                found.append(["hand", seat, 0, {}, list(pegs)])
            case ev.CribShown(seat, _):
                found.append(["crib", seat, 0, {}, list(pegs)])
            case ev.PointsPegged():
                found += pegged(event, pegs, found)
    return found


def pegged(event: ev.PointsPegged, pegs: list[int], found: list[Any]) -> list[Any]:
    """Fill in the event that scored; answer with events of their own."""
    split = {PARTS.get(kind, kind): points for kind, points in event.parts}
    assert sum(split.values()) == event.points
    last = split.pop("last", 0)
    if event.why == "heels":
        pegs[event.side] += 2
        return [["heels", event.seat, 2, list(pegs)]]
    if split:
        pegs[event.side] = min(121, pegs[event.side] + event.points - last)
        found[-1][-3:] = [event.points - last, split, list(pegs)]
    if not last or pegs[event.side] == 121:
        return []
    pegs[event.side] += 1
    return [["last", event.seat, 1, list(pegs)]]
