"""Pods as a format: the plan, and what is left of it."""

import pytest

from tournaments.errors import ConfigInvalid, PairingImpossible
from tournaments.formats import pods
from tournaments.formats.base import PlanRequest, Progress
from tournaments.formats.charts import checks_of, pods_from


def plan_of(n, **more):
    return pods.plan(PlanRequest(tuple(range(1, n + 1)), **more))


def test_six_games_are_drawn_at_once_and_repeats_are_named():
    plan = plan_of(9)

    assert [round_.number for round_ in plan.rounds] == [1, 2, 3, 4, 5, 6]
    assert plan.checks.repeats == len(plan.notes) == 18
    assert plan.checks == checks_of(plan.rounds)


def test_seats_are_numbered_through_the_room_and_slots_name_the_dealer():
    (round_,) = plan_of(8, config={"games": 1}).rounds
    seats = [side.seat for match in round_.matches for side in match.sides]

    assert seats == [1, 2, 3, 4, 5, 6, 7, 8]
    assert all(1 <= match.first_dealer <= len(match.sides) for match in round_.matches)


def test_a_table_says_how_often_two_of_it_have_met_at_most():
    plan = plan_of(3, config={"games": 3})

    assert [round_.matches[0].meeting for round_ in plan.rounds] == [1, 2, 3]


def test_what_is_left_is_drawn_anew_for_those_who_are_there():
    rounds = plan_of(9).rounds
    plan = plan_of(10, history=rounds[:2])
    (table, *_) = pods_from(plan.rounds)[0].tables

    assert [round_.number for round_ in plan.rounds] == [3, 4, 5, 6]
    assert plan.checks.games[10] == 4
    assert len(table.sides) == 3


@pytest.mark.parametrize(
    ("entries", "played", "code"), [((), 2, "nobody_left"), (range(9), 6, "all_played")]
)
def test_nothing_is_drawn_when_nothing_is_left(entries, played, code):
    plan = pods.plan(PlanRequest(tuple(entries), history=plan_of(9).rounds[:played]))

    assert (plan.rounds, plan.notes) == ((), ({"code": code},))


def test_two_are_no_field():
    with pytest.raises(PairingImpossible):
        plan_of(2)


def test_it_is_over_when_every_table_is_settled():
    rounds = plan_of(7, config={"games": 2}).rounds
    settled = {(round_.number, m.number): 1 for round_ in rounds for m in round_.matches}

    assert pods.is_over(Progress(rounds, settled))
    assert not pods.is_over(Progress(rounds, dict(list(settled.items())[1:])))


@pytest.mark.parametrize(
    ("config", "field"),
    [
        ({"games": 0}, "config.games"),
        ({"best_of": 3}, "config.best_of"),
        ({"points": [3, 1, 0]}, "config.points"),
        ({"tables": 3}, "config.tables"),
    ],
)
def test_a_setting_that_cannot_be_is_refused_by_name(config, field):
    with pytest.raises(ConfigInvalid) as refused:
        pods.check_config(config)

    assert refused.value.context["field"] == field


def test_settings_once_checked_pass_again_unchanged():
    config = pods.check_config({"games": 4, "points": [6, 3, 1]})

    assert pods.check_config(config) == config


@pytest.mark.parametrize("played", [0, 2])
def test_the_draw_goes_by_places_whatever_the_keys_are(played):
    def seats(keys):
        history = pods.plan(PlanRequest(keys, rng_seed=5)).rounds[:played]
        rounds = pods.plan(PlanRequest(keys[:-1], history=history, rng_seed=5)).rounds
        return [[keys.index(e) for m in round_.matches for e in m.entries] for round_ in rounds]

    assert seats(tuple(range(1, 12))) == seats((907, 33, 410, 5, 78, 2, 611, 44, 90, 1000, 12))
