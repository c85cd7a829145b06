"""Whole games of other targets, options and variants: no event may differ.

A file of rules that this version refuses is expected to fail until the issue
that brings them.
"""

from typing import Any

import pytest

from games.engine import commands as cmd
from games.engine import events as ev
from games.engine.errors import RulesInvalid
from games.engine.rules import Rules
from scoring.cards import Card
from tests.data_files import corpus_files, games_of
from tests.games.engine.table import Table
from tests.games.engine.test_cases import LATER

pytestmark = pytest.mark.corpus

OF_THE_VARIANT = ("variant", "pone_start", "single_count", "start_pegs")
# Nobody concedes in the files that are played: those that do need other options too.
NOT_USED = ("allow_concede",)
LINES = ("skunk_below", "double_below")
PARTS = {"fifteen": "15", "thirty_one": "31", "go": "last"}


def rules_of(game: dict[str, Any]) -> Rules:
    options = {
        name: value
        for name, value in game["rules"].items()
        if name not in (*OF_THE_VARIANT, *NOT_USED) and (value is not None or name in LINES)
    }
    return Rules.of(game["rules"]["variant"], **options)


def files() -> list[Any]:
    later = pytest.mark.xfail(reason=LATER, raises=RulesInvalid, strict=True)
    found = []
    for path in corpus_files("variants/games-*.jsonl.gz"):
        try:
            rules_of(next(games_of(path)))
        except RulesInvalid:
            found.append(pytest.param(path, id=path.name, marks=later))
        else:
            found.append(pytest.param(path, id=path.name))
    return found


@pytest.mark.parametrize("path", files())
def test_games_replay_without_a_differing_event(path):
    for game in games_of(path):
        assert in_words(played_again(game)) == expected(game), game["id"]


def played_again(game: dict[str, Any]) -> Table:
    table = Table(rules_of(game), game["first_dealer"]).sit()
    for deal in game["deals"]:
        hands = [[Card.parse(text) for text in hand] for hand in deal["dealt"]]
        table.deal(hands, Card.parse(deal["starter"]))
        for seat, thrown in enumerate(deal["discards"]):
            table.send(cmd.Discard(seat, tuple(Card.parse(text) for text in thrown)))
        table.cut_starter()
        for event in deal["ev"]:
            table.send(*commands_of(event, table.rules))
    return table


def commands_of(event: list[Any], rules: Rules) -> list[cmd.Command]:
    match event:
        case ["play", seat, card, *_]:
            return [cmd.PlayCard(seat, Card.parse(card))]
        case ["go", seat, _] if rules.go == "said":
            return [cmd.SayGo(seat)]
        case ["heels_claim", seat, *_]:
            return [cmd.ClaimHeels(seat)]
        case ["heels_waived", seat]:
            return [cmd.WaiveHeels(seat)]
        case ["grace_ended"]:
            return [cmd.EndWindow()]
    return []


def expected(game: dict[str, Any]) -> list[Any]:
    events = [event for deal in game["deals"] for event in deal["ev"]]
    found = [event[:2] if event[0] == "go" else event for event in events]
    return [*found, game["final"], game["back"], game["winner"], game["skunk"]]


def in_words(table: Table) -> list[Any]:
    """The engine's log in the corpus's words."""
    found: list[Any] = []
    pegs = [0] * len(table.state.pegs)
    dealer = -1
    for event in table.log:
        match event:
            case ev.DealStarted():
                dealer = event.dealer
            case ev.PointsPegged(side, seat, points, why, parts):
                pegs[side] = min(table.rules.target, pegs[side] + points)
                if why in ("heels", "go"):
                    found.append([heels_word(why, table.rules), seat, points, list(pegs)])
                else:
                    split = {PARTS.get(kind, kind): part for kind, part in parts}
                    found[-1][-3:] = [points, split, list(pegs)]
            case _:
                found += words_of(event, dealer, pegs)
    backs = [peg.back for peg in table.state.pegs]
    state = table.state
    return [*found, list(state.scores), backs, state.winner, list(state.skunks)]


def heels_word(why: str, rules: Rules) -> str:
    if why == "go":
        return "last"
    return "heels" if rules.heels == "auto" else "heels_claim"


def words_of(event: ev.Event, dealer: int, pegs: list[int]) -> list[Any]:
    found: list[Any] = []
    nothing = [0, {}, list(pegs)]
    match event:
        case ev.CardPlayed(seat, card, count):
            found.append(["play", seat, card.text, count, *nothing])
        case ev.GoSaid(seat):
            found.append(["go", seat])
        case ev.HandShown(seat, _):
            found.append(["hand", seat, *nothing])
        case ev.CribShown(seat, _):
            found.append(["crib", seat, *nothing])
        case ev.GraceEnded():
            found.append(["grace_ended"])
        case ev.WindowClosed("heels", how) if how != "claimed":
            found.append([f"heels_{how}", dealer])
    return found
