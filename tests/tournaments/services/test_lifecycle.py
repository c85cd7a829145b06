import pytest

from common.errors import PreconditionFailed, ValidationFailed
from common.models import Audit
from tests.factories import SYSTEM, a_checked_in_night, a_night, a_published_night
from tournaments.errors import RulesetFrozen, WrongState
from tournaments.models import Event
from tournaments.services.events import edit_event
from tournaments.services.lifecycle import (
    cancel_event,
    open_check_in,
    open_event,
    reopen_event,
)

pytestmark = pytest.mark.django_db


def state_of(event):
    return Event.objects.get(pk=event.pk).state


def test_an_event_opens_for_entries_and_then_for_check_in():
    event = a_night()

    states = [
        open_event(event_id=event.public_id, actor=SYSTEM).state,
        open_check_in(event_id=event.public_id, actor=SYSTEM).state,
    ]

    assert states == ["open", "checkin"]


def test_a_night_may_open_its_check_in_at_once():
    event = a_night()

    open_check_in(event_id=event.public_id, actor=SYSTEM)

    assert state_of(event) == "checkin"


def test_rules_freeze_when_an_event_leaves_draft():
    event = open_event(event_id=a_night().public_id, actor=SYSTEM)

    with pytest.raises(RulesetFrozen, match="Copy it to a new night"):
        edit_event(event_id=event.public_id, actor=SYSTEM, rules={"target": 61})

    assert event.frozen_at is not None


def test_the_name_may_change_after_the_draft():
    event = open_event(event_id=a_night().public_id, actor=SYSTEM)

    assert edit_event(event_id=event.public_id, actor=SYSTEM, name="Late").name == "Late"


@pytest.mark.parametrize(
    ("step", "make", "says"),
    [
        pytest.param(open_event, a_checked_in_night, "in check-in", id="open-after-check-in"),
        pytest.param(open_check_in, a_checked_in_night, "opened before", id="check-in-twice"),
        pytest.param(open_check_in, a_published_night, "being played", id="check-in-while-played"),
        pytest.param(reopen_event, a_night, "Only a final event", id="reopen-a-draft"),
    ],
)
def test_a_step_from_the_wrong_state_says_what_is_the_matter(step, make, says):
    event = make()
    reason = {"reason": "typo"} if step is reopen_event else {}

    with pytest.raises(WrongState, match=says):
        step(event_id=event.public_id, actor=SYSTEM, **reason)

    assert state_of(event) == event.state


@pytest.mark.parametrize("make", [a_night, a_checked_in_night, a_published_night])
def test_an_event_is_cancelled_with_a_reason(make):
    event = make()

    cancel_event(event_id=event.public_id, actor=SYSTEM, reason="snow")

    entry = Audit.objects.get(root_id=event.public_id, action="event.cancelled")
    assert (state_of(event), entry.reason) == ("cancelled", "snow")


def test_cancelling_twice_says_what_to_do_instead():
    event = a_night()
    cancel_event(event_id=event.public_id, actor=SYSTEM, reason="snow")

    with pytest.raises(WrongState, match="Copy it to a new night"):
        cancel_event(event_id=event.public_id, actor=SYSTEM, reason="snow")


@pytest.mark.parametrize("reason", ["", "  ", "a\u202eb", "x" * 401])
def test_a_reason_is_needed_and_readable(reason):
    event = a_night()

    with pytest.raises(ValidationFailed) as refusal:
        cancel_event(event_id=event.public_id, actor=SYSTEM, reason=reason)

    assert refusal.value.errors[0][0] == "reason"


def test_a_stale_version_changes_nothing():
    event = a_night()
    edit_event(event_id=event.public_id, actor=SYSTEM, name="Earlier")

    with pytest.raises(PreconditionFailed) as refusal:
        open_event(event_id=event.public_id, actor=SYSTEM, expected_version=event.version)

    assert refusal.value.context["version"] == event.version + 1
    assert state_of(event) == "draft"
