import json

import pytest

from games.engine.errors import RulesInvalid
from games.engine.options import LIMITS
from games.engine.rules import PRESETS, Rules


def test_lines_and_target_default_to_the_variants():
    rules = Rules.of("six_card")

    assert (rules.target, rules.skunk_below, rules.double_below) == (121, 91, 61)


@pytest.mark.parametrize(
    ("target", "lines"), [(121, (91, 61)), (61, (31, None)), (181, (None, None))]
)
def test_lines_default_to_those_of_the_target(target, lines):
    rules = Rules.of(target=target)

    assert (rules.skunk_below, rules.double_below) == lines


@pytest.mark.parametrize(
    ("rules", "score", "skunk"),
    [
        (Rules.of(), 60, 2),
        (Rules.of(), 61, 1),
        (Rules.of(), 90, 1),
        (Rules.of(), 91, 0),
        (Rules.of(target=61), 0, 1),
        (Rules.of(target=61), 30, 1),
        (Rules.of(target=61), 31, 0),
        (Rules.of(skunk_below=61, double_below=None), 60, 1),
        (Rules.of(skunk_below=61, double_below=None), 61, 0),
        (Rules.of(target=181), 0, 0),
    ],
)
def test_skunk_is_below_the_line(rules, score, skunk):
    assert rules.skunk_class(score) == skunk


@pytest.mark.parametrize(
    ("options", "named"),
    [
        pytest.param({"variant": "ten_card"}, "variant", id="variant-unknown"),
        pytest.param({"variant": ["six_card"]}, "variant", id="variant-of-a-wrong-type"),
        pytest.param({"colour": "red"}, "colour", id="option-unknown"),
        pytest.param({"cls": 1}, "cls", id="option-named-as-ours"),
        pytest.param({"heels": ["auto"]}, "heels", id="choice-of-a-wrong-type"),
        pytest.param({"target": [121]}, "target", id="target-as-list"),
        pytest.param({"start_pegs": (0, "1")}, "start_pegs", id="start-as-text"),
        pytest.param({"heels": "never"}, "heels", id="choice-unknown"),
        pytest.param({"muggins_heels": 0}, "muggins_heels", id="number-for-a-flag"),
        pytest.param({"muggins": "show"}, "muggins", id="muggins-where-the-engine-counts"),
        pytest.param(
            {"counting": "declared", "muggins": "show", "overclaim": "refuse"},
            "overclaim",
            id="refusal-beside-muggins",
        ),
        pytest.param({"muggins_heels": True}, "muggins_heels", id="heels-without-muggins"),
        pytest.param(
            {"counting": "declared", "muggins": "show", "muggins_heels": True},
            "muggins_heels",
            id="heels-that-cannot-be-missed",
        ),
        pytest.param(
            {"declaration": "until_next_stage"}, "declaration", id="raise-of-what-nobody-declares"
        ),
        pytest.param({"claim_seconds": 0}, "claim_seconds", id="window-without-time"),
        pytest.param({"move_seconds": -1}, "move_seconds", id="clock-negative"),
        pytest.param({"target": 0}, "target", id="target-too-low"),
        pytest.param({"target": "121"}, "target", id="target-as-text"),
        pytest.param({"target": True}, "target", id="target-as-flag"),
        pytest.param({"heels_grace": -1}, "heels_grace", id="grace-negative"),
        pytest.param({"min_cut": 0}, "min_cut", id="cut-of-nothing"),
        pytest.param({"skunk_below": 122}, "skunk_below", id="line-past-the-target"),
        pytest.param({"skunk_below": None}, "double_below", id="double-without-skunk"),
        pytest.param({"double_below": 91}, "double_below", id="double-not-below-skunk"),
        pytest.param({"start_pegs": (1,)}, "start_pegs", id="one-start-for-two"),
        pytest.param({"start_pegs": (0, 121)}, "start_pegs", id="start-on-the-target"),
    ],
)
def test_rules_that_cannot_be_played_are_refused_by_option(options, named):
    with pytest.raises(RulesInvalid) as refusal:
        Rules.of(**options)
    assert refusal.value.context["option"] == named


@pytest.mark.parametrize("key", PRESETS)
def test_presets_come_back_from_json(key):
    rules = PRESETS[key]

    again = Rules.from_plain(json.loads(json.dumps(rules.to_plain())))

    assert (again, again.digest) == (rules, rules.digest)


def test_partial_document_takes_defaults():
    assert Rules.from_plain({"go": "said"}) == Rules.of(go="said")


@pytest.mark.parametrize("plain", [{"v": 2}, {"start_pegs": 5}])
def test_document_of_another_shape_is_refused(plain):
    with pytest.raises(RulesInvalid):
        Rules.from_plain(plain)


def test_digest_tells_rules_apart():
    assert Rules.of(go="said").digest != Rules.of(go="auto").digest


OPTIONS = (
    *("variant", "target", "heels", "counting", "muggins", "go", "pre_deal_cut"),
    *("first_deal", "skunk_below", "double_below", "allow_concede"),
)


@pytest.mark.parametrize(
    ("key", "options"),
    [
        ("casual", "six_card 121 auto auto none auto off alternate 91 61 True"),
        ("strict", "six_card 121 before_lead declared none said offered alternate 91 61 True"),
        (
            "acc_grassroots",
            "six_card 121 before_dealer_card declared none said required assigned 91 None False",
        ),
        (
            "acc_main",
            "six_card 121 before_dealer_card declared none said required assigned 91 None False",
        ),
        (
            "acc_playoff",
            "six_card 121 before_dealer_card declared none said required alternate 91 None True",
        ),
        ("english_five_card", "five_card 61 auto auto none auto offered cut 31 None True"),
        ("uk_pairs_league", "partnership 121 auto auto none auto required cut None None False"),
    ],
)
def test_presets_are_those_of_the_table(key, options):
    rules = PRESETS[key]

    assert " ".join(str(getattr(rules, option)) for option in OPTIONS) == options
    assert rules.overclaim == "award"


def test_strict_lets_a_count_be_raised_and_gives_five_seconds_for_heels():
    assert PRESETS["strict"].declaration == "until_next_stage"
    assert PRESETS["strict"].heels_grace == 5


@pytest.mark.parametrize(("variant", "offered"), [("six_card", True), ("three_hand", False)])
def test_giving_up_is_not_offered_with_three_sides(variant, offered):
    assert Rules.of(variant, allow_concede=True).can_concede == offered


@pytest.mark.parametrize("option", list(LIMITS))
def test_a_number_may_be_either_end_of_its_limits(option):
    low, high = LIMITS[option]
    lines = {"skunk_below": None, "double_below": None}

    assert getattr(Rules.of(**{**lines, option: low}), option) == low
    assert getattr(Rules.of(**{**lines, option: high}), option) == high
    for beyond in (low - 1, high + 1):
        with pytest.raises(RulesInvalid, match=option):
            Rules.of(**{**lines, option: beyond})


def test_a_line_may_be_the_first_hole_or_the_target():
    assert Rules.of(skunk_below=121, double_below=1).double_below == 1
    with pytest.raises(RulesInvalid, match="between 1 and the target"):
        Rules.of(skunk_below=121, double_below=0)
