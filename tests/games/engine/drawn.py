"""Rules drawn by hypothesis, and what every state of a game must keep to."""

import json
import re
from collections.abc import Callable, Sequence
from itertools import chain, pairwise
from typing import Any

from hypothesis import strategies as st

from games.engine.events import DealStarted, Event, GameWon
from games.engine.evolving import evolve
from games.engine.plain import event_to_plain
from games.engine.rules import Rules
from games.engine.state import NEW, State
from games.engine.variants import VARIANTS
from games.engine.view import Seat, Spectator, project, project_events

_CARD = re.compile('"([A23456789TJQK][CDHS])"')

COUNTING = (
    {},
    {"counting": "declared"},
    {"counting": "declared", "overclaim": "refuse"},
    {"counting": "declared", "declaration": "until_next_stage"},
    {"counting": "declared", "muggins": "show"},
    {"counting": "declared", "muggins": "show", "declaration": "until_next_stage"},
    {"counting": "declared", "muggins": "show_and_play", "overclaim": "correct"},
    {"counting": "declared", "muggins": "show_and_play"},
)
HEELS = (
    {},
    {"heels": "before_lead"},
    {"heels": "before_lead", "heels_grace": 0},
    {"heels": "before_dealer_card"},
)


@st.composite
def drawn_rules(draw: st.DrawFn) -> Rules:
    """Draw a variant, counting, heels, muggins, and often a small target."""
    return rules_by(lambda options: draw(st.sampled_from(options)))


def rules_by(choose: Callable[[Sequence[Any]], Any]) -> Rules:
    """Choose each option of the rules."""
    counting, heels = choose(COUNTING), choose(HEELS)
    options = {
        "go": choose(["auto", "said"]),
        "first_deal": choose(["cut", "assigned"]),
        "pre_deal_cut": choose(["off", "offered", "required"]),
        "target": choose([11, 31, 61, 121]),
        "exact_finish": choose([False, True]),
        "allow_concede": choose([False, True]),
    }
    if heels and "muggins" in counting:
        options["muggins_heels"] = choose([False, True])
    return Rules.of(choose(list(VARIANTS)), **counting, **heels, **options)


def check_cards(state: State) -> None:
    """No card is in two places, and the count is that of the pile."""
    deal = state.deal
    if deal is None or not deal.held:
        return
    kept = chain(*deal.held, *(cards or () for cards in deal.discards))
    seen = [*kept, *(card for _seat, card in deal.laid), *deal.to_crib]
    seen += [deal.starter] if deal.starter else []
    numbers = state.rules.numbers
    dealt = numbers.seats * numbers.dealt + numbers.dealer_extra + numbers.to_crib
    assert len(seen) == len(set(seen)) == dealt + bool(deal.starter)
    assert deal.count == sum(card.value for card in deal.pile) <= 31


def check_end(state: State) -> None:
    """The game is over exactly when a side is on the target, or it ended another way."""
    is_out = state.rules.target in state.scores
    assert max(state.scores, default=0) <= state.rules.target
    assert state.is_over == (is_out or state.ended_by in ("concession", "time", "abandonment"))
    assert state.is_over == bool(state.ended_by)
    if state.ended_by == "target":
        assert state.scores[state.winner] == state.rules.target
        assert list(state.scores).count(state.rules.target) == 1


def check_won_at_once(log: Sequence[Event]) -> None:
    """Whatever brings a side to the target is followed by its win, and by nothing else."""
    state = NEW
    for event, following in pairwise(log):
        state = evolve(state, event)
        is_out = state.rules.target in state.scores and not state.is_over
        assert is_out == (isinstance(following, GameWon) and not state.ended_by), following


def viewers(state: State) -> list[Seat | Spectator]:
    """Everybody who looks on; after the end those who did not play."""
    seats = [] if state.is_over else [Seat(seat) for seat in range(state.seats)]
    return [*seats, Spectator()]


def check_view(state: State, log: list[Event], viewer: Seat | Spectator) -> None:
    """A viewer is not shown a card that is hidden from him, or what a count is worth."""
    shown = project(state, viewer)
    events = project_events(_of_this_deal(log[-9:]), viewer)
    assert not texts([shown, events]) & hidden(state, log, viewer)
    assert not any("worth" in event for event in events)
    counts = shown["deal"]["counts"] if shown["deal"] else []
    if counts and shown["deal"]["windows"]:
        assert counts[-1]["worth"] is None


def hidden(state: State, log: list[Event], viewer: Seat | Spectator) -> set[str]:
    """Cards of the deal that nobody has shown this viewer."""
    deal = state.deal
    if deal is None or not deal.held:
        return set()
    own = None if isinstance(viewer, Spectator) else viewer.seat
    secret = set(deal.to_crib)
    for seat, held in enumerate(deal.held):
        if seat != own:
            secret |= {*held, *(deal.discards[seat] or ())}
        elif deal.discards[seat]:
            secret -= set(deal.discards[seat])
    recent = texts([event_to_plain(event).public for event in _of_this_deal(log[-9:])])
    laid_open = {cut[1].text for cut in state.cuts if cut} | recent
    places = [(deal.dealer + 1 + place) % state.seats for place in range(deal.shown)]
    for seat in places[: state.seats]:
        laid_open |= {card.text for card in deal.hand_of(seat)}
    if deal.shown > state.seats:
        laid_open |= {card.text for card in deal.crib}
    return {card.text for card in secret} - laid_open


def _of_this_deal(events: list[Event]) -> list[Event]:
    """Leave out what was seen of an earlier deal: its cards may be held again."""
    starts = [place for place, event in enumerate(events) if isinstance(event, DealStarted)]
    return events[starts[-1] :] if starts else events


def texts(value: object) -> set[str]:
    """All card texts anywhere in plain values."""
    return set(_CARD.findall(json.dumps(value)))
