"""Nights of pairs in tests: two partners are one side."""

from tests.factories import A_SEED, SYSTEM, a_checked_in_night, first_stage
from tournaments.models import Event
from tournaments.services.draw import generate_rounds, publish_rounds
from tournaments.services.pairs import draw_partners

PAIRS = {"rules": {"variant": "partnership"}}


def a_night_for_pairs(club=None, *, players=8, **values):
    """Make a night of pairs where everybody is there and nobody has a partner."""
    return a_checked_in_night(club, players=players, **{"options": PAIRS, **values})


def a_pairs_night(club=None, *, players=8, games=3, **values):
    """Make a published night of pairs, partners drawn by lot."""
    event = a_night_for_pairs(club, players=players, games=games, **values)
    draw_partners(event_id=event.public_id, actor=SYSTEM, rng_seed=A_SEED)
    generate_rounds(stage_id=first_stage(event).public_id, actor=SYSTEM, rng_seed=A_SEED)
    publish_rounds(stage_id=first_stage(event).public_id, actor=SYSTEM)
    return Event.objects.get(pk=event.pk)
