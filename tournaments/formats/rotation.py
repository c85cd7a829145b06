"""Rotation: so many games against so many opponents, on a chart drawn at once.

Settings, with what holds where they are left out:

============  ==================================================================
setting       meaning
============  ==================================================================
``games``     so many each (9)
``chart``     ``circle``, where one seat stays, or ``rows``, where a row stays
``sections``  so many charts side by side (1)
``anchor``    an entry that keeps its seat (none), beside those of the request
``sit_out``   what makes up for a sit-out: ``scored``, ``house_player``,
              ``extra_game``
============  ==================================================================

and those of a match (a single game). Nothing is planned that cannot be finished.

Rule: docs/rules.md#rotation
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import cast

from tournaments.errors import ConfigInvalid
from tournaments.formats.base import Plan, PlanRequest, Progress
from tournaments.formats.charts import chart_from, planned_from
from tournaments.formats.settings import match_settings, one_of, refuse_unknown, whole_number
from tournaments.matches import MatchFormat
from tournaments.pairing.charts import ChartRound
from tournaments.pairing.checks import chart_checks
from tournaments.pairing.extra_games import with_extra_games
from tournaments.pairing.finishable import WayOut, require_finishable
from tournaments.pairing.redraw import Relaxation, redraw
from tournaments.pairing.sections import ChartKind, room_chart

title = "Games"
label = "Rotation"
about = "Everybody plays so many games, each against somebody else."
fewest = 4
most_sides = 2
needs_results = False
takes_latecomers = True
is_knockout = False

GAMES = 9
MOST_GAMES = 99
MOST_SECTIONS = 50
SINGLE_GAME = MatchFormat()

Note = Mapping[str, object]


def check_config(config: Mapping[str, object]) -> dict[str, object]:
    """Check the settings of a rotation and fill in what is left out.

    Args:
        config: ``games`` 1 to 99, ``chart``, ``sections`` 1 to 50, ``anchor`` an
            entry or ``None``, ``sit_out``, a match's.

    Returns:
        All settings.

    Raises:
        ConfigInvalid: an unknown setting, or one out of range.
    """
    refuse_unknown(config, "games", "anchor", "chart", "sections", "sit_out")
    anchor = config.get("anchor")
    if anchor is not None and (not isinstance(anchor, int) or isinstance(anchor, bool)):
        raise ConfigInvalid("The anchor is an entry, or nobody.", field="config.anchor")
    return {
        "games": whole_number(config, "games", GAMES, least=1, most=MOST_GAMES),
        "anchor": anchor,
        "chart": one_of(config, "chart", ChartKind),
        "sections": whole_number(config, "sections", 1, least=1, most=MOST_SECTIONS),
        "sit_out": one_of(config, "sit_out", WayOut),
        **match_settings(config, SINGLE_GAME),
    }


def plan(request: PlanRequest) -> Plan:
    """Plan a whole rotation, or what is left of one.

    Args:
        request: with ``history`` or a ``chart`` what is left is drawn again for
            the entries named, and printed tables stay where they can.

    Returns:
        The rounds still to come; notes name each repeat, second sit-out and extra
        game, the tables kept by a second drawing, or ``nobody_left`` when there is nothing to pair.

    Raises:
        PairingImpossible: fewer than four entries at the start.
        SameEntryTwice: an entry is named twice.
        ConfigInvalid: as ``check_config``.
        NotFinishable: somebody would be short of a game.
    """
    config = check_config(request.config)
    anchors = tuple(
        dict.fromkeys(one for one in (config["anchor"], *request.anchors) if isinstance(one, int))
    )
    if request.history or request.chart:
        return _drawn_again(request, config, anchors)
    rounds = room_chart(
        request.entries,
        cast(int, config["games"]),
        chart=cast(ChartKind, config["chart"]),
        sections=cast(int, config["sections"]),
        anchors=anchors,
    )
    drawn = Plan(
        planned_from(rounds), f"rotation:{config['chart']}", chart_checks(rounds), _repeats(rounds)
    )
    return _finished(request, config, drawn)


def is_over(progress: Progress) -> bool:
    """Say whether every game of the chart has its result.

    Args:
        progress: rounds and results so far.

    Returns:
        True when nothing is left to play; a sit-out needs no result.
    """
    return progress.is_all_settled


def _drawn_again(
    request: PlanRequest, config: Mapping[str, object], anchors: Sequence[int]
) -> Plan:
    history = chart_from(request.history)
    left = cast(int, config["games"]) - max((round_.number for round_ in history), default=0)
    if len(request.entries) < 2 or left < 1:
        note = {"code": "nobody_left" if left > 0 else "all_played"}
        return Plan((), "rotation:redraw", chart_checks(history), (note,))
    drawn = redraw(
        history,
        request.entries,
        rounds=left,
        chart=chart_from(request.chart),
        rng_seed=request.rng_seed,
        anchors=anchors,
    )
    kept: Note = {"code": "kept_tables", "tables": drawn.kept}
    again = Plan(
        planned_from(drawn.rounds),
        "rotation:redraw",
        chart_checks([*history, *drawn.rounds]),
        (kept, *_relaxed(drawn.relaxations)),
    )
    return _finished(request, config, again)


def _finished(request: PlanRequest, config: Mapping[str, object], drawn: Plan) -> Plan:
    """Add extra games where they are the way out, and prove that everybody gets there."""
    way, games = cast(WayOut, config["sit_out"]), cast(int, config["games"])
    rounds = chart_from([*request.history, *drawn.rounds])
    played = len(request.history)
    extra: tuple[ChartRound, ...] = ()
    if way == "extra_game":
        extra, relaxed = with_extra_games(
            rounds, request.entries, games=games, played=played, rng_seed=request.rng_seed
        )
        notes = ({"code": "extra_game", "round": round_.number} for round_ in extra)
        drawn = replace(
            drawn,
            rounds=(*drawn.rounds, *planned_from(extra)),
            checks=chart_checks([*rounds, *extra]),
            notes=(*drawn.notes, *_relaxed(relaxed), *notes),
        )
    require_finishable([*rounds, *extra], request.entries, games=games, played=played, way=way)
    return drawn


def _relaxed(relaxations: Iterable[Relaxation]) -> tuple[Note, ...]:
    return tuple(
        {"code": one.what, "round": one.round, "entries": list(one.entries)} for one in relaxations
    )


def _repeats(rounds: Sequence[ChartRound]) -> tuple[Mapping[str, object], ...]:
    return tuple(
        {"code": "repeat", "round": round_.number, "entries": sorted(table.sides)}
        for round_ in rounds
        for table in round_.tables
        if table.meeting > 1
    )
