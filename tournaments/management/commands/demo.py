"""``manage.py demo``: the demo club and the organiser's login, made once."""

import secrets
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.auth import get_user_model
from django.core.management.base import BaseCommand

from tournaments.simulation.demo import demo_club

USERNAME = "organiser"
KEPT = "demo_password"
PASSWORD_BYTES = 9


class Command(BaseCommand):
    help = "Make the demo club; doing it again changes nothing and prints the login again."

    def handle(self, *_args: Any, **_options: Any) -> None:
        password = _password()
        user = get_user_model().objects.filter(username=USERNAME).first()
        if user is None:
            user = get_user_model().objects.create_user(
                username=USERNAME, password=password, is_staff=True
            )
        elif not user.check_password(password):
            password = "as it was set in the admin"
        demo = demo_club(organiser_id=user.pk)
        self.stdout.write(f"Demo club: {demo.club.name}, with {demo.tonight.name} in check-in")
        self.stdout.write(f"Organiser: {USERNAME}   password: {password}")


def _password() -> str:
    """The organiser's password, made once and kept beside the database."""
    kept = Path(settings.VAR_DIR, KEPT)
    if not kept.exists():
        kept.parent.mkdir(parents=True, exist_ok=True)
        kept.touch(mode=0o600)
        kept.write_text(secrets.token_urlsafe(PASSWORD_BYTES))
    return kept.read_text().strip()
