from uuid import uuid4

import pytest

from clubs.models import Player
from common.errors import ValidationFailed
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
    someone,
)
from tests.tournaments.play import a_begun_night
from tournaments.errors import AlreadyEntered, WrongState
from tournaments.models import Registration
from tournaments.services.rosters import (
    add_walk_in,
    check_in,
    register_player,
    undo_check_in,
    withdraw_registration,
)

pytestmark = pytest.mark.django_db


def register(event, player, **values):
    return register_player(
        tournament_id=event.tournament.public_id,
        actor=SYSTEM,
        player_id=player.public_id,
        **values,
    )


def walk_in(event, name="Robin Late", **values):
    return add_walk_in(event_id=event.public_id, actor=SYSTEM, name=name, **values)


def test_a_registration_takes_the_next_number_and_enters_the_night():
    club = a_club()
    event = a_night(club, players=2)

    one = register(event, a_player(club, "Kim Third"), is_guest=True)

    assert (one.number, one.status, one.is_guest) == (3, "registered", True)
    assert [(e.number, e.display) for e in entries_of(event)][-1] == (3, "Kim Third")


def test_nobody_is_registered_twice():
    club = a_club()
    event, player = a_night(club), a_player(club, "Kim Twice")
    register(event, player)

    with pytest.raises(AlreadyEntered, match="Kim Twice is on the roster already, as number 1"):
        register(event, player)


def test_a_player_of_another_club_is_refused_like_one_who_does_not_exist():
    event = a_night()
    refusals = []
    for player_id in (a_player(a_club()).public_id, uuid4()):
        with pytest.raises(ValidationFailed) as refusal:
            register_player(
                tournament_id=event.tournament.public_id, actor=SYSTEM, player_id=player_id
            )
        refusals.append(refusal.value.errors)

    assert refusals[0] == refusals[1]
    assert refusals[0][0][0] == "player"


def test_a_withdrawn_player_comes_back_with_the_same_number():
    club = a_club()
    event = a_night(club, players=2)
    first = roster(event)[0]
    withdraw_registration(registration_id=first.public_id, actor=SYSTEM, reason="ill")

    again = register(event, first.player)

    assert (again.pk, again.number, again.status) == (first.pk, 1, "registered")
    assert [entry.status for entry in entries_of(event)] == ["entered", "entered"]


def test_check_in_notes_time_and_fee():
    one = roster(a_checked_in_night(players=4))[0]

    paid = check_in(registration_id=one.public_id, actor=SYSTEM, fee_paid=True)

    assert (paid.status, paid.fee_paid) == ("checked_in", True)
    assert paid.checked_in_at == one.checked_in_at


def test_checking_in_twice_is_the_same():
    one = roster(a_checked_in_night(players=4))[0]

    again = check_in(registration_id=one.public_id, actor=SYSTEM)

    assert again.version == one.version


def test_check_in_is_taken_back():
    one = roster(a_checked_in_night(players=4))[0]

    undone = undo_check_in(registration_id=one.public_id, actor=SYSTEM)

    assert (undone.status, undone.checked_in_at) == ("registered", None)


def test_nobody_is_checked_in_before_check_in_opens():
    one = roster(a_night(players=4))[0]

    with pytest.raises(WrongState, match="Open it, then check the players in"):
        check_in(registration_id=one.public_id, actor=SYSTEM)


def test_who_has_withdrawn_is_registered_again_first():
    one = roster(a_checked_in_night(players=4))[0]
    withdraw_registration(registration_id=one.public_id, actor=SYSTEM)

    with pytest.raises(WrongState, match="Register him again"):
        check_in(registration_id=one.public_id, actor=SYSTEM)


def test_a_walk_in_is_a_new_guest_who_is_there():
    event = a_checked_in_night(players=4)

    one = walk_in(event)

    assert (one.number, one.status, one.is_walk_in, one.is_guest) == (5, "checked_in", True, True)
    assert one.player.status == "guest"
    assert entries_of(event)[-1].display == "Robin Late"


def test_a_walk_in_with_a_known_number_is_that_player():
    club = a_club()
    event = a_checked_in_night(club, players=4)
    member = a_player(club, "Ann Known", member_no="0042")

    one = walk_in(event, "whatever was typed", member_no="0042")

    assert (one.player, one.is_guest) == (member, False)
    assert Player.objects.filter(club=club).count() == 5


def test_a_number_written_differently_is_never_guessed():
    club = a_club()
    event = a_checked_in_night(club, players=4)
    a_player(club, "Ann Known", member_no="0042")

    with pytest.raises(ValidationFailed, match="0042, which is Ann Known"):
        walk_in(event, "Ann", member_no="42")


def test_a_walk_in_who_was_announced_is_checked_in():
    club = a_club()
    event = a_checked_in_night(club, players=4)
    known = register(event, a_player(club, "Ann Known", member_no="7"))

    one = walk_in(event, "Ann", member_no="7")

    assert (one.pk, one.status, one.number) == (known.pk, "checked_in", 5)


def test_a_walk_in_who_is_there_already_is_refused():
    club = a_club()
    event = a_checked_in_night(club, players=4)
    walk_in(event, "Ann New", member_no="7")

    with pytest.raises(AlreadyEntered, match="checked in already, as number 5"):
        walk_in(event, "Ann New", member_no="7")


def test_a_walk_in_needs_a_name():
    event = a_checked_in_night(players=4)

    with pytest.raises(ValidationFailed):
        walk_in(event, "  ")

    assert len(roster(event)) == 4


@pytest.mark.parametrize(
    "step",
    [
        pytest.param(lambda event, club: walk_in(event), id="walk-in"),
        pytest.param(lambda event, club: register(event, a_player(club)), id="registration"),
    ],
)
def test_a_night_whose_rounds_have_all_begun_takes_nobody_new(step):
    club = a_club()
    event = a_begun_night(club)

    with pytest.raises(WrongState, match="stand in for somebody who leaves"):
        step(event, club)

    assert len(roster(event)) == 4


@pytest.mark.parametrize("step", [undo_check_in, withdraw_registration])
def test_who_is_on_a_seating_whose_rounds_have_all_begun_stays(step):
    one = roster(a_begun_night())[0]

    with pytest.raises(WrongState, match="Enter a forfeit for each game"):
        step(registration_id=one.public_id, actor=SYSTEM)

    assert Registration.objects.get(pk=one.pk).status == "checked_in"


def test_a_check_in_on_the_published_seating_is_not_taken_back():
    one = roster(a_published_night(players=4))[0]

    with pytest.raises(WrongState, match="published seating"):
        undo_check_in(registration_id=one.public_id, actor=SYSTEM)

    assert Registration.objects.get(pk=one.pk).status == "checked_in"


@pytest.mark.parametrize("step", [undo_check_in, withdraw_registration])
def test_who_goes_after_the_draft_makes_it_stale(step):
    event = a_drafted_night(players=6)

    step(registration_id=roster(event)[0].public_id, actor=SYSTEM)

    assert {one.is_stale for one in rounds_of(event)} == {True}


def test_a_check_in_taken_back_and_made_again_leaves_the_draft_good():
    event = a_drafted_night(players=6)
    one = roster(event)[0].public_id

    undo_check_in(registration_id=one, actor=SYSTEM)
    check_in(registration_id=one, actor=SYSTEM)

    assert {one.is_stale for one in rounds_of(event)} == {False}


def test_the_treasurer_checks_in():
    club = a_club()
    one = roster(a_checked_in_night(club, players=4))[0]

    paid = check_in(registration_id=one.public_id, actor=someone(club, "treasurer"), fee_paid=True)

    assert paid.fee_paid is True


def test_namesakes_are_told_apart_by_their_numbers():
    club = a_club()
    event = a_night(club, players=["Dora Doublerun", "Ann Able"])

    register(event, a_player(club, "Dora Doublerun"))

    assert [one.display for one in entries_of(event)] == [
        "Dora Doublerun (1)",
        "Ann Able",
        "Dora Doublerun (3)",
    ]


def test_a_third_namesake_gets_a_number_too():
    club = a_club()
    event = a_night(club, players=["Dora Doublerun", "Dora Doublerun"])

    register(event, a_player(club, "Dora Doublerun"))

    assert [one.display[-3:] for one in entries_of(event)] == ["(1)", "(2)", "(3)"]
