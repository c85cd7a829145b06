"""The registry of phases: who judges a command, and what the engine does next.

Commands that may come in any phase have a judge of their own, in ``ANY_TIME``.

A phase is two functions. ``judge`` adds the events of a command to a draft or
refuses it; ``go_on`` does one thing that the rules leave to the engine and says
whether it did. A later phase is a module and a line here.
"""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from games.engine import commands as cmd
from games.engine.commands import Command
from games.engine.draft import Draft
from games.engine.phases import (
    claims,
    cut_for_deal,
    deal,
    discard,
    opening,
    play,
    rulings,
    show,
    starter,
)


class Phase(NamedTuple):
    """The two functions of one phase; without the second the engine does nothing by itself."""

    judge: Callable[[Draft, Command], None]
    go_on: Callable[[Draft], bool] | None = None


PHASES: Mapping[str, Phase] = MappingProxyType(
    {
        "new": Phase(opening.judge_new),
        "seating": Phase(opening.judge_seating),
        "cut_for_deal": Phase(cut_for_deal.judge),
        "between_deals": Phase(deal.judge_between),
        "deal": Phase(deal.judge),
        "discard": Phase(discard.judge),
        "starter": Phase(starter.judge),
        "play": Phase(play.judge, play.go_on),
        "show": Phase(show.judge, show.go_on),
    }
)

ANY_TIME: Mapping[type[Command], Callable[[Draft, Any], None]] = MappingProxyType(
    {
        cmd.Muggins: claims.claim,
        cmd.Accept: claims.accept,
        cmd.EndWindow: claims.end_window,
        cmd.AskCut: rulings.ask_cut,
        cmd.Concede: rulings.concede,
        cmd.TimeOut: rulings.time_out,
        cmd.Abandon: rulings.abandon,
        cmd.ExtendClock: rulings.extend_clock,
        cmd.Adjust: rulings.adjust,
        cmd.VoidDeal: rulings.void_deal,
    }
)
