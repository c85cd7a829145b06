"""A migration operation: from now on rows of a table are only added.

PostgreSQL refuses UPDATE and DELETE by a trigger. SQLite has none: there the
hash chain alone shows that a row was touched.
"""

from django.apps.registry import Apps
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations import RunPython

_FUNCTION = """
CREATE OR REPLACE FUNCTION refuse_rewrite() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'rows of % are only added', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$
"""


def append_only(table: str) -> RunPython:
    """Return the operation that guards one table.

    Args:
        table: name in the database; made by an earlier operation.
    """
    name = f"{table}_append_only"

    def guard(apps: Apps, editor: BaseDatabaseSchemaEditor) -> None:
        if editor.connection.vendor != "postgresql":
            return
        editor.execute(_FUNCTION, params=None)  # its percent sign is no placeholder
        editor.execute(
            f"CREATE TRIGGER {name} BEFORE UPDATE OR DELETE ON {table}"
            " FOR EACH ROW EXECUTE FUNCTION refuse_rewrite()"
        )

    def unguard(apps: Apps, editor: BaseDatabaseSchemaEditor) -> None:
        if editor.connection.vendor == "postgresql":
            editor.execute(f"DROP TRIGGER IF EXISTS {name} ON {table}")

    return RunPython(guard, unguard)
