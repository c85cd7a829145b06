"""What holds for every format of the registry, and the golden charts."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.data_files import real_cases
from tournaments.errors import ConfigInvalid, PairingImpossible, SameEntryTwice
from tournaments.formats import FORMATS
from tournaments.formats.base import (
    EmptySide,
    EntrySide,
    LoserOf,
    PlanRequest,
    Progress,
    WinnerOf,
)
from tournaments.formats.charts import chart_from, checks_of, planned_from
from tournaments.formats.settings import match_format_of
from tournaments.matches import MatchFormat, Multipliers
from tournaments.presets import TOURNAMENT_PRESETS
from tournaments.standings.tiebreaks import check_chain

GOLDEN = Path(__file__).parents[2] / "golden" / "formats"
every_format = pytest.mark.parametrize("key", FORMATS)


def plan_of(key, entries, **more):
    return FORMATS[key].plan(PlanRequest(tuple(entries), **more))


def rounds_of(key, entries):
    """Everything a format plans: the whole at once, or round after round."""
    rounds = plan_of(key, entries).rounds
    while FORMATS[key].needs_results:
        more = plan_of(key, entries, history=rounds).rounds
        if not more:
            break
        rounds += more
    return rounds


@every_format
@pytest.mark.parametrize("n", [4, 5, 8, 9, 30, 31, 64])
def test_every_plan_has_each_entry_once_a_round_and_looks_back_only(key, n):
    seen = set()
    for round_ in plan_of(key, range(1, n + 1)).rounds:
        sides = [side for match in round_.matches for side in match.sides]
        entries = [*round_.sit_outs, *(s.entry for s in sides if isinstance(s, EntrySide))]
        earlier = {(s.round, s.match) for s in sides if isinstance(s, WinnerOf | LoserOf)}

        assert len(set(entries)) == len(entries)
        assert earlier <= seen
        seen |= {(round_.number, match.number) for match in round_.matches}


@every_format
def test_every_plan_numbers_rounds_and_matches_from_1(key):
    rounds = rounds_of(key, range(1, 12))

    assert [round_.number for round_ in rounds] == list(range(1, len(rounds) + 1))
    for round_ in rounds:
        assert [match.number for match in round_.matches] == [*range(1, len(round_.matches) + 1)]


@every_format
def test_a_match_with_an_empty_side_is_a_bye_and_no_other(key):
    for round_ in plan_of(key, range(1, 12)).rounds:
        for match in round_.matches:
            has_nobody = any(isinstance(side, EmptySide) for side in match.sides)

            assert (match.kind == "bye") is has_nobody


@every_format
def test_the_same_request_gives_the_same_plan(key):
    assert plan_of(key, range(9), rng_seed=3) == plan_of(key, range(9), rng_seed=3)


@every_format
def test_it_is_over_when_every_match_is_settled_and_not_before(key):
    rounds = rounds_of(key, range(1, 10))
    settled = {(round_.number, m.number): 2 for round_ in rounds for m in round_.matches}
    last = (rounds[-1].number, rounds[-1].matches[-1].number)

    assert FORMATS[key].is_over(Progress(rounds, settled))
    assert not FORMATS[key].is_over(
        Progress(rounds, {at: slot for at, slot in settled.items() if at != last})
    )


@every_format
@pytest.mark.parametrize(
    ("entries", "refusal"),
    [
        pytest.param((), PairingImpossible, id="nobody"),
        pytest.param((1, 2, 3, 4, 4), SameEntryTwice, id="twice"),
    ],
)
def test_entries_that_cannot_be_are_refused(key, entries, refusal):
    with pytest.raises(refusal):
        plan_of(key, entries)


@every_format
@pytest.mark.parametrize(
    ("config", "field"),
    [
        pytest.param({"best_of": 4}, "config.best_of", id="even"),
        pytest.param({"best_of": 0}, "config.best_of", id="none"),
        pytest.param({"best_of": 1000001}, "config.best_of", id="too-many"),
        pytest.param({"best_of": "3"}, "config.best_of", id="text"),
        pytest.param({"counting": "sets"}, "config.counting", id="counting"),
        pytest.param({"multipliers": [1, 2]}, "config.multipliers", id="two-multipliers"),
        pytest.param({"multipliers": 1}, "config.multipliers", id="one-multiplier"),
        pytest.param({"sets": 1}, "config.sets", id="unknown"),
    ],
)
def test_a_setting_that_cannot_be_is_refused_by_name(key, config, field):
    with pytest.raises(ConfigInvalid) as refused:
        FORMATS[key].check_config(config)

    assert refused.value.context["field"] == field


@every_format
def test_settings_once_checked_pass_again_unchanged(key):
    longer = {"best_of": 3, "counting": "units", "multipliers": [1, 2, 4]}
    # More than two at a table play a single game.
    given_ = longer if FORMATS[key].most_sides == 2 else {"best_of": 1}
    config = FORMATS[key].check_config(given_)

    assert config.items() >= given_.items()
    assert FORMATS[key].check_config(config) == config


def test_what_is_left_out_beside_a_counting_is_plain():
    default = MatchFormat(3, "units", Multipliers(1, 2, 4))

    assert match_format_of({"best_of": 5}, default) == MatchFormat(5, *list_of(default))
    assert match_format_of({"counting": "games"}, default) == MatchFormat(3)


def list_of(format_):
    return format_.counting, format_.multipliers


@pytest.mark.parametrize(
    ("config", "field"),
    [
        pytest.param({"games": 0}, "config.games", id="no-games"),
        pytest.param({"games": 100}, "config.games", id="too-many"),
        pytest.param({"anchor": "7"}, "config.anchor", id="anchor-is-text"),
    ],
)
def test_a_rotation_that_cannot_be_is_refused(config, field):
    with pytest.raises(ConfigInvalid) as refused:
        FORMATS["rotation"].check_config(config)

    assert refused.value.context["field"] == field


def test_a_rotation_plays_nine_games_and_names_its_repeats():
    plan = plan_of("rotation", range(1, 9))

    assert len(plan.rounds) == 9
    assert plan.checks.repeats == len(plan.notes) == 8
    assert plan.notes[0]["code"] == "repeat"


def test_a_rotation_with_an_anchor_keeps_it_at_table_1():
    rounds = plan_of("rotation", range(1, 9), config={"anchor": 5}).rounds
    tables = {m.table for r in rounds for m in r.matches if 5 in m.entries}

    assert tables == {1}


def test_what_is_left_of_a_rotation_is_drawn_again_with_printed_tables_kept():
    rounds = plan_of("rotation", range(1, 20)).rounds
    plan = plan_of("rotation", range(1, 21), history=rounds[:4], chart=rounds[4:])

    assert [round_.number for round_ in plan.rounds] == [5, 6, 7, 8, 9]
    assert plan.notes == ({"code": "kept_tables", "tables": 5 * 9},)
    assert (plan.checks.repeats, plan.checks.sit_outs[20]) == (0, 0)


def test_a_redrawn_rotation_labels_what_it_gave_up():
    rounds = plan_of("rotation", range(1, 5), config={"games": 3}).rounds
    plan = plan_of("rotation", range(1, 5), config={"games": 4}, history=rounds)

    assert [note["code"] for note in plan.notes] == ["kept_tables", "repeat", "repeat"]


def test_nothing_is_planned_when_everything_is_played():
    rounds = plan_of("rotation", range(1, 5), config={"games": 3}).rounds
    plan = plan_of("rotation", range(1, 5), config={"games": 3}, history=rounds)

    assert (plan.rounds, plan.notes) == ((), ({"code": "all_played"},))


@given(st.integers(4, 31))
def test_a_chart_becomes_a_plan_and_a_chart_again(n):
    rounds = plan_of("rotation", range(1, n + 1)).rounds

    assert planned_from(chart_from(rounds)) == rounds
    assert checks_of(rounds) == plan_of("rotation", range(1, n + 1)).checks


def test_a_bye_of_a_bracket_is_counted_as_a_sit_out():
    plan = plan_of("single_elim", [11, 22, 33, 44, 55])

    assert plan.checks.sit_outs == {11: 1, 22: 1, 33: 1}
    assert checks_of(plan.rounds).sit_outs.items() >= plan.checks.sit_outs.items()


@pytest.mark.parametrize("key", ["single_elim", "double_elim"])
def test_a_single_entry_wins_its_bracket_without_a_round(key):
    plan = plan_of(key, [7])

    assert (plan.rounds, plan.champion) == ((), 7)
    assert FORMATS[key].is_over(Progress((), {}))


@pytest.mark.parametrize("key", TOURNAMENT_PRESETS)
def test_every_preset_can_be_played(key):
    preset = TOURNAMENT_PRESETS[key]

    assert preset.key == key
    assert check_chain(preset.tie_break) == preset.tie_break
    assert preset.play_off.best_of % 2 == 1
    assert 1 <= preset.games <= 99


# -- golden charts ------------------------------------------------------------


def side_text(side):
    match side:
        case EntrySide(entry, None):
            return str(entry)
        case EntrySide(entry, seat):
            return f"{entry} on seat {seat}"
        case WinnerOf(round_, number):
            return f"winner of {round_}.{number}"
        case LoserOf(round_, number):
            return f"loser of {round_}.{number}"
        case _:
            return "nobody"


def plan_text(plan):
    lines = [f"{plan.algorithm}, {plan.checks.repeats} repeats"]
    for round_ in plan.rounds:
        lines.append(f"{round_.number} {round_.name}")
        for match in round_.matches:
            sides = " - ".join(side_text(side) for side in match.sides)
            table = f" table {match.table}" if match.table else ""
            dealer = f", slot {match.first_dealer} deals" if match.first_dealer else ""
            group = f" group {match.group}" if match.group else ""
            lines.append(f"  {round_.number}.{match.number}{group}{table}: {sides}{dealer}")
        lines += [f"  {entry} sits out" for entry in round_.sit_outs]
    return "\n".join(lines)


@every_format
def test_plans_are_those_that_were_reviewed(key):
    plans = [f"# {n} entries\n{plan_text(plan_of(key, range(1, n + 1)))}\n" for n in (4, 7, 10, 31)]

    assert "\n".join(plans) == (GOLDEN / f"{key}.txt").read_text(encoding="utf-8")


# -- cases --------------------------------------------------------------------


@pytest.mark.cases
@pytest.mark.parametrize("case", real_cases(kinds="f", ops=["all_withdraw"]))
def test_nobody_left_is_nothing_to_pair_and_no_mistake(case):
    n, left = case["input"]["players"], case["input"]["rounds_left"]
    rounds = plan_of("rotation", range(n), config={"games": 9}).rounds
    plan = plan_of("rotation", (), history=rounds[:-left], chart=rounds[-left:])

    assert sum(len(round_.matches) for round_ in plan.rounds) == case["expected"]["pairings_made"]
    assert plan.notes == ({"code": "nobody_left"},)
