"""Games drawn step by step: whatever is sent, the invariants hold."""

import random
from collections import Counter

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from games.engine import commands as cmd
from games.engine.engine import handle, replay
from games.engine.plain import state_to_plain
from games.engine.rulings import Adjusted, DealVoided
from games.engine.variants import VARIANTS
from scoring.cards import PACK
from scoring.errors import CribbageError
from tests.games.engine import drawn
from tests.games.engine.table import Table, choices, said
from tests.pieces import share

RULING = 50
"""One step of so many is a ruling."""


class GameMachine(RuleBasedStateMachine):
    """One game of drawn rules."""

    def __init__(self):
        super().__init__()
        self.table = None

    @initialize(rules=drawn.drawn_rules(), seed=st.integers(0, 2**32))
    def open(self, rules, seed):
        self.chance = random.Random(seed)
        self.table = Table(rules, 0 if rules.first_deal == "assigned" else None).sit()
        self.scores = self.table.state.scores
        self.told = self.steps = 0
        self.held = []

    def hold(self):
        """Keep the state as somebody may, and what it is, for good."""
        state = self.table.state
        self.held.append((state, state_to_plain(state)))
        return state, self.held[-1][1]

    def serve(self):
        state, before = self.hold()
        self.table.serve(lambda: self.chance.sample(PACK, 52))
        assert state_to_plain(state) == before

    @rule(pick=st.integers(0, 2**16))
    def act(self, pick):
        self.steps += 1
        self.serve()
        state = self.table.state
        if state.is_over:
            return
        found = choices(state)
        assert found, state.awaits
        if pick % RULING == 0:
            found = self.rulings()
        state, before = self.hold()
        self.table.send(said(state, found[pick % len(found)], self.chance))
        assert state_to_plain(state) == before
        check_apart(state, self.table.state)

    def rulings(self):
        sides = self.table.rules.numbers.sides
        found = [cmd.ExtendClock(60), cmd.Adjust(sides - 1, 0, 3, "miscounted")]
        if self.table.state.phase in ("discard", "starter", "play", "show"):
            found.append(cmd.VoidDeal("a card was shown"))
        return found

    @rule(seat=st.integers(-1, 4), card=st.sampled_from(PACK), number=st.integers(0, 30))
    def try_anything(self, seat, card, number):
        self.steps += 1
        state, before = self.hold()
        command = self.chance.choice(anything(seat, card, number))
        try:
            check_apart(state, handle(state, command)[1])
        except CribbageError as refusal:
            assert drawn.texts(refusal.context) <= own_cards(state, seat)
        assert state_to_plain(state) == before

    @invariant()
    def holds(self):
        if self.table is None:
            return
        state = self.table.state
        drawn.check_cards(state)
        drawn.check_end(state)
        # A command, a deadline, or the service goes on: a game never stands still.
        assert state.is_over or state.awaits.is_owed_by_service or choices(state)
        new = self.table.log[self.told :]
        if not any(isinstance(event, Adjusted | DealVoided) for event in new):
            assert all(map(int.__le__, self.scores, state.scores))
        if new:
            viewer = self.chance.choice(drawn.viewers(state))
            drawn.check_view(state, self.table.log, viewer)
        self.scores, self.told = state.scores, len(self.table.log)

    def teardown(self):
        if self.table is not None:
            assert all(state_to_plain(state) == plain for state, plain in self.held)
            assert replay(self.table.log) == self.table.state
            drawn.check_won_at_once(self.table.log)
            DRAWN[self.table.rules.variant] += 1
            STEPS.append(self.steps)


def check_apart(before, after):
    """What events may yet change in one state is no part of the other."""
    assert after is not before
    assert after.deal is None or after.deal is not before.deal


def anything(seat, card, number):
    return [
        cmd.PlayCard(seat, card),
        cmd.PlayCard(seat, card, number),
        cmd.SayGo(seat),
        cmd.Count(seat, number),
        cmd.Muggins(seat, number),
        cmd.Accept(seat),
        cmd.ClaimHeels(seat),
        cmd.WaiveHeels(seat),
        cmd.Discard(seat, (card,)),
        cmd.Cut(seat, number, card),
        cmd.Nonce(seat, "0" * number),
        cmd.Concede(seat),
        cmd.AskCut(seat),
        cmd.TakeSeat(seat, "0" * 64),
        cmd.EndWindow(),
        cmd.TimeOut(seat),
        cmd.Abandon("nobody came"),
        cmd.ExtendClock(number),
        cmd.Adjust(seat, min(number, 7), number, "miscounted"),
        cmd.VoidDeal("a card was shown" if number % 2 else " "),
        cmd.ShufflePack("0" * 64),
        cmd.StartDeal("0" * 64),
    ]


def own_cards(state, seat):
    if state.deal is None or not 0 <= seat < len(state.deal.held):
        return set()
    return {card.text for card in state.deal.held[seat]}


DRAWN: Counter[str] = Counter()
STEPS: list[int] = []
RUNS, LONG = 300, 20_000


class TestGame(GameMachine.TestCase):
    settings = settings(max_examples=RUNS, stateful_step_count=80, deadline=None)

    def runTest(self):
        """Settings of a machine have been overlooked before: count what ran."""
        DRAWN.clear()
        STEPS.clear()
        super().runTest()
        assert len(STEPS) >= RUNS
        assert sum(STEPS) / len(STEPS) > 70
        assert set(DRAWN) == set(VARIANTS)


@pytest.mark.nightly
class TestGameForLong(GameMachine.TestCase):
    settings = settings(max_examples=len(share(LONG)), stateful_step_count=80, deadline=None)
