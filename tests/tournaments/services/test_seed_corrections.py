"""Seeds of play-offs after a correction of the games: they follow until published."""

import pytest

from tests.factories import SYSTEM, first_stage, play_off_stage
from tests.tournaments.play import (
    a_played_night,
    better_wins,
    draw_play_off,
    matches_of,
    numbers,
    win,
)
from tournaments.models import Stage, StageEntry
from tournaments.selectors.standings import standings_of
from tournaments.services.corrections import correct_result, retract_result
from tournaments.services.draw import generate_rounds
from tournaments.services.play_offs import seed_play_off

pytestmark = pytest.mark.django_db


def correct(match, game):
    correct_result(match_id=match.public_id, actor=SYSTEM, games=[game], reason="misread")


def seeds_of(event):
    seeded = StageEntry.objects.filter(stage=play_off_stage(event)).order_by("seed")
    return list(seeded.values_list("entry__number", flat=True))


def a_seeded_night():
    """Eight played three games, and four are seeded."""
    event = a_played_night()
    seed_play_off(stage_id=play_off_stage(event).public_id, actor=SYSTEM, rng_seed=7)
    return event


def lose_a_game(event, number):
    """Correct the first game that an entry won: it lost by 100."""
    match = next(m for m in matches_of(event) if m.winner and numbers(m)[m.winner - 1] == number)
    correct(match, win(3 - match.winner, 21))
    return match


def test_seeds_that_are_not_published_follow_a_correction():
    event = a_seeded_night()
    before = seeds_of(event)
    generate_rounds(stage_id=play_off_stage(event).public_id, actor=SYSTEM, rng_seed=1)

    lose_a_game(event, before[0])

    after = seeds_of(event)
    expected = [row.entry.number for row in standings_of(first_stage(event)).rows[:4]]
    assert (after == expected, before == after) == (True, False)
    assert set(play_off_stage(event).rounds.values_list("is_stale", flat=True)) == {True}


def test_a_published_bracket_stands_after_a_correction_of_the_games():
    event = a_played_night()
    draw_play_off(event)
    before = seeds_of(event)

    lose_a_game(event, before[0])

    assert seeds_of(event) == before
    assert standings_of(first_stage(event)).rows[0].entry.number != before[0]


def test_seeds_are_taken_back_while_a_game_is_open_again():
    event = a_seeded_night()

    retract_result(match_id=matches_of(event)[0].public_id, actor=SYSTEM, reason="replayed")

    assert (seeds_of(event), play_off_stage(event).state) == ([], Stage.State.PLANNED)


def test_a_correction_undone_leaves_all_as_it_was():
    event = a_seeded_night()
    seeds, rows = seeds_of(event), standings_of(first_stage(event)).rows

    match = lose_a_game(event, seeds[0])
    correct(match, better_wins(match))

    assert (seeds_of(event), standings_of(first_stage(event)).rows) == (seeds, rows)
