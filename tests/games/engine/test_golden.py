"""Whole games as text, one for every variant; changed only with review."""

from pathlib import Path

import pytest

from games.engine.events import GoSaid, SeatTaken
from games.engine.notation import BrokenNotation, notate, read_notation
from games.engine.rules import PRESETS, Rules
from games.engine.rulings import Abandoned, Adjusted, DealVoided
from games.engine.variants import VARIANTS
from tests.games.engine.table import random_game
from tests.games.engine.worked import three_players, two_players

GOLDEN = Path(__file__).parents[2] / "golden" / "games"
SEED = 184
ENGINE_COUNTS = {"heels": "before_lead", "go": "said", "pre_deal_cut": "required"}
MUGGINS = {
    "heels": "before_dealer_card",
    "go": "said",
    "counting": "declared",
    "muggins": "show_and_play",
    "pre_deal_cut": "offered",
}


def by_name() -> dict[str, str]:
    counted = {key: Rules.of(key, **ENGINE_COUNTS) for key in VARIANTS}
    declared = {f"{key}-muggins": Rules.of(key, **MUGGINS) for key in VARIANTS}
    presets = {f"six_card-{key}": PRESETS[key] for key in ("strict",)}
    rules = counted | declared | presets
    games = {name: notate(random_game(rules[name], SEED).log) for name in rules}
    return games | {
        "six_card-worked-example": notate(two_players().log, with_calls=True),
        "three_hand-worked-example": notate(three_players().log, with_calls=True),
    }


GAMES = by_name()


@pytest.mark.parametrize("name", GAMES)
def test_game_reads_as_it_did(name):
    assert GAMES[name] == (GOLDEN / f"{name}.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", GAMES)
def test_text_is_read_back_to_the_same_events(name):
    events = read_notation(GAMES[name])

    assert notate(events, with_calls="worked" in name) == GAMES[name]


@pytest.mark.parametrize("key", VARIANTS)
def test_variant_is_registered_by_its_own_key(key):
    assert VARIANTS[key].key == key


@pytest.mark.parametrize(
    "line", ["", "1 a game", "   1  a game", "   1  game six_card to 121, 2 seats, first dealer"]
)
def test_text_that_is_no_game_is_refused(line):
    with pytest.raises(BrokenNotation):
        read_notation(line)


@pytest.mark.parametrize("line", ["0 eats a card now", "go", ""])
def test_line_that_is_no_event_is_refused(line):
    text = GAMES["six_card-worked-example"].splitlines()[0]

    with pytest.raises(BrokenNotation):
        read_notation(f"{text}\n   2  {line}")


REASONS = ["too few cards  -- dealt again", "shown  -- 0: fifteen for two", 'he said "ten"]: \\ [']


@pytest.mark.parametrize("reason", REASONS)
@pytest.mark.parametrize("with_calls", [False, True])
def test_ruling_is_read_back_whatever_its_reason(reason, with_calls):
    ruled = (Adjusted(1, 3, 7, reason, ("user:1",)), DealVoided(1, reason, ()), Abandoned(reason))
    log = (*read_notation(GAMES["three_hand-worked-example"]), *ruled)

    assert read_notation(notate(log, with_calls=with_calls)) == log


def test_game_of_ten_thousand_events_is_read_back():
    log = (*read_notation(GAMES["six_card-worked-example"]), *[GoSaid(0)] * 10_000)

    assert read_notation(notate(log, with_calls=True)) == log


def test_seat_that_accepted_by_another_digest_is_read_back():
    created, *_ = read_notation(GAMES["six_card-worked-example"])
    log = (created, SeatTaken(0, "0" * 64))

    assert read_notation(notate(log)) == log
