import json

import pytest

from tournaments.errors import ConfigInvalid
from tournaments.matches import MatchFormat, Multipliers
from tournaments.presets import TOURNAMENT_PRESETS
from tournaments.rulesets import (
    Ruleset,
    match_document,
    match_format,
    rules_document,
    ruleset_document,
)

PRESETS = pytest.mark.parametrize("preset", TOURNAMENT_PRESETS.values(), ids=lambda one: one.key)
CASUAL = TOURNAMENT_PRESETS["casual"]


@PRESETS
def test_a_preset_written_to_json_and_read_back_is_the_preset(preset):
    stored = json.loads(json.dumps([rules_document(preset), ruleset_document(preset)]))

    read = Ruleset.read(*stored)

    assert read.scoring == preset.scoring
    assert (read.tie_break, read.sit_out, read.cut) == (
        preset.tie_break,
        preset.sit_out,
        preset.cut,
    )
    assert (read.confirmation, read.first_deal, read.points_schedule) == (
        preset.confirmation,
        preset.first_deal,
        preset.points_schedule,
    )


@PRESETS
def test_match_formats_written_and_read_back_are_the_same(preset):
    for format_ in (preset.qualifying, preset.play_off):
        assert match_format(json.loads(json.dumps(match_document(format_)))) == format_


def test_target_and_skunk_lines_stand_in_the_rules_only():
    scoring = Ruleset.read(
        {"target": 61, "skunk_below": 31, "double_below": None}, ruleset_document(CASUAL)
    ).scoring

    assert (scoring.target, scoring.skunk_below, scoring.double_below) == (61, 31, None)


def test_settings_without_a_match_are_one_game():
    assert match_format({"games": 9}) == MatchFormat()


def test_multipliers_are_data():
    config = {"best_of": 5, "counting": "units", "multipliers": [1, 2, 3]}

    assert match_format(config) == MatchFormat(5, "units", Multipliers(1, 2, 3))


@pytest.mark.parametrize("multipliers", [[1, 2], "123", 4, [1, 2, 3, 4]])
def test_multipliers_are_three(multipliers):
    with pytest.raises(ConfigInvalid):
        match_format({"multipliers": multipliers})


@pytest.mark.parametrize(
    "change",
    [
        pytest.param({"confirmation": "shouting"}, id="confirmation"),
        pytest.param({"sit_out": {"holes": 3}}, id="sit-out"),
        pytest.param({"game_points": None}, id="game-points"),
        pytest.param({"forfeit": {}}, id="forfeit"),
        pytest.param({"cut": [1, 4]}, id="cut"),
    ],
)
def test_a_ruleset_that_cannot_be_read_is_refused(change):
    with pytest.raises(ConfigInvalid, match="cannot be read"):
        Ruleset.read(rules_document(CASUAL), {**ruleset_document(CASUAL), **change})


def test_a_missing_value_is_refused():
    ruleset = ruleset_document(CASUAL)
    del ruleset["tie_break"]

    with pytest.raises(ConfigInvalid, match="tie_break"):
        Ruleset.read(rules_document(CASUAL), ruleset)
