from uuid import uuid4

import pytest
from django.db import connection, transaction
from django.db.utils import IntegrityError

from common import audit
from common.actor import Actor
from common.models import Audit

pytestmark = pytest.mark.django_db
ROOT = uuid4()


def record(action="club.edited", **values):
    return audit.record(
        root_kind="club",
        root_id=ROOT,
        actor=Actor.system(),
        action=action,
        target=f"club:{ROOT}",
        **values,
    )


def broken():
    return audit.first_broken_seq(root_kind="club", root_id=ROOT)


def unguarded(sql):
    """Change a row as somebody would who owns the database."""
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE common_audit DISABLE TRIGGER common_audit_append_only")
        cursor.execute(sql)


def test_rows_are_numbered_from_one():
    assert [record().seq for _ in range(3)] == [1, 2, 3]


def test_a_whole_chain_is_unbroken():
    record(after={"name": "Café", "n": 3}, reason="new name")
    record(before={"n": 3}, after={"n": None})

    assert broken() is None


@pytest.mark.parametrize(
    "sql",
    [
        pytest.param("UPDATE common_audit SET reason = 'other' WHERE seq = 2", id="edited"),
        pytest.param("DELETE FROM common_audit WHERE seq = 2", id="deleted"),
        pytest.param("UPDATE common_audit SET after = '{\"n\": 9}' WHERE seq = 2", id="values"),
    ],
)
def test_tampering_shows(sql):
    for number in range(3):
        record(after={"n": number})
    unguarded(sql)

    assert broken() == 2


def test_the_database_refuses_to_rewrite():
    record()

    with pytest.raises(IntegrityError, match="only added"), transaction.atomic():
        Audit.objects.update(reason="other")


def test_a_float_is_no_value_to_keep():
    with pytest.raises(TypeError):
        record(after={"rate": 0.1})
