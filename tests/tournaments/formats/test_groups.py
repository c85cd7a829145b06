"""Round robins and groups as formats: rounds side by side, settings, what is even."""

from collections import defaultdict

import pytest

from tournaments.errors import ConfigInvalid, PairingImpossible
from tournaments.formats import groups, round_robin
from tournaments.formats.base import PlanRequest


def plan_of(format_, n, **config):
    return format_.plan(PlanRequest(tuple(range(1, n + 1)), config))


def met_by_group(plan):
    """The pairs of each group, as its matches say."""
    met = defaultdict(list)
    for round_ in plan.rounds:
        for match in round_.matches:
            met[match.group].append(frozenset(match.entries))
    return met


@pytest.mark.parametrize(
    ("n", "config", "sizes"),
    [
        pytest.param(3, {}, [3], id="one-group"),
        pytest.param(5, {}, [3, 2], id="fours-at-most"),
        pytest.param(31, {}, [4] * 7 + [3], id="31"),
        pytest.param(14, {"groups": 3}, [5, 5, 4], id="three-groups"),
        pytest.param(14, {"groups": 3, "spread": "bracket"}, [5, 5, 4], id="bracket"),
    ],
)
def test_everybody_of_a_group_meets_once_and_nobody_else(n, config, sizes):
    plan = plan_of(groups, n, **config)
    met = met_by_group(plan)
    formed = {note["group"]: note["entries"] for note in plan.notes}

    assert sorted(map(len, formed.values()), reverse=True) == sizes
    for number, pairs in met.items():
        assert len(set(pairs)) == len(pairs) == len(formed[number]) * (len(formed[number]) - 1) // 2
        assert frozenset().union(*pairs) == set(formed[number])


def test_rounds_of_all_groups_are_played_at_the_same_time_on_tables_of_their_own():
    first, *_, last = plan_of(groups, 14, groups=3).rounds

    assert [match.group for match in first.matches] == [1, 1, 2, 2, 3, 3]
    assert [match.table for match in first.matches] == [1, 2, 3, 4, 5, 6]
    assert ({match.group for match in last.matches}, len(last.sit_outs)) == ({1, 2}, 2)


def test_a_round_robin_says_no_group_and_numbers_second_meetings():
    matches = [m for r in plan_of(round_robin, 4, meetings=2).rounds for m in r.matches]

    assert {match.group for match in matches} == {None}
    assert [match.meeting for match in matches] == [1] * 6 + [2] * 6


@pytest.mark.parametrize("meetings", [1, 2])
@pytest.mark.parametrize("format_", [groups, round_robin])
def test_first_deals_are_even_and_everybody_of_one_size_sits_out_alike(format_, meetings):
    checks = plan_of(format_, 15, meetings=meetings).checks

    assert checks.first_deal_gap == (1 if meetings == 1 and format_ is groups else 0)
    assert max(checks.sit_outs.values()) == meetings


@pytest.mark.parametrize(
    ("format_", "config", "field"),
    [
        pytest.param(round_robin, {"meetings": 3}, "config.meetings", id="three-meetings"),
        pytest.param(groups, {"meetings": 0}, "config.meetings", id="no-meeting"),
        pytest.param(groups, {"groups": 0}, "config.groups", id="no-group"),
        pytest.param(groups, {"groups": 65}, "config.groups", id="too-many-groups"),
        pytest.param(groups, {"groups": True}, "config.groups", id="yes-is-no-number"),
        pytest.param(groups, {"spread": "random"}, "config.spread", id="spread"),
    ],
)
def test_a_setting_that_cannot_be_is_refused(format_, config, field):
    with pytest.raises(ConfigInvalid) as refused:
        format_.check_config(config)

    assert refused.value.context["field"] == field


def test_more_groups_than_pairs_are_refused_with_the_number_that_is_needed():
    with pytest.raises(PairingImpossible) as refused:
        plan_of(groups, 7, groups=4)

    assert refused.value.context == {"entries": 7, "needed": 8}
