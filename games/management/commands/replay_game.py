"""``manage.py replay_game ID``: a game's log in notation, checked."""

from typing import Any
from uuid import UUID

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.codec import events_of
from games.engine.notation import notate
from games.models import Game
from games.selectors.logs import log_of
from games.services.fairness import faults_of


class Command(BaseCommand):
    """Writes a game as text and checks it; the exit code is 1 when it is broken."""

    help = "Write a game in notation, checked against its chain, its packs and its projection."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("game", type=UUID, metavar="ID", help="public id of the game")

    def handle(self, *args: Any, **options: Any) -> None:
        game = Game.objects.filter(public_id=options["game"]).first()
        if game is None:
            raise CommandError(f"there is no game {options['game']}")
        faults = faults_of(game)
        if faults:
            raise CommandError("\n".join(faults))
        if game.is_over:
            self.stdout.write(notate(events_of(*log_of(game))), ending="")
        else:
            self.stdout.write("the game is not over: its cards stay hidden")
        self.stdout.write(f"checked: {game.version} events, head {bytes(game.head).hex()}")
