"""State after (wrong, correction) equals state after right from the start."""

import pytest

from tests.factories import SYSTEM, a_published_night, entries_of, first_stage, play_off_stage
from tests.tournaments.play import (
    HALF,
    draw_play_off,
    drawn_result,
    fresh,
    lines_of,
    matches_of,
    numbers,
    report,
    win,
)
from tournaments.chance import mixed
from tournaments.models import Match
from tournaments.selectors.brackets import bracket_of, playoff_places
from tournaments.selectors.standings import cut_of, standings_of
from tournaments.services.corrections import correct_result, retract_result
from tournaments.services.play_offs import record_cut_ruling

pytestmark = pytest.mark.django_db
SEEDS = range(8)


def correct(match, *games):
    return correct_result(
        match_id=match.public_id, actor=SYSTEM, games=list(games), reason="misread"
    )


def games_of(match, seed):
    """Three games of a match between the two who sit there, as many as decide it."""
    first, second = numbers(match)
    value = mixed(seed, "bracket", match.round.number, first, second)
    winner, loser = 1 + value % 2, 2 - value % 2
    close = [win(winner, 100), win(loser, 101), win(winner, 99)]
    return close if value & 8 else [win(winner, 95), win(winner, 97)]


def swapped(games):
    return [win(3 - game.winner, game.loser_score) for game in games]


def play_right(event, seed):
    for match in matches_of(event):
        report(match, drawn_result(match, seed))
    go_on(event)
    while ready := [m for m in matches_of(event, 2) if m.status == Match.Status.READY]:
        report(ready[0], *games_of(ready[0], seed))


def play_wrong_then_right(event, seed):
    """Some results are wrong at first; some of those are seen at once, some late."""
    late = []
    for match in matches_of(event):
        right, wrong = drawn_result(match, seed), drawn_result(match, seed, "wrong")
        kind = mixed(seed, "when", match.round.number, match.number) % 4
        report(match, right if kind == 0 or right == wrong else wrong)
        if kind in (1, 2) and right != wrong:
            correct(match, right)
        elif kind == 3 and right != wrong:
            late.append((match, right))
    for match, right in late:
        correct(match, right)
    go_on(event)
    while ready := [m for m in matches_of(event, 2) if m.status == Match.Status.READY]:
        wrong_then_right(ready[0], games_of(ready[0], seed), seed)


def wrong_then_right(match, games, seed):
    report(match, *swapped(games))
    if mixed(seed, "how", match.round.number, match.number) % 2:
        correct(match, *games)
    else:
        retract_result(match_id=match.public_id, actor=SYSTEM, reason="misread")
        report(fresh(match), *games)


def go_on(event):
    tied = cut_of(play_off_stage(event)).tied if cut_of(play_off_stage(event)).blocked else ()
    if tied:
        order = [entry.public_id for entry in tied]
        record_cut_ruling(event_id=event.public_id, actor=SYSTEM, order=order, reason="lot")
    draw_play_off(event, rng_seed=5)


def state_of(event):
    """Everything that follows from accepted claims, by numbers."""
    standings = standings_of(first_stage(event))
    matches = [*matches_of(event), *matches_of(event, 2)]
    return {
        "rows": [
            (row.entry.number, row.place, row.game_points, row.net_spread, row.qualified)
            for row in standings.rows
        ],
        "reasons": standings.reasons,
        "matches": [
            (numbers(match), match.status, match.outcome, match.winner) for match in matches
        ],
        "lines": [lines_of(match) for match in matches],
        "tallies": [
            [side.tally for side in match.sides]
            for round_ in bracket_of(play_off_stage(event)).rounds
            for match in round_.matches
        ],
        "places": [(place, entry.number) for place, entry in playoff_places(event)],
        "event": fresh(event).state,
    }


@pytest.mark.parametrize("seed", SEEDS)
def test_a_corrected_night_equals_one_that_was_right_from_the_start(seed):
    field = {"players": 5 + seed % 4, "games": 2 + seed % 2, "options": HALF, "rng_seed": seed + 1}
    right, mended = a_published_night(**field), a_published_night(**field)
    play_right(right, seed)
    play_wrong_then_right(mended, seed)

    assert state_of(mended) == state_of(right)
    assert state_of(right)["event"] == "review"
    assert len(entries_of(right)) == field["players"]
