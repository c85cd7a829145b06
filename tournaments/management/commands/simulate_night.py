"""``manage.py simulate_night --players 31 --seed 7``: a whole night, by the services only."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from scoring.errors import CribbageError
from tournaments.simulation.night import NIGHT, Order, known_formats, simulate_night


class Command(BaseCommand):
    help = "Simulate a night from the roster to the ratings, in a club of its own."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--players", type=int, required=True, help="how many play")
        parser.add_argument("--seed", type=int, required=True, help="the same seed, the same night")
        parser.add_argument("--format", choices=known_formats(), default=NIGHT)
        parser.add_argument(
            "--pairs", action="store_true", help="partners drawn by lot are one side"
        )
        parser.add_argument(
            "--engine",
            action="store_true",
            help="play the final card by card; real chance decides it, so the digest leaves it out",
        )

    def handle(self, *_args: Any, **options: Any) -> None:
        order = Order(
            players=options["players"],
            seed=options["seed"],
            format=options["format"],
            final_on_engine=options["engine"],
            pairs=options["pairs"],
        )
        try:
            report = simulate_night(order)
        except CribbageError as refusal:
            raise CommandError(refusal.message) from refusal
        for line in report.lines():
            self.stdout.write(line)
