"""The embedded profile, which nobody else tests on: SQLite, in processes of their own."""

import os
import subprocess
import sys

from dev import ROOT

KEPT = ("PATH", "HOME", "LANG")
ASK = """
import django
django.setup()
from django.conf import settings
from django.db import connection
from django.test import Client
with connection.cursor() as cursor:
    cursor.execute("PRAGMA journal_mode")
    mode = cursor.fetchone()[0]
client = Client(headers={"host": "127.0.0.1"})
print(mode, *(client.get(path).status_code for path in ("/health/ready", "/admin/login/")))
"""


def embedded(tmp_path, *arguments):
    environ = {name: os.environ[name] for name in KEPT if name in os.environ}
    environ |= {"CRIBBAGE_VAR": str(tmp_path), "DJANGO_SETTINGS_MODULE": "cribbage_site.settings"}
    return subprocess.run(
        [sys.executable, "-W", "error::RuntimeWarning", *arguments],
        cwd=ROOT,
        env=environ,
        capture_output=True,
        text=True,
        check=False,
    )


def test_sqlite_is_prepared_and_answers(tmp_path):
    prepared = embedded(tmp_path, "-m", "cribbage_site.prepare")
    asked = embedded(tmp_path, "-c", ASK)

    assert (prepared.returncode, prepared.stderr) == (0, "")
    assert asked.stdout == "wal 200 200\n"


def test_preparing_twice_changes_nothing(tmp_path):
    first = embedded(tmp_path, "-m", "cribbage_site.prepare")
    second = embedded(tmp_path, "-m", "cribbage_site.prepare")

    assert [first.returncode, second.returncode] == [0, 0]
