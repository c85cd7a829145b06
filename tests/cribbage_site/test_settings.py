"""The settings are read by a process of their own, as they are read once a process."""

import os
import re
import subprocess
import sys

import pytest

from dev import DUMMY_PRODUCTION, ROOT

KEPT = ("PATH", "HOME", "LANG")


def start(tmp_path, **variables):
    """Start Django with these variables alone and return the finished process."""
    environ = {name: os.environ[name] for name in KEPT if name in os.environ}
    environ |= {"CRIBBAGE_VAR": str(tmp_path), "DJANGO_SETTINGS_MODULE": "cribbage_site.settings"}
    program = "from django.conf import settings; print(settings.DATABASES['default']['ENGINE'])"
    return subprocess.run(
        [sys.executable, "-c", program],
        cwd=ROOT,
        env=environ | variables,
        capture_output=True,
        text=True,
        check=False,
    )


def test_production_starts_with_all_it_needs(tmp_path):
    started = start(tmp_path, **DUMMY_PRODUCTION)

    assert (started.returncode, started.stdout) == (0, "django.db.backends.postgresql\n")


@pytest.mark.parametrize("name", [name for name in DUMMY_PRODUCTION if name != "CRIBBAGE_PROFILE"])
def test_a_missing_production_value_stops_the_start_by_name(tmp_path, name):
    given = {key: value for key, value in DUMMY_PRODUCTION.items() if key != name}

    started = start(tmp_path, **given)

    assert started.returncode == 1
    assert f"{name} is not set; the production profile needs it" in started.stderr


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"DEBUG": "true"}, "DEBUG is on"),
        ({"SECRET_KEY": "short"}, "SECRET_KEY is shorter than 50 characters"),
        ({"LOG_FORMAT": "xml"}, "it is json or line"),
        ({"CRIBBAGE_PROFILE": "staging"}, "it is embedded or production"),
        ({"GAME_KEYS_OLD": "no colon"}, "GAME_KEYS_OLD is a list id:key"),
        ({"GAME_KEYS_OLD": "1:present"}, "GAME_KEYS_OLD is a list id:key"),
    ],
)
def test_an_unsafe_production_value_stops_the_start(tmp_path, changed, said):
    started = start(tmp_path, **DUMMY_PRODUCTION | changed)

    assert started.returncode == 1
    assert said in started.stderr


def test_embedded_needs_nothing_and_keeps_its_secrets(tmp_path):
    started = start(tmp_path)
    first = (tmp_path / "secret_key").read_text()
    start(tmp_path)

    assert (started.returncode, started.stdout) == (0, "django.db.backends.sqlite3\n")
    assert (tmp_path / "secret_key").read_text() == first
    assert (tmp_path / "secret_key").stat().st_mode & 0o777 == 0o600


def test_every_variable_is_in_the_operations_page():
    settings = (ROOT / "cribbage_site" / "settings.py").read_text()
    known = set(re.findall(r"(?:env\.\w+|_needed|_secret)\(\s*\"([A-Z_]+)\"", settings))
    told = set(re.findall(r"[A-Z_]{5,}", (ROOT / "docs" / "operations.md").read_text()))

    assert len(known) > 20
    assert known - told == {"DEBUG"}
