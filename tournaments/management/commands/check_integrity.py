"""``manage.py check_integrity``: everything that must hold; exit 1 where it does not."""

import sys
from typing import Any

from django.core.management.base import BaseCommand

from tournaments.integrity.checks import CHECKS


class Command(BaseCommand):
    help = "Look for anything stored that cannot be: chains, sums, standings, brackets, ratings."

    def handle(self, *_args: Any, **_options: Any) -> None:
        found = 0
        for name, check in CHECKS.items():
            breaches = list(check())
            found += len(breaches)
            self.stdout.write(f"{name:20} {len(breaches) or 'ok'}")
            for breach in breaches:
                self.stdout.write(f"  {breach}")
        if found:
            sys.exit(1)
