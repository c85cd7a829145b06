"""The demo club: made once, complete, and sound."""

from io import StringIO
from pathlib import Path

import pytest
from django.conf import settings
from django.contrib.auth import get_user_model
from django.core.management import call_command

from clubs.models import Club, Player
from common.models import Audit
from tournaments.integrity.checks import all_breaches
from tournaments.models import Event, Registration, SeasonScore
from tournaments.selectors.brackets import playoff_places

pytestmark = pytest.mark.django_db


def demo():
    out = StringIO()
    call_command("demo", stdout=out)
    return out.getvalue()


def test_the_demo_shows_a_finished_night_and_one_in_check_in():
    demo()

    last_week, tonight = Event.objects.order_by("pk")
    assert (last_week.state, tonight.state) == ("final", "checkin")
    assert playoff_places(last_week)[0].place == 1
    assert SeasonScore.objects.filter(event=last_week, points__isnull=False).count() == 20
    here = Registration.objects.filter(tournament=tonight.tournament, status="checked_in")
    assert (here.count(), Player.objects.count()) == (14, 20)
    assert list(all_breaches()) == []


def test_the_demo_made_again_changes_nothing_and_prints_the_same_login():
    first = demo()
    lines = Audit.objects.count()

    assert demo() == first
    assert Audit.objects.count() == lines
    assert Club.objects.count() == 1


def test_the_organiser_can_sign_in_with_what_is_printed():
    printed = demo()

    user = get_user_model().objects.get(username="organiser")
    password = printed.split("password: ")[1].strip()
    assert user.is_staff
    assert not user.is_superuser
    assert user.check_password(password)
    kept = Path(settings.VAR_DIR, "demo_password")
    assert kept.stat().st_mode & 0o077 == 0


def test_a_password_that_was_changed_is_not_printed_wrongly():
    demo()
    user = get_user_model().objects.get(username="organiser")
    user.set_password("another one entirely")
    user.save(update_fields=["password"])

    assert "as it was set in the admin" in demo()
