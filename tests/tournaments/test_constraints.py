"""What the database itself refuses, whoever writes: proved by inserting directly."""

import pytest
from django.db import IntegrityError, transaction

from common import clock
from tests.factories import (
    SYSTEM,
    a_club,
    a_published_night,
    entries_of,
    first_stage,
    roster,
    rounds_of,
)
from tournaments.models import (
    Entry,
    EntryMember,
    Event,
    Match,
    MatchSide,
    Registration,
    ResultClaim,
    Round,
    Stage,
    StageFeed,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def event(db):
    return a_published_night(a_club(), players=5)


def refused(name):
    """Expect the constraint of this name, and leave the transaction usable."""
    return _Refused(name)


class _Refused:
    def __init__(self, name):
        self.raises = pytest.raises(IntegrityError, match=name)
        self.savepoint = transaction.atomic()

    def __enter__(self):
        self.raises.__enter__()
        self.savepoint.__enter__()

    def __exit__(self, *error):
        self.savepoint.__exit__(*error)
        return self.raises.__exit__(*error)


def a_match(event, **values):
    round_ = rounds_of(event)[0]
    numbered = {"stage": round_.stage, "round": round_, "number": 99}
    return Match.objects.create(**{**numbered, **values})


def a_claim(match, number, state):
    return ResultClaim.objects.create(
        match=match,
        number=number,
        source="admin",
        actor_key=SYSTEM.key,
        actor_label=SYSTEM.label,
        payload={"games": []},
        payload_hash="x",
        state=state,
    )


def test_an_entry_is_once_in_a_round(event):
    side = MatchSide.objects.filter(round=rounds_of(event)[0], entry__isnull=False)[0]
    other = a_match(event)

    with refused("side_entry_once_a_round"):
        MatchSide.objects.create(match=other, round=side.round, slot=1, entry=side.entry)


def test_an_entry_of_a_void_match_may_be_in_the_round_again(event):
    side = MatchSide.objects.filter(round=rounds_of(event)[0], entry__isnull=False)[0]
    MatchSide.objects.filter(pk=side.pk).update(is_live=False)

    again = MatchSide.objects.create(
        match=a_match(event), round=side.round, slot=1, entry=side.entry
    )

    assert again.is_live


def test_a_pair_meets_once_a_meeting(event):
    met = Match.objects.filter(stage=first_stage(event), pair_key__isnull=False)[0]

    with refused("match_pair_once_a_meeting"):
        a_match(event, pair_key=met.pair_key, meeting_no=met.meeting_no)


def test_a_void_pair_may_meet_again(event):
    met = Match.objects.filter(stage=first_stage(event), pair_key__isnull=False)[0]
    Match.objects.filter(pk=met.pk).update(status="void")

    assert a_match(event, pair_key=met.pair_key, meeting_no=met.meeting_no).pk


def test_a_match_has_one_accepted_claim(event):
    match = Match.objects.filter(stage=first_stage(event))[0]
    a_claim(match, 1, "superseded")
    a_claim(match, 2, "accepted")

    with refused("claim_one_accepted_a_match"):
        a_claim(match, 3, "accepted")


def test_a_round_number_is_once_a_stage(event):
    with refused("round_number_once"):
        Round.objects.create(stage=first_stage(event), number=1, name="again", state="published")


def test_one_draft_may_stand_beside_a_round_and_no_second(event):
    stage = first_stage(event)
    Round.objects.create(stage=stage, number=1, name="drawn again")

    with refused("round_drafted_once"):
        Round.objects.create(stage=stage, number=1, name="and again")


def test_a_number_of_the_roster_is_given_once(event):
    first, second = roster(event)[:2]

    with refused("registration_number_once"):
        Registration.objects.filter(pk=first.pk).update(number=second.number)


def test_a_player_is_registered_once(event):
    first = roster(event)[0]

    with refused("registration_player_once"):
        Registration.objects.create(tournament=event.tournament, player=first.player, number=99)


def test_nobody_is_in_an_event_twice(event):
    entry = Entry.objects.create(event=event, number=99, display="again")

    with refused("member_once_an_event"):
        EntryMember.objects.create(entry=entry, event=event, registration=roster(event)[0])


def test_rules_are_frozen_once_an_event_has_left_draft(event):
    with refused("event_rules_frozen_after_draft"):
        Event.objects.filter(pk=event.pk).update(frozen_at=None)


def test_an_empty_side_has_no_entry(event):
    with refused("side_not_empty_with_entry"):
        MatchSide.objects.filter(entry=entries_of(event)[0]).update(is_empty=True)


def test_a_stage_does_not_feed_itself(event):
    stage = first_stage(event)

    with refused("feed_not_from_itself"):
        StageFeed.objects.create(stage=stage, source=stage, rule="all")


@pytest.mark.parametrize(
    ("model", "values", "name"),
    [
        pytest.param(Event, {"state": "paused"}, "event_state_known", id="event"),
        pytest.param(Stage, {"state": "paused"}, "stage_state_known", id="stage"),
        pytest.param(Round, {"state": "paused"}, "round_state_known", id="round"),
        pytest.param(Match, {"status": "paused"}, "match_status_known", id="match"),
        pytest.param(Match, {"outcome": "draw"}, "match_outcome_known", id="outcome"),
        pytest.param(Match, {"winner": 5}, "match_winner_is_a_slot", id="winner"),
        pytest.param(Match, {"best_of": 100}, "match_best_of_in_range", id="best-of"),
        pytest.param(Entry, {"status": "gone"}, "entry_status_known", id="entry"),
        pytest.param(Registration, {"status": "gone"}, "registration_status_known", id="person"),
        pytest.param(MatchSide, {"slot": 5}, "side_slot_in_range", id="slot"),
    ],
)
def test_an_unknown_word_is_refused(event, model, values, name):
    row = model.objects.order_by("pk").last()

    with refused(name):
        model.objects.filter(pk=row.pk).update(updated_at=clock.now(), **values) if hasattr(
            row, "updated_at"
        ) else model.objects.filter(pk=row.pk).update(**values)
