"""``manage.py player_token NUMBER``: a login and a token for the app of one player."""

from typing import Any

from django.contrib.auth import get_user_model
from django.core.management.base import BaseCommand, CommandError, CommandParser

from clubs.models import Player
from clubs.numbers import member_no_key
from clubs.services.players import edit_player
from clubs.services.tokens import create_token
from common.actor import Actor


class Command(BaseCommand):
    """Prints nothing but the token, so that a shell can keep it."""

    help = "Make a token with which a player's app reports and plays as this player."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("number", metavar="NUMBER", help="the player's member number")
        parser.add_argument("--club", metavar="SLUG", help="of which club, if several have it")

    def handle(self, *_args: Any, **options: Any) -> None:
        player = _player(options["number"], options["club"])
        login = player.user
        if login is None:
            # The login has no password: it is there for the token only.
            login = get_user_model().objects.create_user(f"player-{player.public_id}")
            edit_player(
                player_id=player.public_id,
                values={"user_id": login.pk},
                actor=Actor.system(agent="cli"),
                expected_version=player.version,
            )
        _, token = create_token(
            club_id=player.club.public_id,
            name=f"App of player {player.member_no}",
            scopes=["report"],
            actor=Actor.person(login.pk, agent="cli"),
        )
        self.stdout.write(token)


def _player(number: str, slug: str | None) -> Player:
    found = Player.objects.filter(member_no_key=member_no_key(number), merged_into=None)
    found = found.select_related("club", "user")
    players = list(found.filter(club__slug=slug) if slug else found)
    if not players:
        raise CommandError(f"No player has the member number {number}.")
    if len(players) > 1:
        clubs = ", ".join(sorted(one.club.slug for one in players))
        raise CommandError(f"Several clubs have the number {number}: add --club, one of {clubs}.")
    return players[0]
