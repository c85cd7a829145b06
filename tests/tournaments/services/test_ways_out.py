"""A night is drawn only if everybody reaches the games, or is made up for each one."""

import pytest

from tests.factories import (
    SYSTEM,
    a_checked_in_night,
    a_night,
    first_stage,
    roster,
)
from tests.tournaments.late import come, leave, publish, redraw
from tests.tournaments.play import win_all_of
from tournaments.errors import NotFinishable
from tournaments.models import Entry, MatchSide
from tournaments.selectors.events import checks_of
from tournaments.services.draw import generate_rounds
from tournaments.services.entries import keep_seat
from tournaments.services.lifecycle import open_check_in
from tournaments.services.rosters import check_in
from tournaments.services.stages import edit_stage

pytestmark = pytest.mark.django_db


def generate(event):
    return generate_rounds(stage_id=first_stage(event).public_id, actor=SYSTEM, rng_seed=3)


def a_night_of(players, **config):
    event = a_night(players=players)
    edit_stage(stage_id=first_stage(event).public_id, actor=SYSTEM, config=config)
    open_check_in(event_id=event.public_id, actor=SYSTEM)
    for one in roster(event):
        check_in(registration_id=one.public_id, actor=SYSTEM)
    return event


def test_an_odd_field_without_a_house_player_is_refused_by_name():
    event = a_night_of(7, sit_out="house_player", games=6)

    with pytest.raises(NotFinishable, match=r"Short are Player 0. \(5\)") as refused:
        generate(event)

    assert len(refused.value.context["short"]) == 6
    assert set(refused.value.context["short"][0]) == {"number", "games", "of"}
    come(event, "Hannah House")
    assert len(generate(event)) == 6


def test_an_odd_field_plays_an_extra_game():
    event = a_night_of(7, sit_out="extra_game", games=6)
    generate(event)
    publish(event)

    checks = checks_of(first_stage(event))
    assert (set(checks.games.values()), checks.repeats) == ({6}, 0)


def test_a_redraw_that_leaves_somebody_short_names_the_ways_out_and_takes_one():
    event = a_night_of(8, sit_out="house_player", games=7)
    generate(event)
    publish(event)
    win_all_of(event, 1)
    leave(event, 4)

    with pytest.raises(NotFinishable, match="seat a house player"):
        redraw(event)

    assert len(redraw(event, sit_out="scored")) == 6
    assert first_stage(event).config["sit_out"] == "scored"


def test_who_must_not_move_keeps_the_seat_through_a_redraw():
    event = a_checked_in_night(players=20)
    anchor = Entry.objects.get(event=event, number=7)
    keep_seat(entry_id=anchor.public_id, actor=SYSTEM, keeps_seat=True)
    generate(event)
    publish(event)
    win_all_of(event, 1)
    leave(event, 3)
    come(event)
    come(event, "Kim Later")
    redraw(event)
    publish(event)

    sides = MatchSide.objects.filter(entry=anchor, is_live=True).exclude(match__kind="bye")
    assert set(sides.values_list("seat", flat=True)) == {1}
