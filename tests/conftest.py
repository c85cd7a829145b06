"""What every test runs on: a PostgreSQL, a Redis and a ``var/`` of its own.

The settings are named here and not in ``pyproject.toml``, because pytest-django
would read them before this file could name the servers.
"""

import importlib.util
import os
import tempfile
from contextlib import ExitStack

import django
import pytest

from tests.servers import servers


def _own_redis(url: str) -> str:
    """Name a Redis database for each process of tests that run side by side."""
    worker = os.environ.get("PYTEST_XDIST_WORKER", "")
    return f"{url.rstrip('/').removesuffix('/0')}/{int(worker[2:]) + 1}" if worker else url


_session = ExitStack()
os.environ.update(_session.enter_context(servers(os.environ)))
os.environ["REDIS_URL"] = _own_redis(os.environ["REDIS_URL"])
os.environ["CRIBBAGE_VAR"] = _session.enter_context(
    tempfile.TemporaryDirectory(prefix="fifteen-two-var-", ignore_cleanup_errors=True)
)
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "cribbage_site.settings")
django.setup()

# Looks for what a game hides in every answer of every test; needs the set-up above.
pytest_plugins = ("tests.games.traffic",)

# Browser tests need what only `make e2e` installs; everywhere else their marker leaves them out.
collect_ignore = [] if importlib.util.find_spec("playwright") else ["e2e"]


@pytest.hookimpl(trylast=True)
def pytest_unconfigure() -> None:
    """End the private servers after everything else has ended."""
    _session.close()
