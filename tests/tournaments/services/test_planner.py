import pytest

from tests.factories import a_checked_in_night, entries_of, play_off_stage
from tournaments.formats import FORMATS
from tournaments.formats.base import (
    EmptySide,
    EntrySide,
    LoserOf,
    Plan,
    PlannedMatch,
    PlannedRound,
    PlanRequest,
    WinnerOf,
)
from tournaments.models import Match
from tournaments.pairing.checks import Checks
from tournaments.selectors.events import chart_of
from tournaments.selectors.plans import planned_rounds
from tournaments.services.planner import pair_key, write_plan

pytestmark = pytest.mark.django_db


def a_bracket(size):
    """Write a bracket of so many seeds; return the stage and the entries in seed order."""
    event = a_checked_in_night(players=size)
    stage, seeds = play_off_stage(event), entries_of(event)
    keys = tuple(entry.pk for entry in seeds)
    plan = FORMATS["single_elim"].plan(PlanRequest(entries=keys, config={"best_of": 3}))
    write_plan(stage, plan, inputs_digest="x")
    return stage, seeds


def match(stage, round_, number):
    return Match.objects.get(stage=stage, round__number=round_, number=number)


def sides(one):
    return list(one.sides.order_by("slot").values_list("entry", "is_empty"))


def test_a_winner_goes_on_to_the_slot_its_match_feeds():
    stage, _ = a_bracket(4)

    first, second, final = match(stage, 1, 1), match(stage, 1, 2), match(stage, 2, 1)

    assert (first.winner_to, first.winner_to_slot) == (final, 1)
    assert (second.winner_to, second.winner_to_slot) == (final, 2)
    assert (final.winner_to, final.status, final.pair_key) == (None, "blocked", None)
    assert sides(final) == [(None, False), (None, False)]


def test_a_bye_is_over_at_once_and_its_seed_is_in_the_next_match():
    stage, seeds = a_bracket(5)

    byes = Match.objects.filter(stage=stage, kind="bye")

    assert byes.count() == 3
    assert set(byes.values_list("status", "outcome")) == {("confirmed", "bye")}
    through = {one.sides.get(slot=one.winner).entry for one in byes}
    assert through == set(seeds[:3])
    assert Match.objects.get(stage=stage, round__number=2, status="ready").pair_key == pair_key(
        seeds[1].pk, seeds[2].pk
    )


def test_nobody_against_nobody_leaves_the_next_slot_empty():
    event = a_checked_in_night(players=4)
    entries = [entry.pk for entry in entries_of(event)]
    first = PlannedRound(
        1,
        "Semi-final",
        (
            PlannedMatch(1, (EntrySide(entries[0]), EntrySide(entries[1]))),
            PlannedMatch(2, (EmptySide(), EmptySide()), kind="bye"),
        ),
    )
    final = PlannedRound(2, "Final", (PlannedMatch(1, (WinnerOf(1, 1), WinnerOf(1, 2))),))
    stage = play_off_stage(event)

    write_plan(stage, Plan((first, final), "by hand", Checks()), inputs_digest="x")

    assert sides(match(stage, 2, 1)) == [(None, False), (None, True)]
    assert match(stage, 2, 1).status == "blocked"
    assert (match(stage, 1, 2).outcome, match(stage, 1, 2).winner) == ("bye", None)


def test_a_loser_goes_on_to_the_slot_its_match_feeds():
    event = a_checked_in_night(players=4)
    one, two, three = (entry.pk for entry in entries_of(event)[:3])
    semis = PlannedRound(
        1,
        "Semi-finals",
        (
            PlannedMatch(1, (EntrySide(one), EntrySide(two))),
            PlannedMatch(2, (EntrySide(three), EmptySide()), kind="bye"),
        ),
    )
    third = PlannedRound(2, "Third", (PlannedMatch(1, (LoserOf(1, 1), LoserOf(1, 2))),))
    stage = play_off_stage(event)

    write_plan(stage, Plan((semis, third), "by hand", Checks()), inputs_digest="x")

    semi, last = match(stage, 1, 1), match(stage, 2, 1)
    assert (semi.loser_to, semi.loser_to_slot, semi.winner_to) == (last, 1, None)
    # Nobody loses a bye, so its slot stays empty.
    assert sides(last) == [(None, False), (None, True)]


def test_rows_read_back_are_the_plan_they_came_from():
    event = a_checked_in_night(players=7)
    keys = tuple(entry.pk for entry in entries_of(event))
    stage = event.stages.get(number=1)
    plan = FORMATS["rotation"].plan(PlanRequest(entries=keys, config={"games": 9}))

    write_plan(stage, plan, inputs_digest="x")

    found = planned_rounds(chart_of(stage, drafts=True))
    assert [one.sit_outs for one in found] == [one.sit_outs for one in plan.rounds]
    assert [[m.sides for m in one.matches] for one in found] == [
        [m.sides for m in one.matches] for one in plan.rounds
    ]
    assert [[m.meeting for m in one.matches] for one in found] == [
        [m.meeting for m in one.matches] for one in plan.rounds
    ]


def test_matches_keep_the_group_they_are_played_in():
    event = a_checked_in_night(players=7)
    keys = tuple(entry.pk for entry in entries_of(event))
    stage = event.stages.get(number=1)
    plan = FORMATS["groups"].plan(PlanRequest(entries=keys, config={"groups": 2}))

    write_plan(stage, plan, inputs_digest="x")

    found = planned_rounds(chart_of(stage, drafts=True))
    groups = [[m.group for m in one.matches] for one in found]
    assert groups == [[m.group for m in one.matches] for one in plan.rounds]
    assert {group for one in groups for group in one} == {1, 2}


def test_a_pair_has_one_name_whoever_comes_first():
    assert pair_key(12, 5) == pair_key(5, 12) == "5-12"


def test_three_at_a_table_are_a_match_without_a_pair_and_keep_their_seats():
    event = a_checked_in_night(players=5)
    entries = [entry.pk for entry in entries_of(event)]
    three = PlannedMatch(1, tuple(EntrySide(e, at) for at, e in enumerate(entries[:3], 1)), 1, 3)
    two = PlannedMatch(2, tuple(EntrySide(e, at) for at, e in enumerate(entries[3:], 4)), 2, 1)
    plan = Plan((PlannedRound(1, "Game 1", (three, two)),), "pods:search", Checks())

    write_plan(play_off_stage(event), plan, inputs_digest="x")
    pod, pair = (match(play_off_stage(event), 1, number) for number in (1, 2))

    assert (pod.status, pod.pair_key, pod.first_dealer) == ("ready", None, 3)
    assert (pair.status, pair.pair_key) == ("ready", pair_key(*entries[3:]))
    read = planned_rounds(chart_of(play_off_stage(event), drafts=True))[0].matches
    assert [(one.sides, one.first_dealer) for one in read] == [(three.sides, 3), (two.sides, 1)]
