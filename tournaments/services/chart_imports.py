"""Taking over a chart from a file: it becomes the draft, which is looked at and published."""

import secrets
from collections.abc import Sequence
from uuid import UUID

from django.db import transaction

from common.actor import Actor
from common.tabular import Table
from tournaments.chart_file import Person, read_chart
from tournaments.errors import ImportRowsInvalid, WrongState
from tournaments.formats.base import Plan
from tournaments.formats.charts import planned_from
from tournaments.models import Entry, Round, Stage
from tournaments.pairing.charts import ChartRound
from tournaments.pairing.checks import chart_checks
from tournaments.pairing.finishable import require_finishable
from tournaments.selectors.draws import draw_inputs, is_fed
from tournaments.selectors.redraws import takes_latecomers
from tournaments.services.drafting import (
    SEED_BITS,
    delete_drafts,
    seat_entries,
    settings_of,
    stage_to_draw,
)
from tournaments.services.planner import write_plan
from tournaments.services.records import note

ALGORITHM = "import"


def import_chart(*, stage_id: UUID, actor: Actor, table: Table) -> tuple[Round, ...]:
    """Take a chart over as the draft of a rotation: all of it, or nothing.

    Whoever is checked in must have one place in every round. Repeats are allowed, and
    shown with the draft; a sit-out counts what the event's rules say.

    Args:
        stage_id: public id of the stage.
        actor: directs the club.
        table: the file as read: round, table, a, b, first dealer.

    Returns:
        The drafts in order, in the place of those that stood.

    Raises:
        ImportRowsInvalid: a row is wrong; ``rows`` names each, and nothing has changed.
        RoundExists: the rounds are published already.
        WrongState: check-in is not open, or the stage plays on no chart.

    Rule: docs/rules.md#chart-file
    """
    with transaction.atomic():
        stage = stage_to_draw(stage_id, actor)
        if is_fed(stage) or not takes_latecomers(stage):
            raise WrongState(f"{stage.name} plays on no chart. Generate its rounds instead.")
        seed = stage.rng_seed or secrets.randbits(SEED_BITS) | 1
        inputs = draw_inputs(stage, rng_seed=seed)
        chart = _chart(stage, table, inputs.entries)
        delete_drafts(stage)
        seat_entries(stage, inputs)
        plan = Plan(planned_from(chart), ALGORITHM, chart_checks(chart), _repeats(chart))
        rounds = write_plan(stage, plan, inputs_digest=inputs.digest)
        note(
            stage.event,
            actor=actor,
            action="round.imported",
            target=stage,
            after={"rounds": len(rounds), "entries": len(inputs.entries)},
            payload={"rounds": len(rounds)},
        )
    return rounds


def _chart(stage: Stage, table: Table, present: Sequence[int]) -> tuple[ChartRound, ...]:
    entries = Entry.objects.filter(pk__in=present).order_by("number")
    people = [Person(one.pk, one.number, one.display) for one in entries]
    games = settings_of(stage)["games"]
    assert isinstance(games, int)  # as the format checked it
    file = read_chart(table, people, games=games)
    if file.errors:
        first = file.errors[0]
        rest = len(file.errors) - 1
        more = f" {rest} more {'is' if rest == 1 else 'are'} in the list." if rest else ""
        raise ImportRowsInvalid(
            f"Nothing was taken over. Line {first.line}: {_sentence(first.column, first.message)}."
            f"{more} Mend the file, then choose it again.",
            rows=[
                {"line": one.line, "column": one.column, "message": one.message}
                for one in file.errors
            ],
        )
    require_finishable(file.rounds, present, games=games)
    return file.rounds


def _sentence(column: str, message: str) -> str:
    return f"column {column} {message}" if column in ("a", "b", "dealer", "table") else message


def _repeats(chart: Sequence[ChartRound]) -> tuple[dict[str, object], ...]:
    return tuple(
        {"code": "repeat", "round": round_.number, "entries": sorted(table.sides)}
        for round_ in chart
        for table in round_.tables
        if table.meeting > 1
    )
