"""The acceptance lines of counting, the end and what is said, by their numbers."""

import random
import re
from dataclasses import replace

import pytest

from games.engine import commands as cmd
from games.engine import errors
from games.engine.calls import calls_of
from games.engine.draft import Draft
from games.engine.engine import handle
from games.engine.phases.show import counted
from games.engine.rules import Rules
from games.engine.variants import VARIANTS
from games.engine.view import Seat, Spectator, project_events
from scoring.cards import PACK
from tests.games.engine.counting import DEALER, PONE, at_the_show, gained
from tests.games.engine.drawn import check_view
from tests.games.engine.table import COMMITMENT, Table, random_game
from tests.games.engine.worked import two_players

SAID = {"first_deal": "assigned", "go": "said"}


@pytest.mark.parametrize(
    ("start", "declared", "claimed", "points"),
    [
        (70, 5, 6, (4, 0)),
        (70, 5, 3, (3, 0)),
        (119, 5, 4, (2, 0)),
        (70, 9, 2, (0, 2)),
    ],
)
def test_ac_33_muggins(start, declared, claimed, points):
    table = at_the_show((start - 4, 0), muggins="show")
    table.send(cmd.Adjust(DEALER, 0, start, "as the example has it"), cmd.Count(PONE, declared))

    assert gained(table, cmd.Muggins(DEALER, claimed)) == points
    assert table.state.is_over == (start == 119)


def test_ac_34_without_muggins_nobody_gets_what_was_missed():
    table = at_the_show()

    assert gained(table, cmd.Count(PONE, 5)) == (0, 5)
    assert gained(table, cmd.Count(DEALER, 0)) == (0, 0)


@pytest.mark.parametrize(
    ("start", "points", "score"),
    [(120, 1, 121), (120, 2, 120), (120, 9, 120), (119, 2, 121), (119, 3, 119), (112, 9, 121)],
)
def test_ac_35_exact_finish(start, points, score):
    table = Table(Rules.of(exact_finish=True, start_pegs=(start, 0), first_deal="assigned"))
    draft = Draft(table.state)
    draft.peg(0, points, "hand", ())

    assert draft.state.scores[0] == score


def test_ac_36_each_score_is_one_jump_of_two_pegs():
    draft = Draft(Table(Rules.of(first_deal="assigned")).state)
    found = []
    for points in (5, 0, 3, 12):
        draft.peg(0, points, "play", ())
        found.append(tuple(draft.state.pegs[0]))

    assert found == [(0, 5), (0, 5), (5, 8), (8, 20)]


@pytest.mark.parametrize(("deals", "more"), [(7, 1), (8, 0), (9, 1)])
def test_ac_37_first_dealer_has_the_odd_crib(deals, more):
    table = Table(Rules.of(first_deal="assigned"), 0).sit()
    dealers = []
    for _deal in range(deals):
        table.send(cmd.StartDeal(COMMITMENT))
        dealers.append(table.state.dealing.dealer)
        table.state = replace(table.state, phase="between_deals")

    assert dealers.count(0) - dealers.count(1) == more


def test_ac_38_calls_are_what_is_pegged():
    log = two_players().log
    words = [call.words for event, call in zip(log, calls_of(log), strict=True) if call]

    assert words[:9] == [
        "ten",
        "fifteen for two",
        "twenty-two",
        "twenty-eight and a run of three",
        "go",
        "thirty and one for go",
        "six",
        "ten",
        "fourteen and a pair for two and one for last, makes three",
    ]
    assert [re.split(", |makes ", line)[-1] for line in words[9:]] == ["nine", "twelve", "six"]


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("variant", VARIANTS)
def test_ac_39_no_hidden_card_is_in_any_answer(variant, seed):
    rules = Rules.of(variant, go="said", target=31)

    def watch(table):
        seats = [] if table.state.is_over else [Seat(seat) for seat in range(table.state.seats)]
        for viewer in (*seats, Spectator()):
            check_view(table.state, table.log, viewer)

    random_game(rules, seed, watch=watch)


@pytest.mark.parametrize(
    ("start", "overclaim", "declared", "points"),
    [
        (70, "award", 12, (3, 9)),
        (70, "award", 29, (20, 9)),
        (119, "award", 12, (2, 9)),
        (70, "correct", 12, (0, 9)),
        (70, "correct", 29, (0, 9)),
    ],
)
def test_ac_40_overclaims_are_priced(start, overclaim, declared, points):
    table = at_the_show(overclaim=overclaim)
    table.send(cmd.Adjust(DEALER, 0, start, "as the example has it"))

    assert gained(table, cmd.Count(PONE, declared)) == points
    assert table.state.is_over == (start == 119)


def test_ac_40_overclaims_are_refused():
    table = at_the_show(overclaim="refuse")
    before = table.state
    with pytest.raises(errors.Overclaim):
        table.send(cmd.Count(PONE, 12))

    assert table.state == before
    with pytest.raises(errors.RulesInvalid):
        Rules.of(counting="declared", muggins="show", overclaim="refuse")


def test_ac_40_always_saying_twenty_nine_never_gains():
    chance = random.Random(40)
    state = at_the_show().state
    for _hand in range(10_000):
        *hand, starter = chance.sample(PACK, 5)
        laid = tuple((seat, card) for seat, card in state.dealing.laid if seat == DEALER)
        held = (state.dealing.held[0], frozenset(hand))
        deal = replace(state.dealing, held=held, laid=laid, starter=starter)
        counting = replace(state, deal=deal)
        worth = sum(points for _kind, points in counted(deal, 0)[2])

        assert lead(counting, 29) <= lead(counting, worth) == worth


def lead(state, points):
    """Say how far the pone is ahead of the dealer by this count."""
    after = handle(state, cmd.Count(PONE, points))[1]
    before = state.scores[PONE] - state.scores[DEALER]
    return after.scores[PONE] - after.scores[DEALER] - before


def test_events_of_a_count_never_hold_its_worth():
    table = at_the_show(muggins="show")
    table.send(cmd.Count(PONE, 5))

    for viewer in (Seat(DEALER), Seat(PONE), Spectator()):
        shown = project_events(table.log, viewer)[-2:]
        assert [event["type"] for event in shown] == ["count_declared", "points_pegged"]
        assert "worth" not in shown[0]
