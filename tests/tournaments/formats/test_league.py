"""A league as a format: fixtures with boards, dates, settings, leagues that exist."""

from pathlib import Path

import pytest

from tournaments.errors import ConfigInvalid, PairingImpossible, SameEntryTwice
from tournaments.formats import league
from tournaments.formats.base import PlannedBoard, PlanRequest, Progress
from tournaments.formats.leagues import LEAGUES

GOLDEN = Path(__file__).parents[2] / "golden" / "formats" / "league.txt"


def plan_of(n, **more):
    return league.plan(PlanRequest(tuple(range(1, n + 1)), **more))


def pairs_in(rounds):
    return [match.entries for round_ in rounds for match in round_.matches]


def test_a_season_is_home_and_away_with_three_pairs_a_tie():
    plan = plan_of(8)
    tie = plan.rounds[0].matches[0]

    assert (len(plan.rounds), len(set(pairs_in(plan.rounds)))) == (14, 56)
    assert (tie.kind, tie.meeting, tie.best_of) == ("tie", 1, None)
    assert tie.boards == tuple(PlannedBoard(n, 2, 5, "points_all") for n in (1, 2, 3))
    assert plan.checks.repeats == 0


def test_a_single_season_of_an_odd_number_leaves_everybody_free_once():
    plan = plan_of(5, config={"double": False})

    assert len(pairs_in(plan.rounds)) == 10
    assert plan.checks.sit_outs == dict.fromkeys(range(1, 6), 1)


def test_a_board_may_be_singles_or_triples_with_legs_of_its_own():
    boards = [
        {"members": 1, "best_of": 3, "counting": "games", "variant": "six_card"},
        {"members": 3},
    ]
    tie = plan_of(2, config={"boards": boards, "best_of": 2}).rounds[0].matches[0]

    assert tie.boards == (
        PlannedBoard(1, 1, 3, "games", "six_card"),
        PlannedBoard(2, 3, 2, "points_all"),
    )


def test_matchdays_have_the_dates_of_the_calendar():
    days = ["2026-10-05", "2026-10-12", "2026-10-19", "2026-10-26"]

    assert [round_.held_on for round_ in plan_of(2, config={"calendar": days}).rounds] == days[:2]
    with pytest.raises(ConfigInvalid) as refused:
        plan_of(4, config={"calendar": days})
    assert refused.value.context["field"] == "config.calendar"


def test_the_opponents_of_a_team_that_left_are_free_and_all_else_stays():
    rounds = plan_of(4).rounds
    left = league.plan(PlanRequest((1, 2, 3), history=rounds[:2], chart=rounds[2:]))

    assert [round_.number for round_ in left.rounds] == [3, 4, 5, 6]
    assert pairs_in(left.rounds) == [pair for pair in pairs_in(rounds[2:]) if 4 not in pair]
    assert all(len(round_.sit_outs) == 1 for round_ in left.rounds)


def test_no_team_joins_during_a_season():
    rounds = plan_of(4).rounds

    with pytest.raises(PairingImpossible):
        league.plan(PlanRequest((1, 2, 3, 4, 5), history=rounds[:1], chart=rounds[1:]))


def test_a_postponed_tie_keeps_the_season_open():
    rounds = plan_of(3).rounds
    settled = {(round_.number, m.number): None for round_ in rounds for m in round_.matches}
    postponed = {at: slot for at, slot in settled.items() if at != (2, 1)}

    assert league.is_over(Progress(rounds, settled))
    assert not league.is_over(Progress(rounds, postponed))


@pytest.mark.parametrize(
    ("entries", "refusal"),
    [((), PairingImpossible), ((1,), PairingImpossible), ((1, 1), SameEntryTwice)],
)
def test_teams_that_cannot_be_are_refused(entries, refusal):
    with pytest.raises(refusal):
        league.plan(PlanRequest(entries))


@pytest.mark.parametrize(
    ("config", "field"),
    [
        ({"double": 2}, "config.double"),
        ({"boards": []}, "config.boards"),
        ({"boards": "pairs"}, "config.boards[0]"),
        ({"boards": [{"members": 4}]}, "config.boards[0].members"),
        ({"boards": [{"best_of": 2, "counting": "games"}]}, "config.boards[0].best_of"),
        ({"boards": [{"counting": "units"}]}, "config.boards[0].counting"),
        ({"boards": [{"variant": 6}]}, "config.boards[0].variant"),
        ({"boards": [{"legs": 5}]}, "config.boards[0]"),
        ({"points": {"win": -1}}, "config.points.win"),
        ({"points": {"scale": 3}}, "config.points.scale"),
        ({"points": {"bonus": 1}}, "config.points"),
        ({"decided_by": "toss"}, "config.decided_by"),
        ({"walkover": {"boards": [3, 0]}}, "config.walkover"),
        ({"walkover": {"boards": [3, 0], "legs": [5, 10]}}, "config.walkover"),
        ({"leaving": "never"}, "config.leaving"),
        ({"tie_break": "points"}, "config.tie_break"),
        ({"tie_break": ["game_points"]}, "config.tie_break"),
        ({"calendar": "2026-10-05"}, "config.calendar"),
        ({"calendar": ["2026-02-29"]}, "config.calendar[0]"),
        ({"calendar": ["2026-10-05", "5 May"]}, "config.calendar[1]"),
        ({"calendar": ["2026-10-05", "2026-10-05"]}, "config.calendar"),
        ({"best_of": 0}, "config.best_of"),
        ({"teams": 8}, "config.teams"),
    ],
)
def test_a_setting_that_cannot_be_is_refused_by_name(config, field):
    with pytest.raises(ConfigInvalid) as refused:
        league.check_config(config)

    assert refused.value.context["field"] == field


def test_a_leap_day_is_a_day():
    assert league.check_config({"calendar": ["2028-02-29"]})["calendar"] == ["2028-02-29"]


@pytest.mark.parametrize("key", LEAGUES)
def test_every_league_that_exists_can_be_played(key):
    one = LEAGUES[key]
    config = league.check_config(one.config)

    assert (one.key, bool(one.label), bool(one.source)) == (key, True, True)
    assert league.check_config(config) == config
    assert league.plan(PlanRequest((1, 2, 3, 4), config)).rounds


def test_rounds_once_planned_are_a_chart_that_stays():
    rounds = plan_of(6).rounds

    assert league.plan(PlanRequest(tuple(range(1, 7)), chart=rounds)).rounds == rounds


def plan_text(plan):
    lines = [plan.algorithm]
    for round_ in plan.rounds:
        ties = ", ".join("{} at home to {}".format(*match.entries) for match in round_.matches)
        free = "".join(f"; {entry} free" for entry in round_.sit_outs)
        lines.append(f"{round_.number} {round_.name}: {ties}{free}")
    return "\n".join(lines)


def test_plans_are_those_that_were_reviewed():
    plans = [f"# {n} entries\n{plan_text(plan_of(n))}\n" for n in (2, 3, 4, 7, 10)]

    assert "\n".join(plans) == GOLDEN.read_text(encoding="utf-8")
