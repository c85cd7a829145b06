from dataclasses import replace
from datetime import date

import pytest

from clubs.models import Player
from common.models import Audit
from tests.factories import (
    SYSTEM,
    a_checked_in_night,
    a_club,
    a_drafted_night,
    a_night,
    a_player,
    a_published_night,
    entries_of,
    roster,
    rounds_of,
)
from tournaments.errors import ImportRowsInvalid, PreviewStale, WrongState
from tournaments.models import Registration
from tournaments.roster import RosterFile, RosterRow, RowError
from tournaments.services.imports import import_roster, preview_import

pytestmark = pytest.mark.django_db
ANN = RosterRow(2, "Ann Able", "0042")
BO = RosterRow(3, "Bo Baker")
ZOE = RosterRow(4, "Zoë Fräser", "107", guest=True)
FILE = RosterFile((ANN, BO, ZOE))


def take(event, file, **values):
    return import_roster(event_id=event.public_id, actor=SYSTEM, rows=file, **values)


def look(event, file, **values):
    return preview_import(event_id=event.public_id, actor=SYSTEM, rows=file, **values)


def told(result):
    return [(one.line, one.what) for one in result.lines]


def test_new_people_are_made_registered_and_entered_in_the_order_of_the_file():
    event = a_night()

    outcome = take(event, FILE)

    assert told(outcome) == [(2, "new player"), (3, "new player"), (4, "new player")]
    assert [(one.number, one.player.display_name, one.is_guest) for one in roster(event)] == [
        (1, "Ann Able", False),
        (2, "Bo Baker", False),
        (3, "Zoë Fräser", True),
    ]
    assert [entry.display for entry in entries_of(event)] == ["Ann Able", "Bo Baker", "Zoë Fräser"]


def test_a_preview_writes_nothing():
    event = a_night()

    preview = look(event, FILE)

    assert preview.counts == {"new player": 3}
    assert not Player.objects.filter(club=event.tournament.club).exists()
    assert roster(event) == []


def test_the_same_file_again_changes_nothing():
    event = a_night()
    take(event, FILE)
    audits = Audit.objects.count()

    outcome = take(event, FILE)

    assert {what for _, what in told(outcome)} == {"already here"}
    assert (outcome.added, outcome.changed, Audit.objects.count()) == (0, 0, audits)


def test_known_people_of_the_club_are_not_made_again():
    club = a_club()
    take(a_night(club), FILE)

    outcome = take(a_night(club), FILE)

    assert {what for _, what in told(outcome)} == {"known player"}
    assert Player.objects.filter(club=club).count() == 3


def test_two_people_of_one_name_stay_two():
    twins = RosterFile((RosterRow(2, "Kim Lee"), RosterRow(3, "Kim Lee")))
    event = a_night()
    take(event, twins)

    again = take(event, twins)

    assert [one.player.display_name for one in roster(event)] == ["Kim Lee", "Kim Lee"]
    assert {what for _, what in told(again)} == {"already here"}


def test_one_name_with_a_number_and_one_without_are_two_people():
    event = a_night()

    take(event, RosterFile((RosterRow(2, "Kim Lee", "7"), RosterRow(3, "Kim Lee"))))

    assert [one.player.member_no for one in roster(event)] == ["7", ""]


def test_a_changed_file_shows_the_differences_and_makes_them():
    event = a_night()
    take(event, FILE)
    changed = RosterFile(
        (replace(ANN, name="Ann Able-Smith", home_club="Lake"), BO, RosterRow(5, "Cy New"))
    )

    preview = look(event, changed)
    outcome = take(event, changed, digest=preview.digest)

    assert told(preview) == [(2, "changed"), (3, "already here"), (5, "new player")]
    assert preview.lines[0].message == (
        "name: Ann Able becomes Ann Able-Smith; home club: nothing becomes Lake"
    )
    assert (outcome.added, outcome.changed) == (1, 1)
    assert [entry.display for entry in entries_of(event)] == [
        "Ann Able-Smith",
        "Bo Baker",
        "Zoë Fräser",
        "Cy New",
    ]


def test_an_empty_cell_changes_nothing():
    club = a_club()
    a_player(club, "Ann Able", member_no="0042", home_club="Lake", valid_until=date(2027, 1, 1))

    assert told(look(a_night(club), RosterFile((ANN,)))) == [(2, "known player")]


def test_nobody_is_taken_off_by_a_shorter_file():
    event = a_night()
    take(event, FILE)

    take(event, RosterFile((BO,)))

    assert len(roster(event)) == 3


def test_a_wrong_row_leaves_everything_unchanged():
    event = a_night()
    file = RosterFile((ANN, BO), errors=(RowError(17, "name", "the row has no name"),))

    with pytest.raises(ImportRowsInvalid) as refusal:
        take(event, file)

    assert refusal.value.context["rows"] == [
        {"line": 17, "name": "", "message": "name: the row has no name"}
    ]
    assert "Line 17" in refusal.value.message
    assert "untick" in refusal.value.message
    assert roster(event) == []


def test_unticked_lines_stay_out_wrong_ones_too():
    event = a_night()
    file = RosterFile((ANN, BO, ZOE), errors=(RowError(17, "name", "the row has no name"),))

    take(event, file, lines={2, 4})

    assert [one.player.display_name for one in roster(event)] == ["Ann Able", "Zoë Fräser"]


def test_a_number_that_lost_its_zeros_waits_for_a_person():
    club = a_club()
    a_player(club, "Ann Able", member_no="00123")
    event = a_night(club)
    file = RosterFile((RosterRow(2, "Ann Able", "123"), BO))

    with pytest.raises(ImportRowsInvalid, match="say whether this is the same"):
        take(event, file)
    take(event, file, same={2})

    assert [one.player.member_no for one in roster(event)] == ["00123", ""]
    assert Player.objects.filter(club=club).count() == 2


@pytest.mark.parametrize(
    ("known", "in_the_file", "what"),
    [
        ("Ann Able", "Ann Able-Smith", "changed"),
        ("Zoë Fraser", "ZOE Fräser", "changed"),
        ("Ann Smith-Jones", "Anna Jones", "changed"),
        ("Ann Able", "Bo Bell", "doubtful"),
    ],
)
def test_a_number_under_quite_another_name_waits_for_a_person(known, in_the_file, what):
    club = a_club()
    player = a_player(club, known, member_no="7")
    event = a_night(club)
    file = RosterFile((RosterRow(2, in_the_file, "7"),))

    assert told(look(event, file)) == [(2, what)]
    take(event, file, same={2})

    player.refresh_from_db()
    assert player.display_name == in_the_file


def test_two_spellings_of_one_new_number_are_an_error():
    event = a_night()
    file = RosterFile((RosterRow(2, "Ann", "0042"), RosterRow(3, "Bo", "42")))

    assert told(look(event, file)) == [(2, "new player"), (3, "error")]


def test_a_preview_that_no_longer_holds_is_refused():
    event = a_night()
    preview = look(event, FILE)
    take(event, RosterFile((BO,)))

    with pytest.raises(PreviewStale, match="Look at it again"):
        take(event, FILE, digest=preview.digest)

    assert len(roster(event)) == 1


def test_somebody_who_had_stopped_plays_again():
    club = a_club()
    a_player(club, "Ann Able", member_no="0042", is_active=False)

    outcome = take(a_night(club), RosterFile((ANN,)))

    assert told(outcome) == [(2, "changed")]
    assert Player.objects.get(club=club).is_active is True


def test_a_file_after_the_draft_leaves_it_good_until_somebody_checks_in():
    event = a_drafted_night(players=4)

    take(event, FILE)

    assert {one.is_stale for one in rounds_of(event)} == {False}
    assert Registration.objects.filter(tournament=event.tournament).count() == 7


def test_a_file_during_check_in_checks_nobody_in():
    event = a_checked_in_night(players=4)

    take(event, FILE)

    assert [one.status for one in roster(event)][4:] == ["registered"] * 3


def test_a_published_seating_takes_no_file():
    event = a_published_night(players=4)

    with pytest.raises(WrongState, match="The seating is published"):
        take(event, FILE)
