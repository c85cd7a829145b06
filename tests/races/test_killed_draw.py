"""A draw that is killed at any statement: all of its rows, or none.

The connection is cut as a killed process cuts it; the server undoes what was not
committed. After every cut the rows are those from before, and the step still works.
"""

import pytest
from django.db import OperationalError, connection

from common.models import Audit, Change, Outbox
from tests.factories import SYSTEM, a_checked_in_night, a_drafted_night, first_stage
from tests.races.test_draw import a_night_somebody_came_to
from tournaments.models import Entry, Event, Match, MatchSide, Round, Stage, StageEntry
from tournaments.services.draw import generate_rounds, publish_rounds
from tournaments.services.redraws import redraw_rounds

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.race]
TABLES = (Audit, Change, Outbox, Entry, Event, Match, MatchSide, Round, Stage, StageEntry)


def rows():
    """Everything a draw could write."""
    return [sorted(map(str, table.objects.values_list())) for table in TABLES]


class Killed:
    """Cuts the connection before statement ``at``; counts the statements."""

    def __init__(self, at=None):
        self.at, self.seen = at, 0

    def __call__(self, execute, sql, params, many, context):
        self.seen += 1
        if self.seen == self.at:
            connection.connection.close()
        return execute(sql, params, many, context)


def drafted():
    return first_stage(a_drafted_night(players=5, games=3))


def redrafted():
    stage = first_stage(a_night_somebody_came_to())
    redraw_rounds(stage_id=stage.public_id, actor=SYSTEM)
    return stage


@pytest.mark.parametrize(
    ("make", "step"),
    [
        pytest.param(
            lambda: first_stage(a_checked_in_night(players=5, games=3)),
            generate_rounds,
            id="generate",
        ),
        pytest.param(drafted, publish_rounds, id="publish"),
        pytest.param(lambda: first_stage(a_night_somebody_came_to()), redraw_rounds, id="redraw"),
        pytest.param(redrafted, publish_rounds, id="publish-the-redraw"),
    ],
)
def test_killed_at_any_statement_it_leaves_all_rows_or_none(make, step):
    stage = make()
    before, at, has_ended = rows(), 0, False
    while not has_ended:
        at += 1
        killer = Killed(at)
        with connection.execute_wrapper(killer):
            try:
                step(stage_id=stage.public_id, actor=SYSTEM)
                has_ended = True
            except OperationalError:
                connection.close()
        if not has_ended:
            assert rows() == before

    assert at > 10
    assert rows() != before
