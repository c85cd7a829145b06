import pytest

from common.errors import PermissionDenied
from common.models import Change, Outbox
from tests.factories import SYSTEM, a_published_night, first_stage, play_off_stage, someone
from tests.tournaments.play import (
    a_bracket,
    a_played_night,
    fresh,
    matches_of,
    play_bracket,
    report,
    win,
)
from tournaments.errors import EventFinal, WrongState
from tournaments.models import Match, StandingSnapshot
from tournaments.selectors.draws import results_digest
from tournaments.services.corrections import correct_result
from tournaments.services.finalise import finalise_event
from tournaments.services.lifecycle import reopen_event
from tournaments.services.publishing import publish_standings, snapshot_of

pytestmark = pytest.mark.django_db


def publish(event, actor=SYSTEM):
    return publish_standings(stage_id=first_stage(event).public_id, actor=actor)


def test_published_standings_stay_when_the_next_follow():
    event = a_published_night(players=4, games=3)
    one, two, *_ = matches_of(event)
    report(one, win(1, 60))
    first = publish(event)
    report(two, win(1, 60))

    second = publish(event)

    assert (first.version, second.version) == (1, 2)
    stored = StandingSnapshot.objects.get(pk=first.pk)
    assert [row["games"] for row in stored.rows] == [1, 0, 0, 1]
    assert stored.inputs_digest != second.inputs_digest


def test_a_snapshot_is_what_is_counted_again():
    event = a_played_night(seed=5)

    snapshot = publish(event)

    rows, reasons = snapshot_of(first_stage(event))
    stored = StandingSnapshot.objects.get(pk=snapshot.pk)
    assert (stored.rows, stored.reasons) == (rows, reasons)
    assert stored.inputs_digest == results_digest(first_stage(event))


def test_a_snapshot_holds_no_name():
    event = a_played_night()

    assert "Player" not in str(publish(event).rows)


def test_only_who_directs_publishes():
    event = a_played_night()

    with pytest.raises(PermissionDenied):
        publish(event, actor=someone(event.tournament.club, "scorer"))


def test_a_final_event_has_its_standings_its_places_and_its_news():
    event = a_bracket()
    play_bracket(event)

    finalise_event(event_id=event.public_id, actor=SYSTEM)

    snapshots = StandingSnapshot.objects.filter(stage__event=event).order_by("stage__number")
    games, play_offs = snapshots
    assert (len(games.rows), [row["place"] for row in play_offs.rows]) == (8, [1, 2, 3, 3])
    final = fresh(event)
    news = Outbox.objects.get(topic="event.final")
    assert news.key == f"event.final:{event.public_id}:{final.version}"
    assert Change.objects.filter(root_id=event.public_id, type="event.final").count() == 1
    assert set(Match.objects.filter(stage__event=event).values_list("status", flat=True)) == {
        "locked"
    }


def test_an_open_match_keeps_an_event_from_being_final():
    event = a_bracket()

    with pytest.raises(WrongState, match="3 results are missing"):
        finalise_event(event_id=event.public_id, actor=SYSTEM)


def test_a_reopened_event_is_corrected_and_published_as_the_next_version():
    event = a_bracket()
    play_bracket(event)
    finalise_event(event_id=event.public_id, actor=SYSTEM)
    reopen_event(event_id=event.public_id, actor=SYSTEM, reason="wrong spread")
    match = matches_of(event)[0]
    correct_result(
        match_id=match.public_id,
        actor=SYSTEM,
        games=[win(match.winner, 33)],
        reason="wrong spread",
    )

    finalise_event(event_id=event.public_id, actor=SYSTEM)

    versions = StandingSnapshot.objects.filter(stage=first_stage(event)).order_by("version")
    assert [one.version for one in versions] == [1, 2]
    assert versions[0].rows != versions[1].rows
    assert Outbox.objects.filter(topic="event.final").count() == 2


def test_a_final_event_publishes_no_other_standings():
    event = a_played_night(play_off=False, players=4)
    finalise_event(event_id=event.public_id, actor=SYSTEM)

    with pytest.raises(EventFinal):
        publish(event)


def test_a_bracket_publishes_its_places():
    event = a_bracket()
    play_bracket(event)

    rows, reasons = snapshot_of(play_off_stage(event))

    assert ([row["place"] for row in rows], reasons) == ([1, 2, 3, 3], [])
