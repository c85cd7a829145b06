"""Knock-outs as formats: what a plan says of third places and of second finals."""

from dataclasses import replace

import pytest

from tournaments.errors import ConfigInvalid
from tournaments.formats import double_elim, single_elim
from tournaments.formats.base import EmptySide, LoserOf, PlanRequest, Progress, WinnerOf


def rounds_of(format_, n, **config):
    return format_.plan(PlanRequest(tuple(range(1, n + 1)), config)).rounds


def settled_by(rounds, slot, *, but=()):
    keys = [(round_.number, match.number) for round_ in rounds for match in round_.matches]
    return dict.fromkeys(keys, slot) | dict(but)


def test_the_losers_of_the_semi_finals_meet_for_the_third_place_where_it_is_chosen():
    rounds = rounds_of(single_elim, 4, third_place=True)
    settled = settled_by(rounds, 1)

    assert rounds[-1].matches[1].sides == (LoserOf(1, 1), LoserOf(1, 2))
    assert single_elim.is_over(Progress(rounds, settled))
    assert not single_elim.is_over(
        Progress(rounds, {key: slot for key, slot in settled.items() if key != (2, 2)})
    )


@pytest.mark.parametrize("n", [2, 3, 4])
def test_there_is_a_third_place_only_below_two_semi_finals(n):
    last = rounds_of(single_elim, n, third_place=True)[-1]

    assert len(last.matches) == (2 if n > 2 else 1)


@pytest.mark.parametrize(
    ("format_", "config"),
    [
        pytest.param(single_elim, {"third_place": 1}, id="third-place"),
        pytest.param(double_elim, {"reset": "triple"}, id="reset"),
        pytest.param(double_elim, {"reset": ["double"]}, id="reset-is-a-list"),
    ],
)
def test_a_setting_of_a_bracket_that_cannot_be_is_refused(format_, config):
    with pytest.raises(ConfigInvalid) as refused:
        format_.check_config(config)

    assert refused.value.context["field"] == f"config.{next(iter(config))}"


def test_rounds_of_a_double_elimination_are_named_by_their_part():
    names = [round_.name for round_ in rounds_of(double_elim, 5)]

    assert names == [
        "Upper round 1",
        "Lower round 1",
        "Upper round 2",
        "Lower round 2",
        "Lower round 3",
        "Upper round 3",
        "Lower round 4",
        "Final",
        "Second final",
    ]


@pytest.mark.parametrize(("reset", "last"), [("none", "Lower round 2"), ("simple", "Final")])
def test_a_title_without_a_second_final_has_no_round_for_it(reset, last):
    assert rounds_of(double_elim, 4, reset=reset)[-1].name == last


def test_the_second_final_is_between_loser_and_winner_of_the_final():
    final, second = rounds_of(double_elim, 4)[-2:]

    assert second.matches[0].sides == (LoserOf(final.number, 1), WinnerOf(final.number, 1))


@pytest.mark.parametrize(
    ("winner", "is_over"),
    [
        pytest.param(1, True, id="unbeaten"),
        pytest.param(2, False, id="challenger"),
        pytest.param(None, True, id="both-absent"),
    ],
)
def test_it_is_over_without_a_second_final_unless_the_challenger_won_the_first(winner, is_over):
    rounds = rounds_of(double_elim, 4)
    settled = settled_by(rounds[:-2], 1) | {(rounds[-2].number, 1): winner}

    assert double_elim.is_over(Progress(rounds, settled)) is is_over
    assert not double_elim.is_over(Progress(rounds, settled_by(rounds[:-2], 1)))


def test_a_challenger_whom_nobody_met_in_the_final_needs_no_second_one():
    *before, final, second = rounds_of(double_elim, 4)
    match = replace(final.matches[0], sides=(EmptySide(), final.matches[0].sides[1]), kind="bye")
    rounds = (*before, replace(final, matches=(match,)), second)
    settled = settled_by(rounds[:-1], 1, but={(final.number, 1): 2}.items())

    assert double_elim.is_over(Progress(rounds, settled))


@pytest.mark.parametrize("reset", ["none", "simple"])
def test_a_double_elimination_without_a_second_final_ends_with_its_last_match(reset):
    rounds = rounds_of(double_elim, 4, reset=reset)
    settled = settled_by(rounds, 2)
    last = (rounds[-1].number, 1)

    assert double_elim.is_over(Progress(rounds, settled, {"reset": reset}))
    del settled[last]
    assert not double_elim.is_over(Progress(rounds, settled, {"reset": reset}))
