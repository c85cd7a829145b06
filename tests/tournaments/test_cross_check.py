"""Two cards of one game, settled by rule: the federation's cases, and whole nights."""

import pytest

from tests.data_files import real_cases
from tests.tournaments.nights import nights
from tournaments.cross_check import Settled, settle
from tournaments.errors import CardImpossible
from tournaments.game_results import Scoring, Worth
from tournaments.scorecards import (
    Totals,
    WrittenCard,
    WrittenLine,
    apparent_qualifiers,
    card_warnings,
    check_line,
    points_of,
    read_spread,
    totals_are_plausible,
)

FEDERATION = Scoring(double_below=None)


def line(won=None, spread=None, column=None, **values):
    """A line of game 1; the number stands where the win or loss puts it."""
    if spread is not None:
        values[column or ("plus" if won else "minus")] = spread
    return WrittenLine(values.pop("game", 1), won=won, **values)


def settled(one, other, seem=(False, False)):
    found = settle(one, other, seem_to_qualify=seem)
    return found.rule_code, found.lines and tuple(tuple(each) for each in found.lines)


@pytest.mark.parametrize(
    ("one", "other", "seem", "code", "lines"),
    [
        pytest.param(
            line(True, 21), line(False, 16), (True, False), "D1", ((1, 16), (0, -16)), id="winner"
        ),
        pytest.param(
            line(True, 21), line(False, 16), (False, True), "D1", ((1, 21), (0, -21)), id="loser"
        ),
        pytest.param(
            line(True, 17), line(False, 16), (True, True), "D2", ((1, 16), (0, -17)), id="both"
        ),
        pytest.param(
            line(True, 15), line(False, 20), (True, False), "D8", ((1, 15), (0, -20)), id="no-harm"
        ),
        pytest.param(
            line(True, 15), line(False, 20), (True, True), "D8", ((1, 15), (0, -20)), id="no-harm-2"
        ),
        pytest.param(
            line(True, 15), line(False, 20), (False, False), "D9", ((1, 15), (0, -20)), id="flagged"
        ),
        pytest.param(
            line(True, 9), line(True, 9, "minus"), (False, False), "D4", ((1, 9), (0, -9)), id="d4"
        ),
        pytest.param(
            line(False, 9),
            line(False, 9, "plus"),
            (False, False),
            "D4",
            ((0, -9), (1, 9)),
            id="two-losses-one-plus",
        ),
        pytest.param(
            line(True, 9), line(True, 12), (True, False), "D5", ((0, -9), (0, -12)), id="d5"
        ),
        pytest.param(
            line(True, 24),
            line(False, 24, "plus"),
            (True, True),
            "D6",
            ((1, 24), (0, -24)),
            id="d6",
        ),
        pytest.param(
            line(True, 24),
            line(False, 20, "plus"),
            (True, False),
            "D6D1",
            ((1, 20), (0, -20)),
            id="column-then-spread",
        ),
        pytest.param(
            line(True, 24),
            line(True, 20, "minus"),
            (False, False),
            "D4D9",
            ((1, 24), (0, -20)),
            id="column-then-flag",
        ),
        pytest.param(None, line(True, 7), (True, True), "D3", ((0, -7), (1, 7)), id="card-missing"),
        pytest.param(line(), line(False, 7), (1, 1), "D3", ((1, 7), (0, -7)), id="line-blank"),
        pytest.param(line(True), line(False, 7), (1, 1), "D3", ((1, 7), (0, -7)), id="no-number"),
        pytest.param(line(True, 7), line(True), (1, 1), "D4D3", ((1, 7), (0, -7)), id="one-number"),
        pytest.param(line(True, 7), line(False, 7), (1, 1), None, ((1, 7), (0, -7)), id="agree"),
    ],
)
def test_two_cards_are_settled_by_rule(one, other, seem, code, lines):
    expected = tuple((bool(won), spread) for won, spread in lines)

    assert settled(one, other, seem) == (code, expected)
    # Nothing depends on whose card is read first.
    assert settled(other, one, seem[::-1]) == (code, expected[::-1])


@pytest.mark.parametrize(
    ("one", "other", "why"),
    [
        (None, None, "nothing_written"),
        (line(), line(), "nothing_written"),
        (line(True), line(False), "no_spread"),
        (line(True), line(True), "no_spread"),
        (line(True), None, "no_spread"),
    ],
)
def test_what_no_rule_settles_is_left_to_the_director(one, other, why):
    found = settle(one, other, seem_to_qualify=(True, False))

    assert (found.lines, found.why, found.rule_code) == (None, why, None)


@pytest.mark.cases
@pytest.mark.parametrize("case", real_cases(kinds="g", ops=["card_mismatch"]))
def test_cards_that_differ_are_settled_as_the_federation_does(case):
    cards = [case["input"][key] for key in ("card1", "card2")]
    lines = [line(card["result"] == "W", card["spread"], card.get("column")) for card in cards]
    seem = tuple(card.get("qualifier", False) for card in cards)

    found = settle(*lines, seem_to_qualify=seem)

    assert found.lines == tuple(
        Settled(right["result"] == "W", right["spread"])
        for right in (case["expected"][card["player"]] for card in cards)
    )


@pytest.mark.cases
@pytest.mark.parametrize("case", real_cases(kinds="g", ops=["card_check"]))
def test_totals_are_looked_at(case):
    expected = case["expected"]
    if "parsed" in expected:
        assert [read_spread(text) for text in case["input"]["values"]] == expected["parsed"]
        return
    found = [
        card["player"]
        for card in case["input"]["cards"]
        if not totals_are_plausible(
            Totals(card["game_points"], card["games_won"], 0, 0), case["input"]["games"]
        )
    ]

    assert found == expected["flagged"]


@pytest.mark.parametrize("text", ["", "+", "1O", "1.5", "1234", "٣", "--3"])
def test_what_is_no_number_is_no_spread(text):
    with pytest.raises(CardImpossible, match="no spread"):
        read_spread(text)


@pytest.mark.parametrize(
    "bad",
    [
        pytest.param(WrittenLine(1, won=True, plus=3, minus=4), id="both-columns"),
        pytest.param(WrittenLine(1, won=True, plus=0), id="no-spread"),
        pytest.param(WrittenLine(1, won=True, plus=122), id="above-the-target"),
        pytest.param(WrittenLine(1, won=True, plus=5, points=7), id="points"),
        pytest.param(WrittenLine(1, won=True, plus=5, note="late"), id="late-and-played"),
    ],
)
def test_a_line_that_nobody_meant_is_refused(bad):
    with pytest.raises(CardImpossible, match=r"[Gg]ame"):
        check_line(FEDERATION, bad)


@pytest.mark.parametrize(
    "good",
    [
        WrittenLine(1, won=False, plus=121, points=0),
        WrittenLine(1, won=True, plus=31, points=3),
        WrittenLine(1, note="sit-out", points=2),
        WrittenLine(1, note="left"),
        WrittenLine(1),
    ],
)
def test_a_line_with_a_fault_of_the_night_is_taken(good):
    check_line(FEDERATION, good)


def test_a_card_without_totals_is_no_apparent_qualifier():
    cards = [
        WrittenCard(1, (), Totals(10, 5, 50, 40)),
        WrittenCard(2, (), Totals(10, 5, 60, 50)),
        WrittenCard(3, (), Totals(10, 5, 60, 50)),
        WrittenCard(4, ()),
    ]

    assert apparent_qualifiers(cards, 1) == {2, 3}
    assert apparent_qualifiers(cards, 3) == {1, 2, 3}
    assert apparent_qualifiers(cards, 9) == {1, 2, 3}
    assert apparent_qualifiers(cards, 0) == apparent_qualifiers([], 3) == frozenset()


def written_cards(night):
    """The cards of a night by entry."""
    return {
        card["entry"]: WrittenCard(
            card["entry"],
            tuple(WrittenLine(**each) for each in card["lines"]),
            card["totals"] and Totals(**card["totals"]),
        )
        for card in night["cards"]
    }


def scoring_of(night):
    return Scoring(target=night["rules"]["target"], skunk_below=91, double_below=None)


def lines_of(cards, entry, game):
    card = cards.get(entry)
    return card and next((each for each in card.lines if each.game == game), None)


@pytest.mark.cases
@pytest.mark.parametrize("night", nights())
def test_the_games_of_a_night_are_settled(night):
    cards, scoring = written_cards(night), scoring_of(night)
    seem = apparent_qualifiers(cards.values(), night["expected"]["qualifiers_count"])
    assert sorted(seem) == night["expected"]["apparent_qualifiers"]
    found = []
    for right in night["expected"]["games"]:
        if right["outcome"] == "forfeit":
            continue
        sides = [each["entry"] for each in right["lines"]]
        result = settle(
            *(lines_of(cards, entry, right["game"]) for entry in sides),
            seem_to_qualify=tuple(entry in seem for entry in sides),
        )
        lines = []
        for entry, each in zip(sides, result.lines, strict=True):
            points, skunk = points_of(scoring, won=each.won, spread=abs(each.spread))
            lines.append({"entry": entry, **each._asdict(), "points": points, "skunk": skunk})
        found.append((right["game"], right["table"], result.rule_code or "OK", lines))

    assert found == [
        (right["game"], right["table"], right["rule"], right["lines"])
        for right in night["expected"]["games"]
        if right["outcome"] == "played"
    ]


OF_A_CARD = ("opponent_number", "points", "line_blank", "totals")


@pytest.mark.cases
@pytest.mark.parametrize("night", nights())
def test_the_faults_of_a_night_s_cards_are_found(night):
    worth = night["rules"]["sit_out"]
    sit_out = Worth(worth["game_points"], worth["games_won"], worth["spread"])
    opponents = {entry: {} for entry in written_cards(night)}
    for game in night["expected"]["games"]:
        sides = [each["entry"] for each in game["lines"]]
        for entry, opponent in (sides, sides[::-1]):
            if game["outcome"] == "played" and entry in opponents:
                opponents[entry][game["game"]] = opponent
    found = [
        {"code": one.code, "entry": one.entry, **one.facts}
        for entry, card in written_cards(night).items()
        for one in card_warnings(card, opponents[entry], scoring_of(night), sit_out)
    ]
    expected = [one for one in night["expected"]["warnings"] if one["code"] in OF_A_CARD]

    def by_all(one):
        return sorted((key, str(value)) for key, value in one.items())

    assert sorted(found, key=by_all) == sorted(expected, key=by_all)
    wrong = {one["entry"] for one in found if one["code"] == "totals"}
    assert sorted(wrong) == night["expected"]["cards_added_wrong"]
