"""Rotation: so many games against so many opponents, on a chart drawn at once.

Settings: ``games`` (9), ``anchor`` (an entry that keeps its seat; none), and
those of a match (a single game).

Rule: docs/rules.md#rotation
"""

from collections.abc import Mapping, Sequence

from tournaments.errors import ConfigInvalid
from tournaments.formats.base import Plan, PlanRequest, Progress
from tournaments.formats.charts import chart_from, planned_from
from tournaments.formats.settings import match_settings, refuse_unknown, whole_number
from tournaments.matches import MatchFormat
from tournaments.pairing.charts import ChartRound
from tournaments.pairing.checks import chart_checks
from tournaments.pairing.redraw import redraw
from tournaments.pairing.rotation import rotation_chart

needs_results = False

GAMES = 9
MOST_GAMES = 99
SINGLE_GAME = MatchFormat()


def check_config(config: Mapping[str, object]) -> dict[str, object]:
    """Check the settings of a rotation and fill in what is left out.

    Args:
        config: ``games`` 1 to 99, ``anchor`` an entry or ``None``, a match's.

    Returns:
        All settings.

    Raises:
        ConfigInvalid: an unknown setting, or one out of range.
    """
    refuse_unknown(config, "games", "anchor")
    anchor = config.get("anchor")
    if anchor is not None and (not isinstance(anchor, int) or isinstance(anchor, bool)):
        raise ConfigInvalid("The anchor is an entry, or nobody.", field="config.anchor")
    return {
        "games": whole_number(config, "games", GAMES, least=1, most=MOST_GAMES),
        "anchor": anchor,
        **match_settings(config, SINGLE_GAME),
    }


def plan(request: PlanRequest) -> Plan:
    """Plan a whole rotation, or what is left of one.

    Args:
        request: with ``history`` or a ``chart`` what is left is drawn again for
            the entries named, and printed tables stay where they can.

    Returns:
        The rounds still to come; notes name each repeat and second sit-out of
        a second drawing, or ``nobody_left`` when there is nothing to pair.

    Raises:
        PairingImpossible: fewer than four entries at the start.
        SameEntryTwice: an entry is named twice.
        ConfigInvalid: as ``check_config``.
    """
    config = check_config(request.config)
    games = whole_number(config, "games", GAMES, least=1, most=MOST_GAMES)
    if request.history or request.chart:
        return _drawn_again(request, games)
    anchor = config["anchor"]
    rounds = rotation_chart(
        request.entries, games, anchor=anchor if isinstance(anchor, int) else None
    )
    return Plan(planned_from(rounds), "rotation:circle", chart_checks(rounds), _repeats(rounds))


def is_over(progress: Progress) -> bool:
    """Say whether every game of the chart has its result.

    Args:
        progress: rounds and results so far.

    Returns:
        True when nothing is left to play; a sit-out needs no result.
    """
    return all(
        (round_.number, match.number) in progress.settled
        for round_ in progress.rounds
        for match in round_.matches
        if match.kind == "pairing"
    )


def _drawn_again(request: PlanRequest, games: int) -> Plan:
    history = chart_from(request.history)
    left = games - max((round_.number for round_ in history), default=0)
    if len(request.entries) < 2 or left < 1:
        note = {"code": "nobody_left" if left > 0 else "all_played"}
        return Plan((), "rotation:redraw", chart_checks(history), (note,))
    drawn = redraw(
        history,
        request.entries,
        rounds=left,
        chart=chart_from(request.chart),
        rng_seed=request.rng_seed,
    )
    notes = [
        {"code": one.what, "round": one.round, "entries": list(one.entries)}
        for one in drawn.relaxations
    ]
    return Plan(
        planned_from(drawn.rounds),
        "rotation:redraw",
        chart_checks([*history, *drawn.rounds]),
        ({"code": "kept_tables", "tables": drawn.kept}, *notes),
    )


def _repeats(rounds: Sequence[ChartRound]) -> tuple[Mapping[str, object], ...]:
    return tuple(
        {"code": "repeat", "round": round_.number, "entries": sorted(table.sides)}
        for round_ in rounds
        for table in round_.tables
        if table.meeting > 1
    )
