import pytest

from common.errors import PreconditionFailed, ValidationFailed
from tests.factories import (
    SYSTEM,
    a_drafted_night,
    a_night,
    a_published_night,
    first_stage,
    play_off_stage,
)
from tournaments.errors import AlreadyEntered, StageCycle, WrongState
from tournaments.models import Stage
from tournaments.services.stages import add_feed, add_stage, edit_stage, remove_stage

pytestmark = pytest.mark.django_db


def add(event, kind="single_elim", **values):
    return add_stage(event_id=event.public_id, actor=SYSTEM, kind=kind, **values)


def test_a_stage_follows_the_last_one_with_all_its_settings():
    stage = add(a_night(play_off=False))

    assert (stage.number, stage.name, stage.state) == (2, "Play-offs", "planned")
    assert stage.config == {
        "third_place": False,
        "best_of": 3,
        "counting": "games",
        "multipliers": [1, 1, 1],
    }


@pytest.mark.parametrize(
    ("kind", "config", "field"),
    [
        pytest.param("roulette", {}, "kind", id="no-such-format"),
        pytest.param("single_elim", {"best_of": 4}, "config.best_of", id="even"),
        pytest.param("single_elim", {"best_of": 0}, "config.best_of", id="none"),
        pytest.param("single_elim", {"best_of": 1_000_001}, "config.best_of", id="endless"),
        pytest.param("single_elim", {"best_of": "3"}, "config.best_of", id="text"),
        pytest.param("single_elim", {"counting": "luck"}, "config.counting", id="counting"),
        pytest.param("single_elim", {"multipliers": [1, 2]}, "config.multipliers", id="two"),
        pytest.param(
            "single_elim",
            {"counting": "units", "multipliers": [2, 1, 1]},
            "config.multipliers",
            id="falling",
        ),
        pytest.param("single_elim", {"colour": "red"}, "config.colour", id="unknown"),
        pytest.param("rotation", {"games": 100}, "config.games", id="too-many-games"),
    ],
)
def test_a_setting_that_cannot_be_is_refused_at_its_field(kind, config, field):
    event = a_night()

    with pytest.raises(ValidationFailed) as refusal:
        add(event, kind, config=config)

    assert refusal.value.errors[0][0] == field
    assert Stage.objects.filter(event=event).count() == 2


def test_settings_change_until_there_are_rounds():
    stage = first_stage(a_night())

    edited = edit_stage(
        stage_id=stage.public_id, actor=SYSTEM, config={"games": 7}, expected_version=stage.version
    )

    assert (edited.config["games"], edited.version) == (7, stage.version + 1)


def test_settings_stay_once_there_is_a_draft():
    stage = first_stage(a_drafted_night(players=4))

    with pytest.raises(WrongState, match="Discard the draft first"):
        edit_stage(stage_id=stage.public_id, actor=SYSTEM, config={"games": 7})


def test_a_stale_stage_is_not_edited():
    stage = first_stage(a_night())

    with pytest.raises(PreconditionFailed):
        edit_stage(stage_id=stage.public_id, actor=SYSTEM, config={}, expected_version=99)


def test_a_night_may_end_without_its_play_offs():
    event = a_published_night(players=4)

    remove_stage(stage_id=play_off_stage(event).public_id, actor=SYSTEM)

    assert [one.kind for one in Stage.objects.filter(event=event)] == ["rotation"]


def test_a_stage_that_feeds_another_stays():
    with pytest.raises(WrongState, match="feeds a later stage"):
        remove_stage(stage_id=first_stage(a_night()).public_id, actor=SYSTEM)


def test_a_stage_is_fed_by_the_top_k():
    event = a_night(play_off=False)
    second = add(event)

    feed = add_feed(
        stage_id=second.public_id,
        actor=SYSTEM,
        source_id=first_stage(event).public_id,
        rule="top_k",
        params={"k": 8},
    )

    assert (feed.source, feed.params) == (first_stage(event), {"k": 8})


def test_a_stage_is_fed_once_by_another():
    event = a_night()

    with pytest.raises(AlreadyEntered, match="Games feeds Play-offs already"):
        add_feed(
            stage_id=play_off_stage(event).public_id,
            actor=SYSTEM,
            source_id=first_stage(event).public_id,
        )


@pytest.mark.parametrize("distance", [1, 2])
def test_a_stage_never_feeds_itself_at_any_distance(distance):
    event = a_night()
    last = play_off_stage(event)
    for _ in range(distance - 1):
        further = add(event)
        add_feed(stage_id=further.public_id, actor=SYSTEM, source_id=last.public_id)
        last = further

    with pytest.raises(StageCycle, match="choose an earlier one"):
        add_feed(stage_id=first_stage(event).public_id, actor=SYSTEM, source_id=last.public_id)


@pytest.mark.parametrize(
    ("rule", "params", "field"),
    [
        pytest.param("best", {}, "rule", id="rule"),
        pytest.param("top_k", {}, "params.k", id="no-k"),
        pytest.param("top_k", {"k": 1}, "params.k", id="one-is-no-bracket"),
        pytest.param("top_fraction", {"denominator": 0}, "params.denominator", id="by-nothing"),
        pytest.param("top_fraction", {"numerator": 5}, "params.numerator", id="more-than-all"),
    ],
)
def test_a_feed_that_cannot_be_is_refused_at_its_field(rule, params, field):
    event = a_night(play_off=False)
    second = add(event)

    with pytest.raises(ValidationFailed) as refusal:
        add_feed(
            stage_id=second.public_id,
            actor=SYSTEM,
            source_id=first_stage(event).public_id,
            rule=rule,
            params=params,
        )

    assert refusal.value.errors[0][0] == field


def test_a_stage_of_another_event_feeds_nothing():
    event, other = a_night(), a_night()

    with pytest.raises(ValidationFailed, match="no such stage"):
        add_feed(
            stage_id=play_off_stage(event).public_id,
            actor=SYSTEM,
            source_id=first_stage(other).public_id,
        )
