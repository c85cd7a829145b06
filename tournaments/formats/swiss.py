"""Swiss: every round those of equal score meet, and nobody meets twice.

Settings: ``rounds`` (as many as leave one unbeaten), ``pattern`` of a score group
(``slide``), ``avoid``: what makes two rather not meet (``household``, ``team``,
``lately``), ``avoid_nights``: how many nights back is lately (1),
``allow_open_results``: whether a round may be published over an open match (no),
and those of a match (a single game). What a sit-out is worth, the event says.

Rule: docs/rules.md#swiss
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import cast

from tournaments.errors import ConfigInvalid
from tournaments.formats.base import (
    EntrySide,
    Plan,
    PlannedMatch,
    PlannedRound,
    PlanRequest,
    Progress,
)
from tournaments.formats.charts import chart_from
from tournaments.formats.settings import (
    match_settings,
    one_of,
    refuse_unknown,
    whole_number,
    yes_or_no,
)
from tournaments.matches import MatchFormat
from tournaments.pairing.charts import ChartRound, Table
from tournaments.pairing.checks import chart_checks
from tournaments.pairing.criteria import Pattern
from tournaments.pairing.situation import Situation
from tournaments.pairing.swiss import SwissRound, judge_round, pair_round

title = "Swiss rounds"
label = "Swiss"
about = "Equal scores meet round after round, and nobody meets twice."
fewest = 2
most_sides = 2
needs_results = True
takes_latecomers = False
is_knockout = False

MOST_ROUNDS = 99
AVOIDABLE = ("household", "team", "lately")
SINGLE_GAME = MatchFormat()


def check_config(config: Mapping[str, object]) -> dict[str, object]:
    """Check the settings of a Swiss stage and fill in what is left out.

    Args:
        config: ``rounds`` 1 to 99 or ``None``, ``pattern``, ``avoid``,
            ``avoid_nights`` 0 to 52, ``allow_open_results``, a match's.

    Returns:
        All settings.

    Raises:
        ConfigInvalid: an unknown setting, or one that cannot be.
    """
    refuse_unknown(config, "rounds", "pattern", "avoid", "avoid_nights", "allow_open_results")
    return {
        "rounds": _rounds(config),
        "pattern": one_of(config, "pattern", Pattern),
        "avoid": _avoid(config.get("avoid", AVOIDABLE)),
        "avoid_nights": whole_number(config, "avoid_nights", 1, least=0, most=52),
        "allow_open_results": yes_or_no(config, "allow_open_results", default=False),
        **match_settings(config, SINGLE_GAME),
    }


def plan(request: PlanRequest) -> Plan:
    """Plan the next round.

    Args:
        request: its ``situation`` says how everybody stands after ``history``;
            without one all are equal, and the first round is drawn by lot.

    Returns:
        The next round; notes name its floats and everything it could not avoid.
        No round, and a note, when all are played or fewer than two are left.

    Raises:
        PairingImpossible: fewer than two entries at the start.
        SameEntryTwice: an entry is named twice.
        ConfigInvalid: as ``check_config``.
    """
    config = check_config(request.config)
    history = chart_from(request.history)
    if request.history:
        code = _ended(request, config)
        if code is not None:
            return Plan((), "swiss:none", chart_checks(history), ({"code": code},))
    drawn = pair_round(
        request.entries,
        history,
        _situation(request, config),
        pattern=cast(Pattern, config["pattern"]),
        rng_seed=request.rng_seed,
    )
    return _plan(drawn, history, "swiss:exact" if drawn.is_exact else "swiss:blocks")


def judge(request: PlanRequest, round_: PlannedRound) -> Plan:
    """Say of a round that somebody made by hand what a draw would have said of it.

    Args:
        request: as for ``plan``; its ``history`` are the rounds before.
        round_: who meets in it and who sits out.

    Returns:
        The round with its tables and first deals as a draw would set them, and with
        the same notes.

    Raises:
        PairingImpossible: two meet who must not; ``entries`` names them.
        ConfigInvalid: as ``check_config``.
    """
    history = chart_from(request.history)
    judged = judge_round(
        [(one, other) for one, other in (match.entries for match in round_.matches)],
        round_.sit_outs,
        history,
        _situation(request, check_config(request.config)),
        number=round_.number,
        rng_seed=request.rng_seed,
    )
    return _plan(judged, history, "manual")


def is_over(progress: Progress) -> bool:
    """Say whether every round has been drawn and every match has its result.

    Args:
        progress: rounds and results so far, and the settings of the stage.

    Returns:
        True when nothing is left to draw or to play; a sit-out needs no result.
    """
    wanted = rounds_wanted(progress.config, progress.rounds)
    return len(progress.rounds) >= wanted and progress.is_all_settled


def rounds_wanted(config: Mapping[str, object], rounds: Sequence[PlannedRound]) -> int:
    """Say how many rounds a stage has.

    Args:
        config: its settings.
        rounds: drawn so far, the first of them first.

    Returns:
        What the settings say; where they leave it open, the fewest that can
        leave one entry of the first round unbeaten, and 1 before it is drawn.
    """
    said = _rounds(config)
    if said is not None:
        return said
    first = rounds[0] if rounds else PlannedRound(1, "", ())
    field = len(first.sit_outs) + sum(len(match.entries) for match in first.matches)
    return max(1, (field - 1).bit_length())


def takes_late_entries(config: Mapping[str, object], rounds: Sequence[PlannedRound]) -> bool:
    """Say whether somebody may still come in.

    Args:
        config: settings of the stage.
        rounds: those that have begun.

    Returns:
        True until half the rounds have begun.
    """
    return 2 * len(rounds) < max(2, rounds_wanted(config, rounds))


def _situation(request: PlanRequest, config: Mapping[str, object]) -> Situation:
    avoid = cast(Sequence[str], config["avoid"])
    avoided = {pair: why for pair, why in request.situation.avoided.items() if why in avoid}
    return replace(request.situation, avoided=avoided)


def _plan(drawn: SwissRound, history: Sequence[ChartRound], algorithm: str) -> Plan:
    return Plan(
        rounds=(_planned(drawn.drawn),),
        algorithm=algorithm,
        checks=chart_checks([*history, drawn.drawn]),
        notes=tuple(_notes(drawn)),
        needs_results=True,
    )


def _ended(request: PlanRequest, config: Mapping[str, object]) -> str | None:
    if len(request.history) >= rounds_wanted(config, request.history):
        return "all_played"
    return "nobody_left" if len(request.entries) < 2 else None


def _rounds(config: Mapping[str, object]) -> int | None:
    if config.get("rounds") is None:
        return None
    return whole_number(config, "rounds", 1, least=1, most=MOST_ROUNDS)


def _avoid(given: object) -> list[str]:
    named: list[str] = list(given) if isinstance(given, list | tuple) else [""]
    if any(one not in AVOIDABLE for one in named) or any(named.count(one) > 1 for one in named):
        raise ConfigInvalid(
            f"What makes two rather not meet is any of {', '.join(AVOIDABLE)}, each once.",
            field="config.avoid",
        )
    return named


def _planned(round_: ChartRound) -> PlannedRound:
    return PlannedRound(
        number=round_.number,
        name=f"Round {round_.number}",
        matches=tuple(_match(table) for table in round_.tables),
        sit_outs=round_.sit_outs,
    )


def _match(table: Table) -> PlannedMatch:
    one, other = table.sides
    return PlannedMatch(
        number=table.number,
        sides=(EntrySide(one), EntrySide(other)),
        table=table.number,
        first_dealer=1 if table.first_dealer == one else 2,
        meeting=table.meeting,
    )


def _notes(drawn: SwissRound) -> Iterator[Mapping[str, object]]:
    number = drawn.drawn.number
    for given in drawn.relaxed:
        yield {
            "code": given.what,
            "round": number,
            "entries": list(given.entries),
            "why": given.why,
        }
    for one in drawn.floats:
        yield {"code": "float", "round": number, "entries": list(one.entries), "gap": one.gap}
    for couple in drawn.both_owed:
        yield {"code": "both_owed_first_deal", "round": number, "entries": list(couple)}
