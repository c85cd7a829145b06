import pytest

from common.errors import PreconditionFailed
from common.models import Outbox
from tests.factories import (
    SYSTEM,
    a_checked_in_night,
    a_published_night,
    first_stage,
    play_off_stage,
)
from tests.tournaments.play import (
    a_bracket,
    a_played_night,
    draw_play_off,
    fresh,
    matches_of,
    play_bracket,
    report,
)
from tournaments.errors import EventFinal, WrongState
from tournaments.models import Match, Stage, StandingSnapshot
from tournaments.services.finalise import finalise_event
from tournaments.services.lifecycle import reopen_event
from tournaments.services.stages import remove_stage

pytestmark = pytest.mark.django_db


def finalise(event, **values):
    return finalise_event(event_id=event.public_id, actor=SYSTEM, **values)


def a_finished_night(**values):
    """A night in review: games and play-offs are played."""
    event = a_bracket(players=8, games=3, **values)
    play_bracket(event)
    return fresh(event)


def test_a_night_is_in_review_when_its_last_match_is_confirmed():
    assert a_finished_night().state == "review"


def test_a_final_night_has_published_standings_and_locked_matches():
    event = a_finished_night()

    final = finalise(event)

    snapshots = StandingSnapshot.objects.filter(stage__event=event)
    assert (final.state, final.finished_at is not None) == ("final", True)
    assert set(snapshots.values_list("stage__number", "version")) == {(1, 1), (2, 1)}
    assert set(Match.objects.filter(stage__event=event).values_list("status", flat=True)) == {
        "locked"
    }
    assert {one.state for one in Stage.objects.filter(event=event)} == {"final"}


def test_a_final_night_sends_one_message_to_be_settled():
    event = finalise(a_finished_night())

    message = Outbox.objects.get(topic="event.final")
    assert message.key == f"event.final:{event.public_id}:{event.version}"
    assert message.payload == {"event_id": str(event.public_id)}


def test_what_is_open_is_listed_in_sentences():
    event = a_published_night(players=4)
    report(matches_of(event)[0])

    with pytest.raises(WrongState) as refusal:
        finalise(event)

    assert refusal.value.context["open"] == [
        "Games: 17 results are missing.",
        "Play-offs: the cut is not made.",
    ]
    assert "Settle it, then finalise." in refusal.value.message
    assert not StandingSnapshot.objects.exists()


def test_an_undrawn_play_off_is_open():
    event = a_played_night(players=8, games=3)

    with pytest.raises(WrongState, match="Play-offs: the cut is not made"):
        finalise(event)


def test_a_played_night_without_its_play_off_goes_into_review():
    event = a_played_night(players=8, games=3)

    remove_stage(stage_id=play_off_stage(event).public_id, actor=SYSTEM)

    assert fresh(event).state == "review"
    assert finalise(event).state == "final"


def test_finalising_twice_is_refused():
    event = finalise(a_finished_night())

    with pytest.raises(EventFinal, match="Reopen it with a reason"):
        finalise(event)


def test_a_night_that_is_not_played_is_not_finalised():
    with pytest.raises(WrongState, match="Play the games first"):
        finalise(a_checked_in_night(players=4))


def test_a_stale_version_is_not_finalised():
    event = a_finished_night()

    with pytest.raises(PreconditionFailed):
        finalise(event, expected_version=event.version - 1)


def test_a_reopened_night_is_in_review_and_its_next_standings_are_version_two():
    event = finalise(a_finished_night())

    reopened = reopen_event(event_id=event.public_id, actor=SYSTEM, reason="typo on table 3")
    finalise(event)

    assert (reopened.state, reopened.finished_at) == ("review", None)
    versions = StandingSnapshot.objects.filter(stage=first_stage(event)).order_by("version")
    assert [one.version for one in versions] == [1, 2]
    assert Outbox.objects.filter(topic="event.reopened").count() == 1
    assert Outbox.objects.filter(topic="event.final").count() == 2


def test_matches_of_a_reopened_night_can_be_corrected_again():
    event = finalise(a_finished_night())

    reopen_event(event_id=event.public_id, actor=SYSTEM, reason="typo on table 3")

    assert not Match.objects.filter(stage__event=event, status="locked").exists()
    assert {one.state for one in Stage.objects.filter(event=event)} == {"complete"}


def test_an_unplayed_play_off_is_open():
    event = a_played_night(players=8, games=3)
    draw_play_off(event)

    with pytest.raises(WrongState, match="Play-offs: 3 results are missing"):
        finalise(event)
