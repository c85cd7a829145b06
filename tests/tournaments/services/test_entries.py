from uuid import uuid4

import pytest

from common.errors import NotFound, ValidationFailed
from tests.factories import (
    A_DAY,
    SYSTEM,
    a_club,
    a_drafted_night,
    a_player,
    entries_of,
    rounds_of,
)
from tests.tournaments.play import a_begun_night
from tournaments.errors import AlreadyEntered, SameEntryTwice, WrongState
from tournaments.models import Entry
from tournaments.services.entries import enter, withdraw_entry
from tournaments.services.events import create_event, create_tournament
from tournaments.services.rosters import register_player

pytestmark = pytest.mark.django_db


@pytest.fixture
def weekend(db):
    """An occasion with two people on the roster and one event that nobody entered."""
    club = a_club()
    occasion = create_tournament(
        club_id=club.public_id, actor=SYSTEM, name="Weekend", starts_at=A_DAY
    )
    event = create_event(tournament_id=occasion.public_id, actor=SYSTEM, name="Main")
    people = [
        register_player(
            tournament_id=occasion.public_id, actor=SYSTEM, player_id=a_player(club, name).public_id
        )
        for name in ("Ann Able", "Bo Baker")
    ]
    return event, people


def test_an_entry_has_the_number_of_its_person(weekend):
    event, people = weekend

    entry = enter(event_id=event.public_id, actor=SYSTEM, registration_ids=[people[1].public_id])

    assert (entry.number, entry.display, entry.status) == (2, "Bo Baker", "entered")


def test_nobody_is_entered_twice(weekend):
    event, people = weekend
    enter(event_id=event.public_id, actor=SYSTEM, registration_ids=[people[0].public_id])

    with pytest.raises(AlreadyEntered, match="Ann Able is entered already"):
        enter(event_id=event.public_id, actor=SYSTEM, registration_ids=[people[0].public_id])


def test_nobody_is_his_own_partner(weekend):
    event, people = weekend

    with pytest.raises(SameEntryTwice, match="two different people"):
        enter(event_id=event.public_id, actor=SYSTEM, registration_ids=[people[0].public_id] * 2)


def test_a_side_has_as_many_people_as_the_variant_says(weekend):
    event, people = weekend

    with pytest.raises(ValidationFailed, match="A side of Main is 1 on the roster, not 2"):
        enter(
            event_id=event.public_id,
            actor=SYSTEM,
            registration_ids=[one.public_id for one in people],
        )


def test_who_is_not_on_the_roster_is_registered_first(weekend):
    event, _ = weekend

    with pytest.raises(ValidationFailed, match="Register everybody first"):
        enter(event_id=event.public_id, actor=SYSTEM, registration_ids=[uuid4()])


def test_a_withdrawn_entry_makes_the_draft_stale():
    event = a_drafted_night(players=6)

    entry = withdraw_entry(
        event_id=event.public_id,
        actor=SYSTEM,
        entry_id=entries_of(event)[0].public_id,
        reason="ill",
    )

    assert entry.status == "withdrawn"
    assert {one.is_stale for one in rounds_of(event)} == {True}


def test_withdrawing_twice_is_the_same():
    event = a_drafted_night(players=6)
    entry_id = entries_of(event)[0].public_id

    versions = [
        withdraw_entry(event_id=event.public_id, actor=SYSTEM, entry_id=entry_id).version
        for _ in range(2)
    ]

    assert versions[0] == versions[1]


def test_an_entry_on_a_seating_whose_rounds_have_all_begun_stays():
    event = a_begun_night(players=6)
    entry = entries_of(event)[0]

    with pytest.raises(WrongState, match="Enter a forfeit"):
        withdraw_entry(event_id=event.public_id, actor=SYSTEM, entry_id=entry.public_id)

    assert Entry.objects.get(pk=entry.pk).status == "active"


def test_an_entry_of_another_event_is_not_found():
    event, other = a_drafted_night(players=4), a_drafted_night(players=4)

    with pytest.raises(NotFound):
        withdraw_entry(
            event_id=event.public_id, actor=SYSTEM, entry_id=entries_of(other)[0].public_id
        )
