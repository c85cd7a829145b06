"""What is said aloud at an event, act by act."""

import pytest

from games.engine import events as ev
from games.engine.calls import calls_of
from scoring.announce import GO, HEELS, announce_ending
from scoring.cards import Card

TEN = Card.parse("TH")


def said(*events):
    return [call and tuple(call) for call in calls_of(events)]


@pytest.mark.parametrize(
    ("event", "call"),
    [
        (ev.GoSaid(1), (1, GO)),
        (ev.PointsPegged(0, 2, 1, "go", (("go", 1),)), (2, announce_ending("go"))),
        (ev.PointsPegged(1, 1, 2, "heels", (("heels", 2),)), (1, HEELS)),
        (ev.PointsPegged(1, 1, 2, "start", (("start", 2),)), None),
        (ev.MugginsClaimed(1, 3, "right", 0, "hand"), (1, "muggins for three")),
        (ev.CountDeclared(0, "crib", 5, 0, 7), (0, "five")),
        (ev.CountDeclared(0, "crib", 0, 0, 7), (0, "nineteen")),
        (ev.CountDeclared(1, "hand", 12, 0, 12), (1, "twelve")),
        (ev.CountDeclared(1, "heels", 0, 0, 2), None),
    ],
)
def test_an_act_is_called_by_its_seat(event, call):
    assert said(event) == [call]


@pytest.mark.parametrize("pegged", [ev.PointsPegged, ev.PointsNotPegged])
def test_a_card_is_called_with_what_it_earns(pegged):
    fifteen = pegged(0, 0, 2, "play", (("fifteen", 2),))

    assert said(ev.CardPlayed(0, TEN, 15), fifteen)[0] == (0, "fifteen for two")
    assert said(ev.CardPlayed(0, TEN, 15))[0] == (0, "fifteen")
    other = pegged(1, 1, 2, "hand", (("fifteen", 2),))
    assert said(ev.CardPlayed(0, TEN, 15), other)[0] == (0, "fifteen")
