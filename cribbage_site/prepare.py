"""Make the database ready: migrations, the cache table, with ``--demo`` the demo club.

One process instead of three commands: starting Django is most of their time.
"""

import os
import sys

import django
from django.core.management import call_command, get_commands

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "cribbage_site.settings")


def prepare(*, demo: bool) -> None:
    """Bring the database up to date; safe to run at every start."""
    call_command("migrate", interactive=False, verbosity=0)
    call_command("createcachetable", verbosity=0)
    if demo and "demo" in get_commands():
        call_command("demo")


if __name__ == "__main__":
    django.setup()
    prepare(demo="--demo" in sys.argv[1:])
