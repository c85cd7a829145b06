"""A Swiss event that is made shorter or longer in its middle."""

import pytest

from common.errors import ValidationFailed
from tests.factories import SYSTEM, a_published_night, first_stage
from tests.tournaments.late import leave
from tests.tournaments.play import fresh
from tests.tournaments.swiss import a_swiss, after_rounds, draw, play, publish, round_of
from tournaments.errors import PairingImpossible, WrongState
from tournaments.integrity.checks import all_breaches
from tournaments.selectors.night import night_line
from tournaments.services.length import set_rounds

pytestmark = pytest.mark.django_db


def last(stage, rounds):
    return set_rounds(stage_id=stage.public_id, actor=SYSTEM, rounds=rounds)


def test_an_event_ends_with_the_round_that_is_played():
    stage = after_rounds(2, players=6, rounds=5)
    last(stage, 2)

    assert (fresh(stage).state, fresh(stage.event).state) == ("complete", "review")
    assert night_line(fresh(stage.event)).next_action == "finalise"
    assert list(all_breaches()) == []


def test_an_event_whose_players_have_left_can_be_ended():
    stage = after_rounds(1, players=4, rounds=3)
    for number in (2, 3, 4):
        leave(stage.event, number)
    with pytest.raises(PairingImpossible, match="1 checked in"):
        draw(stage)

    last(stage, 1)
    assert fresh(stage.event).state == "review"


def test_an_event_that_was_over_goes_on():
    stage = after_rounds(2, players=6, rounds=2)
    last(stage, 3)
    draw(stage)
    publish(stage)

    assert (fresh(stage).state, fresh(stage.event).state) == ("running", "running")
    play(stage, 3)
    assert fresh(stage.event).state == "review"


def test_a_draft_is_stale_when_the_length_changes():
    stage = after_rounds(1, players=6, rounds=4)
    draw(stage)
    last(stage, 3)

    assert round_of(stage, 2).is_stale


def test_a_round_that_is_open_keeps_the_event_running():
    stage = after_rounds(1, players=6, rounds=4)
    draw(stage)
    publish(stage)
    last(stage, 2)
    assert fresh(stage).state == "running"

    play(stage, 2)
    assert fresh(stage).state == "complete"


@pytest.mark.parametrize(("rounds", "refusal"), [(1, ValidationFailed), (2, WrongState)])
def test_what_is_published_or_drafted_is_not_cut_off(rounds, refusal):
    stage = after_rounds(2, players=6, rounds=4)
    draw(stage)

    with pytest.raises(refusal):
        last(stage, rounds)
    assert fresh(stage).config["rounds"] == 4


@pytest.mark.parametrize("rounds", [0, 100])
def test_a_length_that_cannot_be_is_refused(rounds):
    stage = a_swiss(players=4)

    with pytest.raises(ValidationFailed, match="whole number from 1 to 99"):
        last(stage, rounds)
    assert fresh(stage).config["rounds"] is None


def test_a_chart_has_its_games():
    stage = first_stage(a_published_night(players=4))

    with pytest.raises(WrongState, match="not drawn round by round"):
        last(stage, 3)
