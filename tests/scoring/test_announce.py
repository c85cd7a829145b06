import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.announce import GO, HEELS, announce_card, announce_ending, announce_show
from scoring.cards import Card, cards
from scoring.combination import total
from scoring.errors import CountTooHigh
from scoring.pegging import peg_combinations
from scoring.show import score_show
from tests.scoring.playout import pegged_by_seat, play_out
from tests.strategies import hands_with_starter, piles

GOLDEN = Path(__file__).parents[1] / "golden"
NUMBERS = {
    word: number
    for number, word in enumerate(
        re.findall(
            r"\S+",
            """zero one two three four five six seven eight nine ten eleven twelve thirteen
            fourteen fifteen sixteen seventeen eighteen nineteen twenty twenty-one twenty-two
            twenty-three twenty-four twenty-five twenty-six twenty-seven twenty-eight
            twenty-nine thirty thirty-one""",
        )
    )
}


def numbers_in(call):
    return [NUMBERS[word] for word in re.findall(r"[a-z-]+", call) if word in NUMBERS]


def transcript(title, seats, *, starter, hands, order, crib):
    """A whole deal in calls; the last seat deals and shows the crib."""
    starter, crib = Card.parse(starter), cards(crib)
    laid = list(play_out(hands, order))
    shows = [
        (who, score_show(hand, starter, is_crib=who == "crib"), hand)
        for who, hand in zip([*seats, "crib"], [*hands, crib], strict=True)
    ]
    won = pegged_by_seat(laid, len(seats))
    for seat, (_, shown, _) in enumerate(shows):
        won[min(seat, len(seats) - 1)] += total(shown)
    points = ", ".join(f"{who} {each} points" for who, each in zip(seats, won, strict=True))
    lines = [f"{title} Starter {starter}.", f"{points}.", ""]
    for each in laid:
        call = announce_card(each.count, each.combinations, ending=each.ending)
        said = f"{each.card}  {call}" if each.card is not None else f"--  {GO}"
        lines.append(f"{seats[each.seat]:8}{said}")
    lines.append("")
    for who, shown, hand in shows:
        lines.append(f"{who} shows {' '.join(map(str, sorted(hand)))}")
        lines.extend(f"    {call}" for call in announce_show(shown))
    return "\n".join(lines) + "\n"


def test_calls_of_the_example_for_two_are_as_written():
    said = transcript(
        "Two players, the worked example of the rules (AC-16).",
        ["pone", "dealer"],
        starter="5H",
        hands=[cards("JH 7C 6D 4H"), cards("5S 6H 2S 4S")],
        order=cards("JH 5S 7C 6H 2S 6D 4S 4H"),
        crib="8D 8C TS KC",
    )

    assert said == (GOLDEN / "calls-two-players.txt").read_text(encoding="utf-8")


def test_calls_of_the_example_for_three_are_as_written():
    said = transcript(
        "Three players, the worked example of the rules (AC-17).",
        ["left", "across", "dealer"],
        starter="3H",
        hands=[cards("7S 5S QS 4D"), cards("7D 5H QC 3C"), cards("7H 8C KD 9C")],
        order=cards("7S 7D 7H 5S 5H 8C QS QC 3C KD 4D 9C"),
        crib="AS 2C KS 8H",
    )

    assert said == (GOLDEN / "calls-three-players.txt").read_text(encoding="utf-8")


def golden_hands():
    _, *hands = (GOLDEN / "calls-hands.txt").read_text(encoding="utf-8").strip().split("\n\n")
    for text in hands:
        shown, *said = text.split("\n")
        yield pytest.param(shown, "\n".join(said), id=shown.replace(" ", "-"))


@pytest.mark.parametrize(("shown", "said"), list(golden_hands()))
def test_calls_of_a_hand_are_as_written(shown, said):
    hand, starter = shown.split(" with ")
    combinations = score_show(cards(hand), Card.parse(starter))

    styles = [announce_show(combinations, style=style) for style in ("unit", "parts")]
    unit, parts = ("\n".join(f"    {call}" for call in calls) for calls in styles)

    assert said == (unit if unit == parts else f"{unit}\n  or\n{parts}")


def test_short_calls():
    assert (GO, HEELS) == ("go", "two for his heels")
    assert announce_ending("go") == "one for go"
    assert announce_ending("last") == "one for last"


@pytest.mark.parametrize(
    ("pile", "ending", "call"),
    [
        pytest.param("JH", None, "ten", id="S-066-lead-is-named-by-its-value"),
        pytest.param("4C 7D", None, "eleven", id="S-103-total-alone"),
        pytest.param("TC 5D", None, "fifteen for two", id="S-104-fifteen"),
        pytest.param("TC 5D 6C TS", None, "thirty-one for two", id="S-104-thirty-one"),
        pytest.param("5C 5D", None, "ten and a pair for two", id="S-105-pair"),
        pytest.param(
            "5C 5D 5H",
            None,
            "fifteen for two and a pair royal for six, makes eight",
            id="S-106-three-fives",
        ),
        pytest.param(
            "5C 5D 5H 5S", None, "twenty and a double pair royal for twelve", id="S-105-four"
        ),
        pytest.param(
            "6C 4D 5H", None, "fifteen for two and a run of three, makes five", id="S-106-run"
        ),
        pytest.param("TC 9D QH", "go", "twenty-nine and one for go", id="S-107-go"),
        pytest.param("KD 4D 9C", "last", "twenty-three and one for last", id="S-107-last"),
        pytest.param(
            "6D 4S 4H",
            "last",
            "fourteen and a pair for two and one for last, makes three",
            id="S-108-pair-and-last",
        ),
    ],
)
def test_call_of_a_card_is_as_the_rules_have_it(pile, ending, call):
    pile = cards(pile)

    assert (
        announce_card(sum(card.value for card in pile), peg_combinations(pile), ending=ending)
        == call
    )


@pytest.mark.parametrize("count", [-1, 0, 32])
def test_a_count_that_no_card_makes_is_not_said(count):
    with pytest.raises(CountTooHigh):
        announce_card(count)


@given(piles, st.sampled_from([None, "go", "last"]))
def test_call_of_a_card_says_its_count_and_ends_in_its_points(pile, ending):
    count, combinations = sum(card.value for card in pile), peg_combinations(pile)

    said = numbers_in(announce_card(count, combinations, ending=ending))

    pegged = total(combinations) + (ending is not None)
    assert said[0] == count
    assert said[-1] == (pegged or count)


@given(hands_with_starter, st.sampled_from(["unit", "parts"]))
def test_calls_of_a_hand_end_in_its_total(shown, style):
    combinations = score_show(*shown)

    calls = announce_show(combinations, style=style)

    if combinations:
        assert numbers_in(calls[-1])[-1] == total(combinations)
    else:
        assert calls == ("nineteen",)


@given(hands_with_starter)
def test_a_pair_within_a_double_run_is_said_once(shown):
    combinations = score_show(*shown)
    has_double_run = sum(each.kind == "run" for each in combinations) > 1

    calls = announce_show(combinations, style="unit")

    assert not (has_double_run and any(" pair " in call for call in calls))


def test_pair_beside_a_run_is_a_score_of_its_own():
    calls = announce_show(score_show(cards("4C 5D 6H KS"), Card.parse("KD")))

    assert calls == (
        "fifteen two",
        "fifteen four",
        "fifteen six",
        "a pair for two, makes eight",
        "a run of three, makes eleven",
    )
