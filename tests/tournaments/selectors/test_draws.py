import pytest

from tests.factories import (
    SYSTEM,
    a_checked_in_night,
    a_published_night,
    entries_of,
    first_stage,
    play_off_stage,
    roster,
)
from tournaments.models import StageEntry
from tournaments.selectors.draws import draw_inputs, is_fed
from tournaments.services.entries import withdraw_entry
from tournaments.services.rosters import undo_check_in

pytestmark = pytest.mark.django_db


def inputs(event, seed=5):
    return draw_inputs(first_stage(event), rng_seed=seed)


def test_the_first_stage_is_drawn_from_everybody_who_is_there():
    event = a_checked_in_night(players=6)
    undo_check_in(registration_id=roster(event)[1].public_id, actor=SYSTEM)

    drawn = set(inputs(event).entries)

    assert drawn == {entry.pk for entry in entries_of(event) if entry.number != 2}


def test_a_withdrawn_entry_is_not_drawn():
    event = a_checked_in_night(players=6)
    gone = entries_of(event)[0]
    withdraw_entry(event_id=event.public_id, actor=SYSTEM, entry_id=gone.public_id)

    assert gone.pk not in inputs(event).entries


def test_seats_are_drawn_by_lot_and_the_seed_is_the_lot():
    event = a_checked_in_night(players=12)
    in_order = tuple(entry.pk for entry in entries_of(event))

    assert inputs(event).entries == inputs(event).entries
    assert inputs(event).entries != inputs(event, seed=6).entries
    assert inputs(event).entries != in_order


def test_equal_inputs_have_one_digest_and_other_inputs_another():
    event = a_checked_in_night(players=6)
    before = inputs(event)
    undo_check_in(registration_id=roster(event)[0].public_id, actor=SYSTEM)

    assert len({before.digest, inputs(event).digest, inputs(event, seed=6).digest}) == 3


def test_a_fed_stage_is_drawn_from_its_seeds_in_order():
    event = a_published_night(players=6)
    stage, (first, second, third) = play_off_stage(event), entries_of(event)[:3]
    StageEntry.objects.bulk_create(
        [
            StageEntry(stage=stage, entry=first, seed=2),
            StageEntry(stage=stage, entry=second, seed=1),
            StageEntry(stage=stage, entry=third, seed=3, is_out=True),
        ]
    )

    assert is_fed(stage)
    assert draw_inputs(stage, rng_seed=1).entries == (second.pk, first.pk)
