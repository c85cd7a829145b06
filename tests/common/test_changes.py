from uuid import uuid4

import pytest

from common.changes import changes_after, publish
from common.errors import CursorAhead

pytestmark = pytest.mark.django_db


def published(root_id, count):
    for number in range(count):
        publish(kind="event", root_id=root_id, type="round.published", payload={"n": number})


def test_each_root_counts_for_itself():
    first, second = uuid4(), uuid4()
    published(first, 2)
    published(second, 1)
    published(first, 1)

    rows = changes_after(kind="event", root_id=first, seq=0)
    assert [(row.seq, row.payload["n"]) for row in rows] == [(1, 0), (2, 1), (3, 0)]


def test_a_reader_goes_on_where_he_was():
    root = uuid4()
    published(root, 3)

    assert [row.seq for row in changes_after(kind="event", root_id=root, seq=2)] == [3]


def test_a_number_that_has_not_happened_is_refused():
    root = uuid4()
    published(root, 1)

    with pytest.raises(CursorAhead):
        changes_after(kind="event", root_id=root, seq=2)


def test_one_change_is_one_statement(django_assert_num_queries):
    with django_assert_num_queries(1):
        published(uuid4(), 1)
