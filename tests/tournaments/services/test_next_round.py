"""Rounds that are drawn one by one from results, shown by a format of the tests alone."""

import pytest

from common.errors import ValidationFailed
from tests.factories import A_DAY, SYSTEM, a_club, a_roster_file
from tests.tournaments.formats import toy
from tests.tournaments.play import fresh, matches_of, report
from tournaments import formats
from tournaments.errors import RoundExists, RoundStale, WrongState
from tournaments.integrity.checks import all_breaches
from tournaments.matches import GameResult
from tournaments.models import Round, Stage
from tournaments.selectors.night import night_line
from tournaments.services.corrections import correct_result, retract_result
from tournaments.services.draw import discard_draft, generate_rounds, publish_rounds
from tournaments.services.events import create_event, create_tournament
from tournaments.services.imports import import_roster
from tournaments.services.lifecycle import open_check_in
from tournaments.services.rosters import check_in
from tournaments.services.stages import add_stage
from tournaments.simulation.night import Order, simulate_night

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def toy_format(monkeypatch):
    monkeypatch.setitem(formats._REGISTRY, "toy", toy)


def a_stage(players=6, **config):
    """Make an event whose one stage is drawn round by round, everybody checked in."""
    club = a_club()
    occasion = create_tournament(
        club_id=club.public_id, actor=SYSTEM, name="A weekend", starts_at=A_DAY
    )
    event = create_event(tournament_id=occasion.public_id, actor=SYSTEM, name="Main")
    stage = add_stage(event_id=event.public_id, actor=SYSTEM, kind="toy", config=config)
    import_roster(event_id=event.public_id, actor=SYSTEM, rows=a_roster_file(players))
    open_check_in(event_id=event.public_id, actor=SYSTEM)
    for one in occasion.registrations.order_by("number"):
        check_in(registration_id=one.public_id, actor=SYSTEM)
    return stage


def generate(stage, **values):
    return generate_rounds(stage_id=stage.public_id, actor=SYSTEM, **values)


def publish(stage):
    return publish_rounds(stage_id=stage.public_id, actor=SYSTEM)


def play_round(stage, number):
    for match in matches_of(stage.event):
        if match.round.number == number:
            report(match, 1)


def a_played_round(**values):
    stage = a_stage(**values)
    generate(stage)
    publish(stage)
    play_round(stage, 1)
    return stage


def test_a_format_is_one_module_and_one_line():
    simulate_night(Order(9, 3, format="toy"))

    assert list(all_breaches()) == []
    assert Round.objects.filter(state="complete").count() == 3


def test_the_next_round_follows_when_the_one_before_is_played():
    stage = a_played_round()

    made = generate(stage)
    publish(stage)

    assert [one.number for one in made] == [2]
    assert [one.state for one in stage.rounds.order_by("number")] == ["complete", "published"]
    assert fresh(stage).state == Stage.State.RUNNING


def test_a_round_over_an_open_match_is_not_drawn():
    stage = a_stage()
    generate(stage)
    publish(stage)
    for match in matches_of(stage.event)[1:]:
        report(match, 1)

    with pytest.raises(WrongState, match="Round 1, table 1, has no result yet"):
        generate(stage)

    assert not Round.objects.filter(state="draft").exists()


def test_a_round_over_a_match_that_is_open_again_is_not_published():
    stage = a_played_round()
    generate(stage)
    retract_result(
        match_id=matches_of(stage.event)[0].public_id, actor=SYSTEM, reason="The wrong table"
    )

    with pytest.raises(WrongState, match="Round 1, table 1, has no result yet"):
        publish(stage)

    assert Round.objects.get(state="draft").is_stale


def test_a_result_that_changes_makes_the_draft_stale():
    stage = a_played_round()
    generate(stage)

    correct_result(
        match_id=matches_of(stage.event)[0].public_id,
        actor=SYSTEM,
        games=[GameResult(2, 90)],
        reason="The slip was read upside down",
    )

    assert stage.rounds.get(number=2).is_stale
    with pytest.raises(RoundStale, match="a result has changed"):
        publish(stage)


def test_the_stage_is_over_with_its_last_round_only():
    stage = a_played_round(rounds=2)
    assert fresh(stage).state == Stage.State.RUNNING

    generate(stage)
    publish(stage)
    play_round(stage, 2)

    assert fresh(stage).state == Stage.State.COMPLETE
    assert fresh(stage.event).state == "review"


def test_the_line_asks_for_the_next_round():
    stage = a_played_round()
    asked = [night_line(fresh(stage.event)).next_action]
    generate(stage)
    asked.append(night_line(fresh(stage.event)).next_action)
    publish(stage)
    asked.append(night_line(fresh(stage.event)).next_action)

    assert asked == ["generate", "publish", "enter_results"]


def test_a_number_that_is_there_or_does_not_come_next_is_refused():
    stage = a_played_round()

    with pytest.raises(RoundExists, match="Round 1"):
        generate(stage, number=1)
    with pytest.raises(ValidationFailed, match="Round 2 comes next"):
        generate(stage, number=3)
    generate(stage, number=2)
    with pytest.raises(RoundExists, match="Round 2"):
        generate(stage, number=2)

    assert stage.rounds.count() == 2


def test_a_discarded_draft_leaves_the_stage_running():
    stage = a_played_round()
    generate(stage)

    discard_draft(stage_id=stage.public_id, actor=SYSTEM)

    assert fresh(stage).state == Stage.State.RUNNING
    assert night_line(fresh(stage.event)).next_action == "generate"
