"""Real cases of heels, declared counts and muggins."""

from typing import Any

import pytest

from games.engine import commands as cmd
from games.engine import errors
from games.engine.legal import legal_commands
from games.engine.rules import Rules
from scoring.cards import PACK, Card
from tests.data_files import real_cases
from tests.games.engine.table import Table

pytestmark = pytest.mark.cases

SAID = {"go": "said", "first_deal": "assigned"}


@pytest.mark.parametrize("case", real_cases(kinds="d", ops=["heels_claim"]))
def test_heels_claimed_after_the_lead(case):
    is_strict = case["input"]["profile"].startswith("strict")
    heels = "before_lead" if is_strict else "before_dealer_card"
    table = Table(Rules.of(heels=heels, heels_grace=0, **SAID), 0).to_play(
        ["2C 3C 7D 8D", "KC 9C 4D 5D"], ["QC QD", "TC TD"], case["input"]["starter"]
    )
    table.play("KC")

    if is_strict:
        with pytest.raises(errors.ClaimWindowClosed):
            table.send(cmd.ClaimHeels(0))
    else:
        table.send(cmd.ClaimHeels(0))

    assert table.state.scores == (case["expected"]["heels_points"], 0)
    assert table.turn == 0


@pytest.mark.parametrize("case", real_cases(kinds="d", ops=["muggins_claim"]))
def test_right_claim_takes_the_lesser_and_a_false_one_pays(case):
    given, wanted = case["input"], case["expected"]
    missed = given.get("missed_points", 12 - given.get("claimed", 0))
    table = counting(SHOWN, muggins="show")
    before = table.state.scores

    table.send(cmd.Count(PONE, 12 - missed), cmd.Muggins(DEALER, given["caller_claims"]))

    gained = [now - then for now, then in zip(table.state.scores, before, strict=True)]
    assert gained[DEALER] == wanted["caller_points"]
    assert gained[PONE] == 12 - missed + wanted.get("penalty_to_opponent_if_acc", 0)


@pytest.mark.parametrize("case", real_cases(kinds="d", ops=["show_claim"]))
def test_count_is_never_more_than_there_is_and_cannot_be_mended_later(case):
    given, wanted = case["input"], case["expected"]
    hand, starter = given.get("hand"), given.get("starter")
    has_muggins = given["muggins"]
    shown = (" ".join(hand), starter) if hand else EIGHT
    options = {"muggins": "show", "overclaim": "correct"} if has_muggins else {}
    table = counting(shown, **options)
    before = table.state.scores

    table.send(cmd.Count(PONE, given["claimed"]))
    table.send(cmd.Count(DEALER, 0))
    if not has_muggins:
        with pytest.raises(errors.NotYourTurn):
            table.send(cmd.Count(PONE, given["claimed"] + given["late_claim"]))

    gained = [now - then for now, then in zip(table.state.scores, before, strict=True)]
    assert gained == [wanted["opponent_points"], wanted["scored"]]


@pytest.mark.parametrize("case", real_cases(kinds="d", ops=["muggins_window"]))
def test_muggins_in_the_play_is_lost_by_playing_on(case):
    assert case["input"]["muggins_in_play"]
    rules = Rules.of(counting="declared", muggins="show_and_play", **SAID)
    table = Table(rules, DEALER)
    table.to_play(["4C 9D KH QH", "3C 5H KD QD"], ["2C 2D", "7C 7D"], "8S")
    table.send(
        cmd.PlayCard(PONE, Card.parse("3C")),
        cmd.PlayCard(DEALER, Card.parse("4C")),
        cmd.PlayCard(PONE, Card.parse("5H")),
        cmd.PlayCard(DEALER, Card.parse("9D")),
    )

    with pytest.raises(errors.ClaimWindowClosed):
        table.send(cmd.Muggins(DEALER, 3, "5H"))

    assert table.state.scores == (case["expected"]["b_points"], case["expected"]["a_points"])


DEALER, PONE = 0, 1
SHOWN = ("3S 4S 5H KH", "5D")
EIGHT = ("7C 8D 8H KS", "2D")


def counting(shown: tuple[str, str], **options: Any) -> Table:
    """Play to where the pone counts this hand with this starter."""
    hand, starter = shown
    seen = {*hand.split(), starter}
    spare = [card.text for card in PACK if card.text not in seen and card.rank in (6, 9, 11)]
    rules = Rules.of(counting="declared", **SAID, **options)
    table = Table(rules, DEALER).to_play(
        [" ".join(spare[:4]), hand], [" ".join(spare[4:6]), " ".join(spare[6:8])], starter
    )
    while table.state.phase == "play":
        table.send(legal_commands(table.state, table.turn)[0])
    return table
