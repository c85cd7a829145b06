"""Whole games written as rows, read back and folded: byte for byte what was stored."""

import random

import pytest

from common.canonical import canonical
from games.codec import events_of, snapshot_of, verify_chain
from games.engine.engine import replay
from tests.games.engine.drawn import rules_by
from tests.games.engine.table import random_game
from tests.games.stored import written
from tests.pieces import share

PUSH, NIGHTLY = 200, 10_000


def check(seed):
    game, events, secrets = stored(seed)

    assert verify_chain(game, events, secrets) == []
    state = replay(events_of(events, secrets))
    assert canonical(snapshot_of(state)) == canonical(game.snapshot)


def stored(seed):
    return written(random_game(rules_by(random.Random(seed).choice), seed))


@pytest.mark.parametrize("hundred", range(0, PUSH, 100))
def test_a_game_folds_to_what_was_stored(hundred):
    for seed in range(hundred, hundred + 100):
        check(seed)


@pytest.mark.nightly
def test_ten_thousand_games_fold_to_what_was_stored():
    for seed in share(NIGHTLY):
        check(seed)


def test_a_projection_that_its_log_does_not_lead_to_is_found():
    game, events, secrets = stored(1)
    game.snapshot["winner"] = None

    assert verify_chain(game, events, secrets) == ["the game is not what its log leads to"]
