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

    def serve(self):
        self.table.serve(lambda: self.chance.sample(PACK, 52))

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
        before = state_to_plain(state)
        self.table.send(said(state, found[pick % len(found)], self.chance))
        assert state_to_plain(state) == before

    def rulings(self):
        sides = self.table.rules.numbers.sides
        found = [cmd.ExtendClock(60), cmd.Adjust(sides - 1, 0, 3, "miscounted")]
        if self.table.state.phase in ("discard", "starter", "play", "show"):
            found.append(cmd.VoidDeal("a card was shown"))
        return found

    @rule(seat=st.integers(-1, 4), card=st.sampled_from(PACK), number=st.integers(0, 30))
    def try_anything(self, seat, card, number):
        self.steps += 1
        state = self.table.state
        before = state_to_plain(state)
        command = self.chance.choice(anything(seat, card, number))
        try:
            handle(state, command)
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
            assert replay(self.table.log) == self.table.state
            drawn.check_won_at_once(self.table.log)
            DRAWN[self.table.rules.variant] += 1
            STEPS.append(self.steps)


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
