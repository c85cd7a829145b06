"""Pods: tables of three, each for itself, over so many games drawn at once.

Settings: ``games`` (6) and ``points`` for first, second and third at a table
(4, 2, 0). A table is always a single game.

Rule: docs/rules.md#pods
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations

from tournaments.errors import ConfigInvalid
from tournaments.formats.base import (
    EntrySide,
    Plan,
    PlannedMatch,
    PlannedRound,
    PlanRequest,
    Progress,
)
from tournaments.formats.charts import pods_from
from tournaments.formats.settings import match_settings, refuse_unknown, whole_number
from tournaments.matches import MatchFormat
from tournaments.pairing.checks import chart_checks
from tournaments.pairing.pods import Pod, PodRound, meetings, pod_rounds
from tournaments.pod_results import PLACE_POINTS, place_points

title = "Tables of three"
label = "Tables of three"
about = "Three play at each table, each for themselves."
fewest = 3
most_sides = 3
needs_results = False
takes_latecomers = True
is_knockout = False

GAMES = 6
MOST_GAMES = 99
SINGLE_GAME = MatchFormat()


def check_config(config: Mapping[str, object]) -> dict[str, object]:
    """Check the settings of pods and fill in what is left out.

    Args:
        config: ``games`` 1 to 99; ``points`` of three places, falling, the last
            two even together, so that two who share them get whole points.

    Returns:
        All settings.

    Raises:
        ConfigInvalid: an unknown setting, one that cannot be, or a match of
            more than one game.
    """
    refuse_unknown(config, "games", "points")
    match = match_settings(config, SINGLE_GAME)
    if match["best_of"] != 1:
        raise ConfigInvalid("Three at a table play a single game.", field="config.best_of")
    points = place_points(config.get("points", list(PLACE_POINTS)), field="config.points")
    return {
        "games": whole_number(config, "games", GAMES, least=1, most=MOST_GAMES),
        "points": list(points),
        **match,
    }


def plan(request: PlanRequest) -> Plan:
    """Plan all rounds, or what is left of them.

    Args:
        request: with ``history`` what is left is drawn anew for the entries
            named; what they played counts.

    Returns:
        The rounds still to come; notes name each repeat of two, or
        ``nobody_left`` and ``all_played`` when there is nothing to draw.

    Raises:
        PairingImpossible: fewer than three entries at the start.
        SameEntryTwice: an entry is named twice.
        ConfigInvalid: as ``check_config``.
    """
    games = whole_number(check_config(request.config), "games", GAMES, least=1, most=MOST_GAMES)
    played = pods_from(request.history)
    left = games - max((round_.number for round_ in played), default=0)
    if played and (left < 1 or len(request.entries) < 2):
        code = "nobody_left" if left > 0 else "all_played"
        return Plan((), "pods:search", chart_checks(played), ({"code": code},))
    drawn = _drawn(request, left, played)
    return Plan(
        tuple(_planned(drawn, meetings(played))),
        "pods:search",
        chart_checks([*played, *drawn]),
        tuple(_repeats(drawn, meetings(played))),
    )


def _drawn(request: PlanRequest, left: int, played: Sequence[PodRound]) -> tuple[PodRound, ...]:
    """Draw by places in the order given, not by keys: in another database the same."""
    known = [entry for round_ in played for table in round_.tables for entry in table.sides]
    order = list(dict.fromkeys([*request.entries, *known]))
    places = {entry: place for place, entry in enumerate(order, start=1)}
    drawn = pod_rounds(
        [places[entry] for entry in request.entries],
        left,
        played=_renamed(played, places),
        rng_seed=request.rng_seed,
    )
    return _renamed(drawn, dict(enumerate(order, start=1)))


def _renamed(rounds: Iterable[PodRound], names: Mapping[int, int]) -> tuple[PodRound, ...]:
    return tuple(
        PodRound(
            round_.number,
            tuple(
                Pod(table.number, tuple(names[e] for e in table.sides), names[table.first_dealer])
                for table in round_.tables
            ),
        )
        for round_ in rounds
    )


def is_over(progress: Progress) -> bool:
    """Say whether every table of every round has its result.

    Args:
        progress: rounds and results so far.

    Returns:
        True when nothing is left to play.
    """
    return progress.is_all_settled


def _planned(rounds: Sequence[PodRound], met: Counter[tuple[int, int]]) -> Iterable[PlannedRound]:
    for round_ in rounds:
        matches, seat = [], 1
        for table in round_.tables:
            pairs = list(combinations(sorted(table.sides), 2))
            met.update(pairs)
            matches.append(_match(table, seat, meeting=max(met[pair] for pair in pairs)))
            seat += len(table.sides)
        yield PlannedRound(round_.number, f"Game {round_.number}", tuple(matches))


def _match(table: Pod, seat: int, *, meeting: int) -> PlannedMatch:
    return PlannedMatch(
        number=table.number,
        sides=tuple(EntrySide(entry, at) for at, entry in enumerate(table.sides, start=seat)),
        table=table.number,
        first_dealer=table.sides.index(table.first_dealer) + 1,
        meeting=meeting,
    )


def _repeats(
    rounds: Sequence[PodRound], met: Counter[tuple[int, int]]
) -> Iterable[Mapping[str, object]]:
    for round_ in rounds:
        for table in round_.tables:
            for pair in combinations(sorted(table.sides), 2):
                met[pair] += 1
                if met[pair] > 1:
                    yield {"code": "repeat", "round": round_.number, "entries": list(pair)}
