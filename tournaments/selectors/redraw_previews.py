"""What a drafted redraw would do, before it is published: for the desk and for apps."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from tournaments.formats.charts import chart_from, checks_of
from tournaments.models import Entry, Match, Round, Stage
from tournaments.pairing.checks import Checks
from tournaments.pairing.finishable import tallies
from tournaments.selectors.draws import checked_in_entries
from tournaments.selectors.plans import planned_rounds
from tournaments.selectors.redraws import published_rounds

Place = tuple[object, ...]


class Short(NamedTuple):
    """Somebody who plays fewer games than the night has, and why."""

    entry: Entry
    games: int
    sit_outs: int
    missed: int


@dataclass(frozen=True, slots=True)
class RedrawPreview:
    """What changes when the drafts replace the published rounds.

    ``kept`` of ``tables`` stand as they are printed, named by ``standing``. ``notes`` are
    those of the draft: each repeat and second sit-out that could not be avoided.
    """

    first: int
    last: int
    kept: int
    tables: int
    standing: frozenset[Place]
    checks: Checks
    notes: tuple[Mapping[str, object], ...]
    short: tuple[Short, ...]
    is_stale: bool


def redraw_preview(stage: Stage, rounds: Sequence[Round]) -> RedrawPreview | None:
    """Say what the drafts of a second draw would do.

    Args:
        stage: any.
        rounds: with drafts in the place of what they replace, as ``chart_of`` reads them.

    Returns:
        The preview; None where no draft stands beside published rounds. Five queries
        at most.
    """
    drafts = [one for one in rounds if one.state == Round.State.DRAFT]
    if not drafts:
        return None
    published = list(published_rounds(stage).filter(number__gte=drafts[0].number))
    if not published:
        return None
    printed = {place_of(match, one.number) for one in published for match in _tables(one)}
    drawn = {place_of(match, one.number) for one in drafts for match in _tables(one)}
    whole = planned_rounds(rounds)
    return RedrawPreview(
        first=drafts[0].number,
        last=drafts[-1].number,
        kept=len(printed & drawn),
        tables=len(drawn),
        standing=frozenset(printed & drawn),
        checks=checks_of(whole),
        notes=tuple(one for one in drafts[0].notes if one["code"] != "kept_tables"),
        short=_short(stage, rounds),
        is_stale=any(one.is_stale for one in drafts),
    )


def place_of(match: Match, number: int) -> Place:
    """Name a table of a round by who sits where: what a printed card says.

    Args:
        match: with its sides loaded.
        number: of its round.
    """
    sides = sorted((side.entry_id or 0, side.seat or 0) for side in match.sides.all())
    return (number, match.table, *sides)


def _tables(round_: Round) -> list[Match]:
    return [
        match
        for match in round_.matches.all()
        if match.kind == Match.Kind.PAIRING and match.status != Match.Status.VOID
    ]


def _short(stage: Stage, rounds: Sequence[Round]) -> tuple[Short, ...]:
    there = {one.pk: one for one in checked_in_entries(stage).order_by("number")}
    games = int(stage.config.get("games", len(rounds)))
    return tuple(
        Short(there[one.entry], one.games, one.sit_outs, one.missed)
        for one in tallies(chart_from(planned_rounds(rounds)), tuple(there))
        if one.games < games
    )
