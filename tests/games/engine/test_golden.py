"""Whole games as text, one for every variant; changed only with review."""

from pathlib import Path

import pytest

from games.engine.notation import notate
from games.engine.rules import Rules
from games.engine.variants import VARIANTS
from tests.games.engine.table import random_game

GOLDEN = Path(__file__).parents[2] / "golden" / "games"
SEED = 184


def golden_game(key: str) -> str:
    rules = Rules.of(key, heels="before_lead", go="said", pre_deal_cut="required")
    return notate(random_game(rules, SEED).log)


@pytest.mark.parametrize("key", VARIANTS)
def test_game_reads_as_it_did(key):
    assert golden_game(key) == (GOLDEN / f"{key}.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize("key", VARIANTS)
def test_variant_is_registered_by_its_own_key(key):
    assert VARIANTS[key].key == key
