from games.engine import events as ev
from games.engine.draft import Draft
from games.engine.rules import Rules
from tests.games.engine.table import Table


def jumps(*points, **options):
    draft = Draft(Table(Rules.of(first_deal="assigned", **options)).state)
    found = []
    for number in points:
        draft.peg(0, number, "play", ())
        found.append(tuple(draft.state.pegs[0]))
    return draft, found


def test_score_is_a_jump_and_nothing_is_no_jump():
    draft, pegs = jumps(5, 0, 3, 12)

    assert pegs == [(0, 5), (0, 5), (5, 8), (8, 20)]
    assert len(draft.events) == 3


def test_pegs_stop_at_the_target_and_the_event_keeps_its_value():
    draft, pegs = jumps(12, start_pegs=(118, 104))

    assert pegs == [(118, 121)]
    assert draft.events == [
        ev.PointsPegged(0, 0, 12, "play", ()),
        ev.GameWon(0, (0, 0)),
    ]


def test_state_given_stays_as_it_is():
    state = Table().state
    Draft(state).peg(1, 5, "play", ())

    assert state.scores == (0, 0)
