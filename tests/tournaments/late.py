"""Nights that somebody comes to late, or leaves early, as the desk does it."""

from tests.factories import SYSTEM, a_published_night, first_stage, roster
from tests.tournaments.play import win_all_of
from tournaments.services.draw import publish_rounds
from tournaments.services.redraws import redraw_rounds
from tournaments.services.rosters import add_walk_in, withdraw_registration


def redraw(event, **values):
    return redraw_rounds(stage_id=first_stage(event).public_id, actor=SYSTEM, **values)


def publish(event):
    return publish_rounds(stage_id=first_stage(event).public_id, actor=SYSTEM)


def come(event, name="Robin Late"):
    return add_walk_in(event_id=event.public_id, actor=SYSTEM, name=name)


def leave(event, number, **values):
    one = next(one for one in roster(event) if one.number == number)
    return withdraw_registration(
        registration_id=one.public_id, **{"actor": SYSTEM, "reason": "the last bus", **values}
    )


def a_night_after(games, *, players=20, **values):
    event = a_published_night(players=players, **values)
    for number in range(1, games + 1):
        win_all_of(event, number)
    return event
