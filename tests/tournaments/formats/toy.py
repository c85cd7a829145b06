"""A format of the tests alone: neighbours of the standings meet, round by round.

What it takes to add a format: this module, and a line in the registry.
"""

from tournaments.formats.base import EntrySide, Plan, PlannedMatch, PlannedRound
from tournaments.formats.settings import match_settings, refuse_unknown, whole_number
from tournaments.matches import MatchFormat
from tournaments.pairing.checks import Checks

title = "Neighbours"
label = "Neighbours"
about = "Neighbours of the standings meet."
fewest = 2
most_sides = 2
needs_results = True
takes_latecomers = False
is_knockout = False


def check_config(config):
    refuse_unknown(config, "rounds")
    rounds = whole_number(config, "rounds", 3, least=1, most=9)
    return {"rounds": rounds, **match_settings(config, MatchFormat())}


def plan(request):
    number = len(request.history) + 1
    shift = (number - 1) % 2
    order = [*request.entries[shift:], *request.entries[:shift]]
    pairs = list(zip(order[::2], order[1::2], strict=False))
    matches = tuple(
        PlannedMatch(at, (EntrySide(one), EntrySide(other)), table=at, meeting=(number + 1) // 2)
        for at, (one, other) in enumerate(pairs, start=1)
    )
    rests = (order[-1],) if len(order) % 2 else ()
    round_ = PlannedRound(number, f"Round {number}", matches, rests)
    return Plan((round_,), "toy", Checks(), needs_results=True)


def is_over(progress):
    return len(progress.rounds) >= progress.config["rounds"]
