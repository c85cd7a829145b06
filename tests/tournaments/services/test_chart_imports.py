"""A chart from a file becomes the draft: all of it, or nothing."""

import pytest

from common.tabular import read_table, write_csv
from tests.factories import (
    SYSTEM,
    a_checked_in_night,
    a_drafted_night,
    a_published_night,
    entries_of,
    first_stage,
    play_off_stage,
    rounds_of,
)
from tournaments.errors import ImportRowsInvalid, RoundExists, RoundStale, WrongState
from tournaments.models import Match
from tournaments.selectors.events import checks_of
from tournaments.services.chart_imports import import_chart
from tournaments.services.draw import publish_rounds
from tournaments.services.rosters import add_walk_in

pytestmark = pytest.mark.django_db
HEADERS = ("round", "table", "a", "b", "first dealer")
THREE = (
    (1, 1, 1, 2, "A"),
    (1, 2, 3, 4, "A"),
    (2, 1, 1, 3, "B"),
    (2, 2, 2, 4, "A"),
    (3, 1, 1, 4, "A"),
    (3, 2, 2, 3, "B"),
)


def chart(rows=THREE):
    return read_table(write_csv(HEADERS, rows).encode(), "chart.csv")


def take_over(event, rows=THREE, **values):
    stage = values.pop("stage", None) or first_stage(event)
    return import_chart(stage_id=stage.public_id, actor=SYSTEM, table=chart(rows))


def test_a_chart_is_drafted_and_published_as_it_stands():
    event = a_checked_in_night(players=4, games=3)
    rounds = take_over(event)
    publish_rounds(stage_id=first_stage(event).public_id, actor=SYSTEM)

    first = Match.objects.get(round=rounds[0], table=1)
    assert [one.entry.number for one in first.sides.order_by("slot")] == [1, 2]
    assert (first.first_dealer, first.status) == (1, "ready")
    assert {one.algorithm for one in rounds_of(event)} == {"import"}
    assert {one.status for one in entries_of(event)} == {"active"}


def test_a_chart_replaces_the_draft_that_stood():
    event = a_drafted_night(players=4, games=3)
    take_over(event)

    assert [one.number for one in rounds_of(event)] == [1, 2, 3]


def test_a_repeat_is_allowed_and_counted():
    event = a_checked_in_night(players=4, games=3)
    take_over(event, (*THREE[:4], (3, 1, 1, 2, ""), (3, 2, 3, 4, "")))

    assert checks_of(first_stage(event)).repeats == 2


def test_a_wrong_row_leaves_the_draft_as_it_was():
    event = a_drafted_night(players=4, games=3)
    before = [one.pk for one in rounds_of(event)]

    with pytest.raises(ImportRowsInvalid, match="Line 3: column b ") as refused:
        take_over(event, (THREE[0], (1, 2, 3, 1, ""), *THREE[2:]))

    assert refused.value.context["rows"][0]["line"] == 3
    assert [one.pk for one in rounds_of(event)] == before


def test_a_chart_that_no_longer_fits_who_is_there_is_not_published():
    event = a_checked_in_night(players=4, games=3)
    take_over(event)
    add_walk_in(event_id=event.public_id, actor=SYSTEM, name="Robin Late")

    with pytest.raises(RoundStale):
        publish_rounds(stage_id=first_stage(event).public_id, actor=SYSTEM)


def test_a_published_chart_is_not_replaced_by_a_file():
    with pytest.raises(RoundExists):
        take_over(a_published_night(players=4, games=3))


def test_a_bracket_takes_no_chart():
    event = a_published_night(players=4, games=3)

    with pytest.raises(WrongState, match="plays on no chart"):
        take_over(event, stage=play_off_stage(event))
