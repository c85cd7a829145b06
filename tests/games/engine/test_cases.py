"""Worked examples and real cases of the play, the end and claims."""

from dataclasses import replace
from typing import Any

import pytest

from games.engine import commands as cmd
from games.engine import errors
from games.engine import events as ev
from games.engine.draft import Draft
from games.engine.rules import Rules
from games.engine.state import State
from scoring.cards import PACK, Card, cards
from tests.data_files import cases_of, items, real_cases
from tests.games.engine.table import Table

pytestmark = pytest.mark.cases

SAID = {"go": "said", "first_deal": "assigned"}
VARIANT_OF = {2: "six_card", 3: "three_hand", 4: "partnership"}
PART_NAMES = {"thirty_one": "thirtyone", "go": "go_or_last", "last": "go_or_last"}
SKUNK_WORDS = ("none", "skunk", "double_skunk")


def examples() -> list[Any]:
    return items(
        cases_of("rules-examples*.json"),
        lambda case: case["kind"] == "pegging" and case["hands"] is not None,
    )


@pytest.mark.parametrize("case", examples())
def test_worked_example_of_the_play(case):
    names = case["players"]
    variant = VARIANT_OF[len(names)] if case["variant"] == "standard" else case["variant"]
    plays = [play for play in case["plays"] if "card" in play]
    hands = [case["hands"][name] for name in names]

    # In the five-card game the list ends with a go that nobody spells out.
    go = "auto" if variant == "five_card" else "said"
    table = pegged(variant, hands, len(names) - 1, [play["card"] for play in plays], go=go)

    table.log = table.log[: last_of_play(table)]
    assert [(names[seat], card, count, points) for seat, card, count, points, _ in laid(table)] == [
        (play["player"], play["card"], play["count"], play["score"]) for play in plays
    ]


@pytest.mark.parametrize("case", real_cases(kinds="b", ops=["peg_deal"]))
def test_real_deal_of_the_play(case):
    given, wanted = case["input"], case["expected"]
    hands = [given["hands"][str(seat)] for seat in range(given["players"])]

    table = pegged(
        VARIANT_OF[given["players"]],
        hands,
        given["dealer_seat"],
        [card for _seat, card in given["plays"]],
    )

    assert laid(table) == [
        (play["seat"], play["card"], play["count"], play["points"], play["parts"])
        for play in wanted["plays"]
    ]
    assert said(table) == [(go["before_play"], go["seat"]) for go in wanted["goes_said"]]
    resets = [(reset["before_play"], reset["leader"]) for reset in wanted["resets"]]
    assert counts_ended(table) == resets


@pytest.mark.parametrize("case", real_cases(kinds="b", ops=["peg_from_state"]))
def test_real_position_of_the_play(case):
    given = case["input"]
    table = Table(Rules.of(**SAID), given["dealer_seat"])
    table.state = position(
        table, [given["hands"]["0"], given["hands"]["1"]], given["live_stack"], given["turn"]
    )
    before = len(table.log)

    for seat, card in given["plays"]:
        table.send(cmd.PlayCard(seat, Card.parse(card)))

    table.log = table.log[before:]
    assert laid(table) == [
        (play["seat"], play["card"], play["count"], play["points"], play["parts"])
        for play in case["expected"]["plays"]
    ]


@pytest.mark.parametrize("case", real_cases(kinds="b", ops=["peg_legal"]))
def test_card_past_31_is_refused_and_go_is_named(case):
    given = case["input"]
    table = Table(Rules.of(**SAID), 0)
    state = table.state = position(table, [given["hand"], ["AC"]], given["live_stack"], 0)

    with pytest.raises(errors.Exceeds31) as refusal:
        table.send(cmd.PlayCard(0, Card.parse(given["attempt"])))

    assert refusal.value.context == {"legal": case["expected"]["legal_cards"], "go": True}
    assert table.state == state


@pytest.mark.parametrize("case", real_cases(kinds="d", ops=["wrong_go"]))
def test_go_with_a_card_that_fits_is_refused(case):
    given = case["input"]
    table = Table(Rules.of(**SAID), 0)
    pile = ["KH", "TH", "5H"]
    state = table.state = position(table, [given["hand"], ["2C"]], pile, 0)

    with pytest.raises(errors.MustPlay) as refusal:
        table.send(cmd.SayGo(0))

    assert refusal.value.context["legal"] == case["expected"]["legal_cards"]
    assert table.state == state


@pytest.mark.parametrize("case", real_cases(kinds="c", ops=["game_end"]))
def test_game_ends_at_the_event_that_reaches_the_target(case):
    given, wanted = case["input"], case["expected"]
    names = sorted(given["scores"])
    starts = tuple(given["scores"][name] for name in names)
    table = Table(Rules.of(target=given["target"], start_pegs=starts, first_deal="assigned"))
    draft = Draft(table.state)

    applied = 0
    for event in given["events"]:
        if not draft.state.is_over:
            draft.peg(names.index(event["player"]), event["points"], "play", ())
            applied += 1

    state = draft.state
    assert names[state.winner] == wanted["winner"]
    assert dict(zip(names, state.scores, strict=True)) == wanted["final"]
    assert applied == wanted["decided_by_event"]
    assert {
        name: SKUNK_WORDS[state.skunks[names.index(name)]] for name in wanted["margin_category"]
    } == wanted["margin_category"]


@pytest.mark.parametrize("case", real_cases(kinds="c", ops=["skunk_table"]))
def test_loser_is_classed_by_his_own_score(case):
    rules = Rules.of(target=case["input"]["target"])

    for row in case["expected"]["rows"]:
        assert SKUNK_WORDS[rules.skunk_class(row["loser"])] == row["category"]


@pytest.mark.parametrize("case", real_cases(kinds="b", ops=["five_card_play"]))
def test_play_of_the_five_card_game_stops_at_the_first_go(case):
    given, wanted = case["input"], case["expected"]["setting_stop_at_first_go"]
    hands = [given["hands"]["0"], given["hands"]["1"]]
    plays = [card for _seat, card in given["plays_if_play_goes_on"]][: wanted["cards_played"]]

    table = pegged(given["variant"], hands, given["dealer_seat"], plays, go="auto")

    found = laid(table)
    assert len(found) == wanted["cards_played"]
    assert {
        str(seat): sum(points for who, _, _, points, _ in found if who == seat) for seat in (0, 1)
    } == wanted["totals"]


def last_of_play(table: Table) -> int:
    """Where the log goes on to the show."""
    shows = [place for place, event in enumerate(table.log) if isinstance(event, ev.HandShown)]
    return shows[0] if shows else len(table.log)


def pegged(
    variant: str, hands: list[list[str]], dealer: int, plays: list[str], **options: Any
) -> Table:
    """Deal these hands and lay these cards."""
    rules = Rules.of(variant, **SAID | options)
    number = rules.numbers.laid_away
    held = {text for hand in hands for text in hand}
    spare = [card.text for card in PACK if card.text not in held and card.rank != 11]
    thrown = [" ".join(spare[number * seat :][:number]) for seat in range(len(hands))]
    table = Table(rules, dealer).to_play([" ".join(hand) for hand in hands], thrown, spare[-1])
    return table.play(" ".join(plays))


def position(table: Table, hands: list[list[str]], pile: list[str], turn: int) -> State:
    """Set a position of the play up directly: no deal of four cards a hand reaches it."""
    table.to_play(["2C 2D 3C 3D", "4C 4D 6C 6D"], ["9C 9D", "8C 8D"], "7S")
    held = [frozenset(cards(" ".join(hand))) for hand in hands]
    lying = cards(" ".join(pile))
    seen = {*lying, *held[0], *held[1], table.state.dealing.starter}
    spare = iter(card for card in PACK if card not in seen)
    played = [4 - len(held[turn]), 4 - len(held[1 - turn]) - len(lying)]
    earlier = [
        (seat, next(spare))
        for seat, number in zip((turn, 1 - turn), played, strict=True)
        for _ in range(number)
    ]
    deal = replace(
        table.state.dealing,
        held=tuple(held),
        laid=(*earlier, *((1 - turn, card) for card in lying)),
        pile=lying,
        count=sum(card.value for card in lying),
        turn=turn,
    )
    return replace(table.state, deal=deal)


def laid(table: Table) -> list[tuple[int, str, int, int, dict[str, int]]]:
    """Every card of the play with all it earned, a go that fell due later included."""
    found: list[Any] = []
    for event in table.log:
        match event:
            case ev.CardPlayed(seat, card, count):
                found.append((seat, card.text, count, 0, {}))
            case ev.PointsPegged(_, _, points, why, parts) if why in ("play", "go"):
                seat, text, count, before, split = found[-1]
                named = {PART_NAMES.get(kind, kind): part for kind, part in parts}
                found[-1] = (seat, text, count, before + points, split | named)
    return found


def said(table: Table) -> list[tuple[int, int]]:
    """Goes that the play went on after: number of the next card, seat."""
    found = []
    number = 1
    for place, event in enumerate(table.log):
        number += isinstance(event, ev.CardPlayed)
        if isinstance(event, ev.GoSaid) and not ends_count(table.log[place + 1 :]):
            found.append((number, event.seat))
    return found


def ends_count(rest: list[ev.Event]) -> bool:
    others = [event for event in rest if not isinstance(event, ev.GoSaid)]
    return bool(others) and isinstance(others[0], ev.PointsPegged | ev.CountEnded)


def counts_ended(table: Table) -> list[tuple[int, int]]:
    """New counts: number of their first card, who leads it."""
    found = []
    number = 1
    for event in table.log:
        number += isinstance(event, ev.CardPlayed)
        if isinstance(event, ev.CountEnded) and event.leader is not None:
            found.append((number, event.leader))
    return found
