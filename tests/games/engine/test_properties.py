"""What holds for every game, whatever is played."""

import json
from functools import reduce

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine import commands as cmd
from games.engine.engine import NEW, decide, evolve, handle, replay
from games.engine.errors import RuleViolation
from games.engine.events import NAMES, CountEnded
from games.engine.legal import legal_commands
from games.engine.plain import event_from_plain, event_to_plain, state_from_plain, state_to_plain
from games.engine.rules import PRESETS, Rules
from games.engine.view import Participant, project_events
from scoring.cards import PACK
from scoring.errors import CribbageError
from tests.games.engine.drawn import check_end, drawn_rules
from tests.games.engine.table import Table, choices, random_game

rules = drawn_rules()
seeds = st.integers(0, 2**32)
games = settings(max_examples=15, deadline=None)


@games
@given(rules, seeds)
def test_random_legal_players_finish_within_sixty_deals(rules, seed):
    table = random_game(rules, seed)

    check_end(table.state)
    assert table.state.deal is None or table.state.dealing.number <= 60


@games
@given(rules, seeds)
def test_log_is_the_game(rules, seed):
    table = random_game(rules, seed)

    assert replay(table.log) == table.state
    assert table.state.version == len(table.log)


@games
@given(rules, seeds)
def test_log_and_snapshot_come_back_from_json(rules, seed):
    states = []
    table = random_game(rules, seed, watch=lambda table: states.append(table.state))

    for event in table.log:
        public, private = json.loads(json.dumps(event_to_plain(event)))
        assert event_from_plain(public, private) == event
    for state in states:
        assert state_from_plain(json.loads(json.dumps(state_to_plain(state)))) == state


@games
@given(rules, seeds)
def test_somebody_can_always_act(rules, seed):
    def watch(table):
        state = table.state
        assert state.is_over or choices(state), state.awaits
        if state.awaits.what not in ("nothing", "heels"):
            assert all(legal_commands(state, seat) for seat in state.awaits.seats)

    random_game(rules, seed, watch=watch)


@settings(max_examples=6, deadline=None)
@given(rules, seeds)
def test_what_is_not_listed_as_legal_is_refused_and_changes_nothing(rules, seed):
    def watch(table):
        state = table.state
        if state.version % 5:  # each state would take long
            return
        for seat in range(state.seats):
            legal = {uncut(command) for command in legal_commands(state, seat)}
            for command in every_command(table, seat):
                if uncut(command) not in legal:
                    refuse(state, command)
                elif not isinstance(command, cmd.Cut):
                    assert decide(state, command)

    random_game(rules, seed, watch=watch)


def every_command(table: Table, seat: int) -> list[cmd.SeatCommand]:
    return [
        *(cmd.PlayCard(seat, card) for card in PACK[::5]),
        *(cmd.Cut(seat, place, PACK[0]) for place in (-1, 0, 3, 4, 36, 37, 52)),
        cmd.SayGo(seat),
        cmd.ClaimHeels(seat),
        cmd.WaiveHeels(seat),
        cmd.Nonce(seat, "0" * 16),
        cmd.Discard(seat, PACK[seat : seat + 2]),
        cmd.TakeSeat(seat, table.rules.digest),
        cmd.Accept(seat),
    ]


def uncut(command: cmd.SeatCommand) -> cmd.SeatCommand:
    if isinstance(command, cmd.PlayCard):
        return cmd.PlayCard(command.seat, command.card)
    if isinstance(command, cmd.Cut):
        return cmd.Cut(command.seat, command.index)
    if isinstance(command, cmd.Discard):
        return cmd.Discard(command.seat, tuple(sorted(command.cards)))
    return command


def refuse(state, command):
    before = state_to_plain(state)
    with pytest.raises(CribbageError):
        decide(state, command)
    assert state_to_plain(state) == before


@games
@given(rules, seeds)
def test_deciding_and_handling_agree(rules, seed):
    def watch(table):
        for command in choices(table.state)[:2]:
            if isinstance(command, cmd.Cut):
                continue
            events, after = handle(table.state, command)
            assert decide(table.state, command) == events
            assert reduce(evolve, events, table.state) == after

    random_game(rules, seed, watch=watch)


def test_every_kind_of_event_of_play_happens():
    kinds = set()
    for key, seed in [(key, seed) for key in PRESETS for seed in range(3)]:
        kinds |= {type(event) for event in random_game(PRESETS[key], seed).log}
    muggins = Rules.of(
        "three_hand", heels="before_lead", counting="declared", muggins="show", exact_finish=True
    )
    for seed in range(10):
        kinds |= {type(event) for event in random_game(muggins, seed).log}

    rulings = {"conceded", "timed_out", "adjusted", "deal_voided", "clock_extended", "abandoned"}
    assert {name for cls, name in NAMES.items() if cls not in kinds} <= rulings | {"cut_tied"}


def test_refusal_of_the_engine_has_a_stable_code():
    table = Table().sit()
    with pytest.raises(RuleViolation) as refusal:
        handle(table.state, cmd.SayGo(0))
    assert (refusal.value.code, refusal.value.kind) == ("wrong_phase", "state")


def test_participant_sees_every_hidden_part_after_the_end():
    table = random_game(Rules.of(first_deal="assigned", target=11), 1)

    shown = project_events(table.log, Participant(0))
    dealt = next(event for event in shown if event["type"] == "cards_dealt")
    assert set(dealt["hidden"]) == {"0", "1"}
    assert any(isinstance(event, CountEnded) for event in table.log)


@games
@given(rules, seeds)
def test_no_event_changes_a_state_that_somebody_holds(rules, seed):
    log = random_game(rules, seed).log
    held, before = NEW, []
    for event in log:
        before.append((held, state_to_plain(held)))
        held = evolve(held, event)

    assert [state_to_plain(state) for state, _plain in before] == [
        plain for _state, plain in before
    ]
    assert held == replay(log)
    assert NEW.version == 0
