"""The audit is only added to; the database cache has its table where it is used."""

from django.core.management import call_command
from django.db import migrations

from common.append_only import append_only


def make_cache_table(apps, editor):
    call_command("createcachetable", database=editor.connection.alias, verbosity=0)


class Migration(migrations.Migration):
    dependencies = [("common", "0001_initial")]

    operations = [
        append_only("common_audit"),
        append_only("common_change"),
        migrations.RunPython(make_cache_table, migrations.RunPython.noop),
    ]
