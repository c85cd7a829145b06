"""What is over stays as it was: nobody leaves, moves or is seated afterwards."""

import pytest

from tests.factories import (
    A_DAY,
    SYSTEM,
    a_club,
    a_drafted_night,
    a_player,
    a_published_night,
    entries_of,
    first_stage,
    roster,
)
from tests.tournaments.play import fresh, matches_of, play_games
from tournaments.errors import WrongState
from tournaments.models import Entry, Registration, Round
from tournaments.services.draw import generate_rounds, publish_rounds
from tournaments.services.events import create_event, create_tournament
from tournaments.services.finalise import finalise_event
from tournaments.services.lifecycle import cancel_event, open_check_in
from tournaments.services.rosters import check_in, undo_check_in, withdraw_registration
from tournaments.services.sign_up import sign_up, walk_in
from tournaments.services.stages import add_stage
from tournaments.services.tables import move_table, set_start

pytestmark = pytest.mark.django_db


def a_final_night():
    event = a_published_night(players=4, games=3, play_off=False)
    play_games(event)
    finalise_event(event_id=event.public_id, actor=SYSTEM)
    return fresh(event)


def a_weekend_after_its_first_event():
    """The first event is final, the second has not begun; the same four are in both."""
    club = a_club()
    occasion = create_tournament(club_id=club.public_id, actor=SYSTEM, name="May", starts_at=A_DAY)
    first, second = (
        create_event(tournament_id=occasion.public_id, actor=SYSTEM, name=name)
        for name in ("Main", "Consolation")
    )
    stage = add_stage(event_id=first.public_id, actor=SYSTEM, kind="rotation", config={"games": 3})
    for player in [a_player(club) for _ in range(4)]:
        for event in (first, second):
            sign_up(event_id=event.public_id, actor=SYSTEM, player_id=player.public_id)
    open_check_in(event_id=first.public_id, actor=SYSTEM)
    for one in roster(first):
        check_in(registration_id=one.public_id, actor=SYSTEM)
    generate_rounds(stage_id=stage.public_id, actor=SYSTEM, rng_seed=1)
    publish_rounds(stage_id=stage.public_id, actor=SYSTEM)
    play_games(first)
    finalise_event(event_id=first.public_id, actor=SYSTEM)
    return first, second


@pytest.mark.parametrize("step", [undo_check_in, withdraw_registration])
def test_the_roster_of_a_night_that_is_over_stays(step):
    event = a_final_night()
    one = roster(event)[0]

    with pytest.raises(WrongState, match="is over, so its roster stays"):
        step(registration_id=one.public_id, actor=SYSTEM)

    assert fresh(one).status == Registration.Status.CHECKED_IN
    assert {entry.status for entry in entries_of(event)} == {Entry.Status.ACTIVE}


def test_who_leaves_a_weekend_stays_in_the_event_he_has_played():
    first, second = a_weekend_after_its_first_event()

    withdraw_registration(registration_id=roster(first)[0].public_id, actor=SYSTEM)

    assert entries_of(first)[0].status == Entry.Status.ACTIVE
    assert entries_of(second)[0].status == Entry.Status.WITHDRAWN


def test_who_has_played_was_there():
    first, _ = a_weekend_after_its_first_event()

    with pytest.raises(WrongState, match="has played here, so the check-in stays"):
        undo_check_in(registration_id=roster(first)[0].public_id, actor=SYSTEM)


def test_a_draft_of_a_cancelled_night_is_not_published():
    event = a_drafted_night()
    cancel_event(event_id=event.public_id, actor=SYSTEM, reason="Snow.")

    with pytest.raises(WrongState, match="was cancelled"):
        publish_rounds(stage_id=first_stage(event).public_id, actor=SYSTEM)

    assert not Round.objects.exclude(state=Round.State.DRAFT).exists()


@pytest.mark.parametrize(
    ("step", "values"), [(move_table, {"table": 9}), (set_start, {"starts_at": A_DAY})]
)
def test_nothing_moves_at_a_cancelled_night(step, values):
    event = a_published_night(players=4)
    cancel_event(event_id=event.public_id, actor=SYSTEM, reason="Snow.")
    match = matches_of(event)[0]

    with pytest.raises(WrongState, match="was cancelled"):
        step(match_id=match.public_id, actor=SYSTEM, **values)

    assert fresh(match).version == match.version


@pytest.mark.parametrize("is_there", [False, True])
def test_a_walk_in_who_plays_another_event_of_the_weekend_is_entered_here_too(is_there):
    club = a_club()
    occasion = create_tournament(club_id=club.public_id, actor=SYSTEM, name="May", starts_at=A_DAY)
    first, second = (
        create_event(tournament_id=occasion.public_id, actor=SYSTEM, name=name)
        for name in ("Main", "Consolation")
    )
    player = a_player(club, "Zed Walker", member_no="77")
    sign_up(event_id=first.public_id, actor=SYSTEM, player_id=player.public_id)
    for event in (first, second):
        open_check_in(event_id=event.public_id, actor=SYSTEM)
    if is_there:
        check_in(registration_id=roster(first)[0].public_id, actor=SYSTEM)

    entry = walk_in(event_id=second.public_id, actor=SYSTEM, name="", member_no="77")

    assert (entry.event, entry.number) == (second, 1)
    assert [one.status for one in roster(second)] == [Registration.Status.CHECKED_IN]
