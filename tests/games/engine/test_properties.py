"""What holds for every game, whatever is played."""

import json
from functools import reduce
from itertools import chain, pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine import commands as cmd
from games.engine.engine import decide, evolve, handle, replay
from games.engine.errors import RuleViolation
from games.engine.events import NAMES, CountEnded
from games.engine.legal import legal_commands
from games.engine.plain import event_from_plain, event_to_plain, state_from_plain, state_to_plain
from games.engine.rules import PRESETS, Rules
from games.engine.view import Participant, Seat, Spectator, project, project_events
from scoring.cards import PACK
from scoring.errors import CribbageError
from tests.games.engine.table import Table, choices, random_game

rules = st.builds(
    Rules.of,
    heels=st.sampled_from(["auto", "before_lead"]),
    heels_grace=st.sampled_from([0, 5]),
    go=st.sampled_from(["auto", "said"]),
    first_deal=st.sampled_from(["cut", "assigned"]),
    pre_deal_cut=st.sampled_from(["off", "required"]),
    target=st.sampled_from([11, 31, 61, 121]),
)
seeds = st.integers(0, 2**32)
games = settings(max_examples=15, deadline=None)


@games
@given(rules, seeds)
def test_cards_partition_and_numbers_stay_within_bounds(rules, seed):
    fronts = []

    def watch(table):
        deal = table.state.deal
        fronts.append(table.state.scores)
        if deal is None or not deal.held:
            return
        kept = chain(*deal.held, *(cards or () for cards in deal.discards))
        seen = [*kept, *(card for _seat, card in deal.laid)]
        seen += [deal.starter] if deal.starter else []
        assert len(seen) == len(set(seen)) == 12 + bool(deal.starter)
        assert deal.count == sum(card.value for card in deal.pile) <= 31

    table = random_game(rules, seed, watch=watch)

    for before, after in pairwise(fronts):
        assert all(low <= high <= rules.target for low, high in zip(before, after, strict=True))
    assert table.state.scores[table.state.winner] == rules.target
    assert list(table.state.scores).count(rules.target) == 1
    assert table.state.dealing.number <= 60


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
        for seat in range(state.seats):
            legal = set(legal_commands(state, seat))
            for command in every_command(table, seat):
                if uncut(command) not in legal:
                    refuse(state, command)

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
    ]


def uncut(command: cmd.SeatCommand) -> cmd.SeatCommand:
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
def test_no_projection_holds_a_card_its_viewer_may_not_see(rules, seed):
    def watch(table):
        for viewer in (Seat(0), Seat(1), Spectator()):
            shown = texts([project(table.state, viewer), project_events(table.log[-9:], viewer)])
            assert not shown & hidden(table, viewer)

    random_game(rules, seed, watch=watch)


def hidden(table: Table, viewer: Seat | Spectator) -> set[str]:
    """Cards of the running deal that nobody has shown this viewer."""
    state = table.state
    deal = state.deal
    if state.phase not in ("discard", "starter", "play") or deal is None or state.is_over:
        return set()
    # The deal before was shown, and its cards may be held again.
    recent = texts([event_to_plain(event).public for event in table.log[-9:]])
    own = set() if isinstance(viewer, Spectator) else {viewer.seat}
    secret = [
        card
        for seat in range(state.seats)
        if seat not in own
        for card in (*deal.held[seat], *(deal.discards[seat] or ()))
    ]
    return {card.text for card in secret} - recent - {cut[1].text for cut in state.cuts if cut}


def texts(value: object) -> set[str]:
    text = json.dumps(value)
    return {card.text for card in PACK if f'"{card.text}"' in text}


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


def test_every_kind_of_event_happens():
    kinds = set()
    for key, seed in [(key, seed) for key in PRESETS for seed in range(6)]:
        kinds |= {type(event) for event in random_game(PRESETS[key], seed).log}
    cut = Rules.of(first_deal="assigned", pre_deal_cut="required", target=11)
    kinds |= {type(event) for event in random_game(cut, 0).log}

    tied = {name for cls, name in NAMES.items() if cls not in kinds}
    assert tied <= {"cut_tied"}


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
